"""Digests inside files, as the Go package ``internal/safefile`` writes and checks them."""

from __future__ import annotations

import hashlib
import re

PLACEHOLDER = "rummygym-sha256:" + "0" * 64
"""Stands in a file where its digest will stand."""

_DIGEST = re.compile(rb"rummygym-sha256:[0-9a-f]{64}")


def seal(data: bytes) -> bytes:
    """Return data with its digest in place of the placeholder."""
    return data.replace(PLACEHOLDER.encode(), _digest(data))


def sealed(data: bytes) -> bool:
    """Tell whether data hold a digest, or what damage has left of one."""
    return b"rummygym-sha256:" in data


def intact(data: bytes) -> bool:
    """Tell whether the digest in data is theirs."""
    found = _DIGEST.search(data)
    return found is not None and found[0] == _digest(data.replace(found[0], PLACEHOLDER.encode()))


def _digest(data: bytes) -> bytes:
    return f"rummygym-sha256:{hashlib.sha256(data).hexdigest()}".encode()
