"""JSON of files that others may have written."""

import json
from typing import Any


def loads(text: str | bytes) -> Any:
    """Return json.loads(text), but raise ValueError if an object has a member twice.

    json.loads keeps the last one, and other programs may keep the first.
    """
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"{twice!r} is there twice: leave one out")
    return value
