"""Files of named float32 arrays in the safetensors format, in NumPy alone.

The Go package ``agents/network/safetensors`` reads and writes the same, and so does
the library ``safetensors`` of Hugging Face.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[np.float32]]

METADATA = "__metadata__"
MAX_HEADER = 100 << 20
FLOAT = np.dtype("<f4")


class FormatError(ValueError):
    """What was read is not a file of this format, or holds what is not float32."""


def encode(arrays: Mapping[str, npt.NDArray[np.float32]], metadata: Mapping[str, str]) -> bytes:
    """Return the file of the arrays, in their order, and of texts by name."""
    header: dict[str, Any] = {METADATA: dict(metadata)} if metadata else {}
    at, parts = 0, []
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, FLOAT).tobytes()
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [at, at + len(data)]}
        at += len(data)
        parts.append(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([struct.pack("<Q", len(text)), text, *parts])


def decode(data: bytes) -> tuple[Arrays, dict[str, str]]:
    """Return the arrays of a file, in the order of their numbers, and its texts by name."""
    if len(data) < 8:
        raise FormatError(f"{len(data)} bytes: want at least 8, the length of the header")
    (length,) = struct.unpack_from("<Q", data)
    if length > min(MAX_HEADER, len(data) - 8):
        raise FormatError(
            f"a header of {length} bytes, where {len(data) - 8} follow: not a safetensors file, or cut off"
        )
    try:
        header = json.loads(data[8 : 8 + length], object_pairs_hook=_once)
    except (ValueError, RecursionError) as e:
        raise FormatError(f"header: {e}") from e
    if not isinstance(header, dict):
        raise FormatError("the header is no JSON object: not a safetensors file")
    metadata = header.pop(METADATA, None) or {}
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise FormatError(f"header: {METADATA} is not an object of texts")
    places = sorted(((_place(name, entry), name) for name, entry in header.items()), key=lambda p: p[0][:2])
    arrays: Arrays = {}
    at, numbers = 0, memoryview(data)[8 + length :]
    for (begin, end, shape), name in places:
        if begin != at or not begin <= end <= len(numbers):
            raise FormatError(
                f"tensor {name!r} lies at bytes {begin} to {end} of {len(numbers)}: want it to begin at {at}"
            )
        if end - begin != math.prod(shape) * FLOAT.itemsize:
            raise FormatError(f"tensor {name!r} has {end - begin} bytes, and the shape {list(shape)}")
        arrays[name] = np.frombuffer(numbers[begin:end], FLOAT).reshape(shape).astype(np.float32)
        at = end
    if at != len(numbers):
        raise FormatError(f"{len(numbers) - at} bytes after the last tensor")
    return arrays, metadata


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of pairs, whose names may not be there twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a name is there twice")
    return value


def _place(name: str, entry: Any) -> tuple[int, int, tuple[int, ...]]:
    """Return where the numbers of a tensor begin and end, and its shape."""

    def sizes(value: Any) -> bool:
        return isinstance(value, list) and all(type(v) is int and 0 <= v < 1 << 48 for v in value)

    if not isinstance(entry, dict) or not sizes(entry.get("shape")) or not sizes(entry.get("data_offsets")):
        raise FormatError(f"tensor {name!r}: want dtype, shape and data_offsets")
    if entry.get("dtype") != "F32":
        raise FormatError(f"tensor {name!r}: numbers of type {entry.get('dtype')}: want F32")
    if len(entry["data_offsets"]) != 2 or len(entry["shape"]) > 32:
        raise FormatError(f"tensor {name!r}: want data_offsets of two numbers and a shape of at most 32")
    begin, end = entry["data_offsets"]
    return begin, end, tuple(entry["shape"])
