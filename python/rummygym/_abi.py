"""The C ABI of the engine. Other modules call the engine by :func:`call` and the functions after it.

The first call loads the library. Importing the package therefore does not start the
Go runtime, and a process may import the package and then fork. After the library is
loaded, a forked child must not use it, because the threads of the Go runtime do not
survive a fork. ``rummygym.h`` beside this file, a copy of ``cmd/librummygym/rummygym.h``
of the repository, is the contract of every call.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ABI = 10

OK, INVALID, CLOSED, ILLEGAL, BUSY, INTERNAL, INTERRUPTED, MISSING = range(8)


class Error(Exception):
    """The base class of all errors of this package."""

    def __init__(self, message: object = "") -> None:
        text = str(message)  # of a value that may be long
        super().__init__(text if len(text) <= 2000 else f"{text[:300]} … {text[-500:]}")


class ConfigError(Error, ValueError):
    """An option, array or argument is not valid. The message names it. Nothing has changed."""


class MissingFileError(ConfigError, FileNotFoundError):
    """A file that an option names, such as that of a network, does not exist."""


class IllegalActionError(Error, ValueError):
    """The rules do not allow an action. The message names the table. Nothing has changed."""


class ClosedError(Error, RuntimeError):
    """The tables are closed."""


class BusyError(Error, RuntimeError):
    """Another thread is in a call with the same tables, or a step that was sent is under way. Nothing has changed."""


class ForkedError(Error, RuntimeError):
    """The process was forked after the engine was loaded."""


class InterruptedTablesError(Error, RuntimeError):
    """A call of the tables was interrupted, by ctrl-C or another signal, before all were done.

    Reset all tables, or load a saved state.
    """


class EngineError(Error, RuntimeError):
    """An internal error of the engine or of an opponent. Please report it."""


_ERRORS: dict[int, type[Error]] = {
    INVALID: ConfigError,
    CLOSED: ClosedError,
    ILLEGAL: IllegalActionError,
    BUSY: BusyError,
    INTERNAL: EngineError,
    INTERRUPTED: InterruptedTablesError,
    MISSING: MissingFileError,
}

# The fields of rummygym_arrays in order.
ARRAYS = ("observations", "final", "masks", "rewards", "terminated", "truncated", "players", "learners", "outcomes")


class Arrays(ctypes.Structure):
    """``rummygym_arrays``: the addresses and lengths of arrays that calls fill."""

    _fields_ = [x for name in ARRAYS for x in ((name, c_void_p), (f"{name}_len", c_int64))]


def arrays(**memory: NDArray[Any] | None) -> Arrays:
    """Returns the C struct of the arrays. Their memory must outlive it."""
    c = Arrays()
    for name, a in memory.items():
        if a is not None and a.size:
            if not (a.flags.c_contiguous and a.flags.writeable):
                raise ConfigError(f"array {name} is not contiguous or not writable: want both")
            setattr(c, name, a.ctypes.data)
            setattr(c, f"{name}_len", a.size)
    return c


_Policy = ctypes.CFUNCTYPE(c_int32, c_int32, c_void_p, c_int64, POINTER(c_int64), c_int64, POINTER(c_double))

_SIGNATURES: dict[str, list[Any]] = {
    "files": [c_char_p],
    "describe": [c_char_p, POINTER(c_void_p)],
    "open": [c_char_p, POINTER(c_int64)],
    "reset": [c_int64, c_void_p, c_int64, c_void_p, c_int64, c_void_p],
    "deal": [c_int64, c_int64, c_char_p, c_uint64, c_void_p],
    "redeal": [c_int64, c_int64, c_int32, c_uint64, c_void_p],
    "step": [c_int64, c_void_p, c_int64, c_void_p, c_int64, c_void_p],
    "send": [c_int64, c_void_p, c_int64, c_void_p],
    "recv": [c_int64],
    "watch": [c_int64, c_void_p],
    "agent": [c_int64, c_char_p, POINTER(c_int64)],
    "act": [c_int64, c_int64, POINTER(c_uint64), c_void_p, c_int64, c_void_p, c_int64],
    "answer": [c_int64, c_int64, c_char_p, POINTER(c_void_p)],
    "sample": [c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_int64],
    "measure": [c_char_p, c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_int64],
    "evaluate": [c_char_p, c_void_p, c_int64, POINTER(c_void_p)],
    "call": [c_char_p, POINTER(c_void_p)],
    "replay": [c_char_p, POINTER(c_void_p)],
    "observe": [c_int64, c_int64, c_int32, c_void_p, c_int64],
    "show": [c_int64, c_int64, c_int32, POINTER(c_void_p)],
    "text": [c_int64, c_int64, c_int32, c_char_p, POINTER(c_void_p)],
    "information": [c_int64, c_int64, c_int32, c_int32, POINTER(c_void_p), POINTER(c_int64)],
    "costs": [c_int64, c_int64, c_char_p, POINTER(c_void_p)],
    "place": [c_int64, c_int64, c_char_p, c_char_p, c_uint64, c_void_p],
    "exploit": [c_char_p, _Policy, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_int64)],
    "save": [c_int64, POINTER(c_void_p), POINTER(c_int64)],
    "load": [c_int64, c_char_p, c_int64, c_void_p],
    "close": [c_int64],
}

_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None
_forked = False


def path() -> Path:
    """Returns the path of the library: RUMMYGYM_LIBRARY if set, else beside this file."""
    chosen = os.environ.get("RUMMYGYM_LIBRARY")
    return Path(chosen) if chosen else Path(__file__).with_name("librummygym.so")


def _load() -> ctypes.CDLL:
    """Loads the library, once per process."""
    global _loaded
    with _lock:
        if _loaded is not None:
            return _loaded
        where = path()
        try:
            lib = ctypes.CDLL(str(where))
        except OSError as e:
            raise ImportError(
                f"cannot load the engine of rummygym from {where}: {e}: install the package again; in a checkout, "
                "`pip install ./python` builds the engine"
            ) from e
        lib.rummygym_abi.restype = c_int32
        if (abi := lib.rummygym_abi()) != ABI:
            raise ImportError(f"{where} has ABI version {abi}: want {ABI}; install the package again")
        for name, arguments in _SIGNATURES.items():
            call = getattr(lib, f"rummygym_{name}")
            call.argtypes, call.restype = [*arguments, POINTER(c_void_p)], c_int32
        lib.rummygym_free.argtypes, lib.rummygym_free.restype = [c_void_p], None
        text = c_void_p()
        if lib.rummygym_files(os.fsencode(where.with_name("files")), ctypes.byref(text)):
            raise ImportError(_take(lib, text).decode("utf-8", "replace"))
        os.register_at_fork(after_in_child=_note_fork)
        _loaded = lib
        return lib


def _note_fork() -> None:
    global _forked
    _forked = True


def _library() -> ctypes.CDLL:
    if _forked:
        raise ForkedError(
            "this process was forked after its parent had used rummygym, and the Go runtime does not survive a fork: "
            "start workers with multiprocessing.get_context('spawn') or 'forkserver', or open the first tables "
            "after the fork"
        )
    return _loaded or _load()


def call(name: str, *arguments: Any) -> None:
    """Calls rummygym_<name>, without its last argument, and raises its error.

    An array stands for its address and its length, and None for NULL and 0. A text ends at a NUL in C, and may have none.
    """
    lib = _library()
    text = c_void_p()
    status = getattr(lib, f"rummygym_{name}")(*_converted(name, arguments), ctypes.byref(text))
    if status:
        raise _error(lib, status, text)


def _converted(name: str, arguments: Iterable[Any]) -> Iterator[Any]:
    """Yields arguments as ctypes takes them."""
    for x in arguments:
        if x is None or isinstance(x, np.ndarray):
            yield from (None, 0) if x is None else (c_void_p(x.ctypes.data), x.size)
        elif isinstance(x, Arrays):
            yield c_void_p(ctypes.addressof(x))
        elif isinstance(x, str):
            if "\0" in x:
                raise ConfigError(f"{name}: {x!r} has a NUL character")
            yield x.encode("utf-8", "surrogatepass")
        else:
            yield x


def number(name: str, *arguments: Any) -> int:
    """Returns the number that rummygym_<name> sets."""
    n = c_int64()
    call(name, *arguments, ctypes.byref(n))
    return n.value


def text(name: str, *arguments: Any) -> bytes:
    """Returns the text that rummygym_<name> sets."""
    found = c_void_p()
    call(name, *arguments, ctypes.byref(found))
    return _take(_library(), found)


def data(name: str, *arguments: Any) -> bytes:
    """Returns the bytes that rummygym_<name> sets, with their number."""
    found, length = c_void_p(), c_int64()
    call(name, *arguments, ctypes.byref(found), ctypes.byref(length))
    return _take(_library(), found, length.value)


# Free buffers for error messages.
_places: list[tuple[c_void_p, Any]] = []


def prepared(name: str, *arguments: Any) -> Callable[[], None]:
    """Returns :func:`call` of these arguments as a function. Arrays must outlive it.

    ctypes needs more time to convert the arguments of a step than the engine needs to
    step one table. Therefore they are converted once, and the buffer for an error message is reused.
    """
    given = [c_int64(x) if isinstance(x, int) else x for x in _converted(name, arguments)]
    lib = _library()
    function = lib[f"rummygym_{name}"]  # a new object, unlike the attribute: it has no argtypes to convert to
    function.restype = c_int32

    def call() -> None:
        if _forked:
            _library()
        try:
            place = _places.pop()
        except IndexError:
            text = c_void_p()
            place = text, ctypes.byref(text)
        status = function(*given, place[1])
        if status:
            raise _error(lib, status, place[0])
        _places.append(place)

    return call


def _error(lib: ctypes.CDLL, status: int, text: c_void_p) -> BaseException:
    """Returns the error of a status with its message, and frees the message."""
    words = _take(lib, text).decode("utf-8", "replace") if text else f"status {status}"
    error = _ERRORS.get(status, EngineError)(words)
    if (raised := _raised.pop(threading.get_ident(), None)) is not None:
        raised.__cause__ = error
        return raised
    return error


# What the handler of a signal raised in a call of the engine, by thread.
_raised: dict[int, BaseException] = {}


def _signals() -> Generator[int, None, None]:
    """Yields whether a handler of a signal has raised an exception, and keeps it.

    Python runs handlers in the main thread, between two instructions: here, when the engine asks.
    A function would be too late, because a handler may run before its first instruction; here the
    first one is inside of ``try``.
    """
    stop = 0
    while True:
        try:
            yield stop
            stop = 0
        except GeneratorExit:
            raise
        except BaseException as e:
            _raised[threading.get_ident()] = e
            stop = 1


_Stop = ctypes.CFUNCTYPE(c_int32)


def watch(handle: int) -> Any:
    """Lets handlers of signals end the calls of tables. The result must outlive the tables."""
    signals = _signals()
    next(signals)
    stop = _Stop(signals.__next__)
    call("watch", handle, stop)
    return stop


def act(
    handle: int, agent: int, seed: int | None, chosen: NDArray[np.bool_] | None, actions: NDArray[np.int64]
) -> None:
    """Fills actions with what an agent does at the chosen tables."""
    call("act", handle, agent, POINTER(c_uint64)() if seed is None else ctypes.byref(c_uint64(seed)), chosen, actions)


def _take(lib: ctypes.CDLL, text: c_void_p, length: int = -1) -> bytes:
    """Returns the bytes of a text that a call returned, and frees the text."""
    try:
        return ctypes.string_at(text, length)
    finally:
        lib.rummygym_free(text)


def exploit(request: str, policy: Callable[[int, bytes, list[int]], Iterable[float]]) -> tuple[bytes, bytes]:
    """Returns what a policy loses, as JSON, and the file of its table. The request is JSON: see rummygym.h.

    The policy returns the probabilities of the legal actions for a seat, its information state and the actions.
    """

    def ask(seat: int, state: int, size: int, legal: Any, n: int, probabilities: Any) -> int:
        try:
            for k, x in enumerate(policy(seat, ctypes.string_at(state, size), legal[:n])):
                probabilities[k] = x
        except BaseException as e:
            _raised[threading.get_ident()] = e
            return 1
        return 0

    json, data, length = c_void_p(), c_void_p(), c_int64()
    call("exploit", request, _Policy(ask), *map(ctypes.byref, (json, data, length)))
    return _take(_library(), json), _take(_library(), data, length.value)


def abandon(handle: int) -> None:
    """Closes tables that nothing refers to. Never raises; does nothing after a fork."""
    if not _forked and _loaded is not None:
        _loaded.rummygym_close(handle, None)
