"""The C ABI of the engine: the one module that knows it.

The library is loaded at the first call, so that importing the package starts no
Go runtime, and a process may import it and then fork. Once it is loaded, a forked
child may not use it: the Go runtime has threads, which do not survive a fork.
``cmd/librummygym/rummygym.h`` of the repository, which is shipped beside this
file, is the contract of every call.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ABI = 1

OK, INVALID, CLOSED, ILLEGAL, BUSY, INTERNAL = range(6)


class Error(Exception):
    """What the engine refuses, or a fault of it: the base of all errors of this package."""


class ConfigError(Error, ValueError):
    """An option, array or argument is wrong. The text names it. Nothing has changed."""


class IllegalActionError(Error, ValueError):
    """An action that the rules do not allow. The text names the table. Nothing has moved."""


class ClosedError(Error, RuntimeError):
    """The tables were closed."""


class BusyError(Error, RuntimeError):
    """Another thread is in a call with the same tables. Nothing has changed."""


class ForkedError(Error, RuntimeError):
    """The process was forked after the engine had been loaded."""


class EngineError(Error, RuntimeError):
    """A fault of the engine or of an opponent: please report it."""


_ERRORS: dict[int, type[Error]] = {
    INVALID: ConfigError,
    CLOSED: ClosedError,
    ILLEGAL: IllegalActionError,
    BUSY: BusyError,
    INTERNAL: EngineError,
}

# The fields of rummygym_arrays in order.
ARRAYS = ("observations", "final", "masks", "rewards", "terminated", "truncated", "players", "learners")


class Arrays(ctypes.Structure):
    """``rummygym_arrays``: the addresses and lengths of arrays that calls fill."""

    _fields_ = [x for name in ARRAYS for x in ((name, c_void_p), (f"{name}_len", c_int64))]


def arrays(**memory: NDArray[Any] | None) -> Arrays:
    """Returns the arrays as C has them. Their memory must outlive it."""
    c = Arrays()
    for name, a in memory.items():
        if a is not None and a.size:
            if not (a.flags.c_contiguous and a.flags.writeable):
                raise ConfigError(f"array {name} is not contiguous and writable")
            setattr(c, name, a.ctypes.data)
            setattr(c, f"{name}_len", a.size)
    return c


_SIGNATURES: dict[str, list[Any]] = {
    "describe": [c_char_p, POINTER(c_void_p)],
    "open": [c_char_p, POINTER(c_int64)],
    "reset": [c_int64, c_void_p, c_int64, c_void_p, c_int64, c_void_p],
    "deal": [c_int64, c_int64, c_char_p, c_uint64, c_void_p],
    "redeal": [c_int64, c_int64, c_int32, c_uint64, c_void_p],
    "step": [c_int64, c_void_p, c_int64, c_void_p, c_int64, c_void_p],
    "sample": [c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_int64],
    "observe": [c_int64, c_int64, c_int32, c_void_p, c_int64],
    "show": [c_int64, c_int64, c_int32, POINTER(c_void_p)],
    "save": [c_int64, POINTER(c_void_p), POINTER(c_int64)],
    "load": [c_int64, c_char_p, c_int64, c_void_p],
    "close": [c_int64],
}

_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None
_forked = False


def path() -> Path:
    """Returns where the library lies: beside this file, or where RUMMYGYM_LIBRARY says."""
    chosen = os.environ.get("RUMMYGYM_LIBRARY")
    return Path(chosen) if chosen else Path(__file__).with_name("librummygym.so")


def _load() -> ctypes.CDLL:
    """Loads the library, once in a process."""
    global _loaded
    with _lock:
        if _loaded is not None:
            return _loaded
        where = path()
        try:
            lib = ctypes.CDLL(str(where))
        except OSError as e:
            raise ImportError(
                f"the engine of rummygym cannot be loaded from {where}: {e}. Install the package again, "
                "as in `pip install ./python` in a checkout, which builds it"
            ) from e
        lib.rummygym_abi.restype = c_int32
        if (abi := lib.rummygym_abi()) != ABI:
            raise ImportError(f"{where} has ABI {abi}, and this package is for {ABI}: install the package again")
        for name, arguments in _SIGNATURES.items():
            call = getattr(lib, f"rummygym_{name}")
            call.argtypes, call.restype = [*arguments, POINTER(c_void_p)], c_int32
        lib.rummygym_free.argtypes, lib.rummygym_free.restype = [c_void_p], None
        os.register_at_fork(after_in_child=_note_fork)
        _loaded = lib
        return lib


def _note_fork() -> None:
    global _forked
    _forked = True


def _library() -> ctypes.CDLL:
    if _forked:
        raise ForkedError(
            "this process was forked after rummygym had been used in its parent, which the Go runtime does not "
            "survive: start workers with multiprocessing.get_context('spawn') or 'forkserver', or make the first "
            "tables only after the fork"
        )
    return _loaded or _load()


def _call(name: str, *arguments: Any) -> None:
    """Calls rummygym_<name> and raises its error."""
    lib = _library()
    text = c_void_p()
    status = getattr(lib, f"rummygym_{name}")(*arguments, ctypes.byref(text))
    if status:
        raise _error(lib, status, text)


# Places for the text of an error that no thread is using.
_places: list[tuple[c_void_p, Any]] = []


def _prepared(name: str, *arguments: Any) -> Callable[[], None]:
    """Returns rummygym_<name> as a call without arguments, which raises its error.

    ctypes takes longer to convert the arguments of a step than the engine to play one
    table. Therefore they are given as types of ctypes already, or None for NULL, and the
    place for the text of an error is used again.
    """
    lib = _library()
    function = lib[f"rummygym_{name}"]  # another object than the attribute: one without types to convert to
    function.restype = c_int32

    def call() -> None:
        if _forked:
            _library()
        try:
            place = _places.pop()
        except IndexError:
            text = c_void_p()
            place = text, ctypes.byref(text)
        status = function(*arguments, place[1])
        if status:
            raise _error(lib, status, place[0])
        _places.append(place)

    return call


def _error(lib: ctypes.CDLL, status: int, text: c_void_p) -> Error:
    """Returns the error of a status with its text, which is freed."""
    words = _take(lib, text).decode("utf-8", "replace") if text else f"status {status}"
    return _ERRORS.get(status, EngineError)(words)


def _take(lib: ctypes.CDLL, text: c_void_p, length: int = -1) -> bytes:
    """Returns the text that a call returned, and frees it."""
    try:
        return ctypes.string_at(text, length)
    finally:
        lib.rummygym_free(text)


def describe(config: str) -> bytes:
    """Returns what a configuration means, as JSON."""
    json = c_void_p()
    _call("describe", config.encode(), ctypes.byref(json))
    return _take(_library(), json)


def open(config: str) -> int:
    """Returns the handle of new tables."""
    handle = c_int64()
    _call("open", config.encode(), ctypes.byref(handle))
    return handle.value


def reset(handle: int, runs: NDArray[np.uint64] | None, chosen: NDArray[np.bool_] | None, results: Arrays) -> None:
    """Deals at the chosen tables, or at all."""
    _call(
        "reset",
        handle,
        None if runs is None else runs.ctypes.data,
        0 if runs is None else runs.size,
        None if chosen is None else chosen.ctypes.data,
        0 if chosen is None else chosen.size,
        ctypes.addressof(results),
    )


def deal(handle: int, table: int, deck: str, key: int, results: Arrays) -> None:
    """Deals a given deck at one table."""
    _call("deal", handle, table, deck.encode(), key, ctypes.addressof(results))


def redeal(handle: int, table: int, seat: int, seed: int, results: Arrays) -> None:
    """Draws anew what a seat of a table cannot know."""
    _call("redeal", handle, table, seat, seed, ctypes.addressof(results))


def step(handle: int, actions: NDArray[np.int64], chosen: NDArray[np.bool_], results: Arrays) -> None:
    """Plays actions at the chosen tables."""
    at = ctypes.addressof(results)
    _call("step", handle, actions.ctypes.data, actions.size, chosen.ctypes.data, chosen.size, at)


def prepare_step(handle: int, actions: NDArray[np.int64], results: Arrays) -> Callable[[], None]:
    """Returns the call that plays actions at all tables. The arrays must outlive it."""
    return _prepared("step", c_int64(handle), *_span(actions), None, c_int64(0), c_void_p(ctypes.addressof(results)))


def prepare_sample(masks: NDArray[np.int8], uniforms: NDArray[np.float64], actions: NDArray[np.int64]) -> Callable[[], None]:
    """Returns the call that fills actions with legal ones, which numbers in [0, 1) choose.

    The arrays must outlive it.
    """
    return _prepared("sample", *_span(masks), *_span(uniforms), *_span(actions))


def _span(a: NDArray[Any]) -> tuple[c_void_p, c_int64]:
    """Returns where a contiguous array lies, and its length."""
    return c_void_p(a.ctypes.data), c_int64(a.size)


def observe(handle: int, table: int, seat: int, out: NDArray[np.float32]) -> None:
    """Fills out with the view of a seat, or for -1 of all."""
    _call("observe", handle, table, seat, out.ctypes.data, out.size)


def show(handle: int, table: int, seat: int) -> bytes:
    """Returns what a seat sees of a table, as JSON."""
    json = c_void_p()
    _call("show", handle, table, seat, ctypes.byref(json))
    return _take(_library(), json)


def save(handle: int) -> bytes:
    """Returns what load needs."""
    data, length = c_void_p(), c_int64()
    _call("save", handle, ctypes.byref(data), ctypes.byref(length))
    return _take(_library(), data, length.value)


def load(handle: int, data: bytes, results: Arrays) -> None:
    """Makes tables stand as they did when they were saved."""
    _call("load", handle, data, len(data), ctypes.addressof(results))


def close(handle: int) -> None:
    """Ends tables."""
    _call("close", handle)


def abandon(handle: int) -> None:
    """Ends tables that nobody has any more. Never raises, and does nothing after a fork."""
    if not _forked and _loaded is not None:
        _loaded.rummygym_close(handle, None)
