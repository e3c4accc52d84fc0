"""The C ABI of the engine. No other module calls the engine.

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
from collections.abc import Callable, Generator, Iterable
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ABI = 8

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
    "solve": [c_char_p, c_char_p, POINTER(c_void_p)],
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


def _call(name: str, *arguments: Any) -> None:
    """Calls rummygym_<name> and raises its error."""
    lib = _library()
    text = c_void_p()
    status = getattr(lib, f"rummygym_{name}")(*arguments, ctypes.byref(text))
    if status:
        raise _error(lib, status, text)


# Free buffers for error messages.
_places: list[tuple[c_void_p, Any]] = []


def _prepared(name: str, *arguments: Any) -> Callable[[], None]:
    """Returns a function without arguments that calls rummygym_<name> and raises its error.

    ctypes needs more time to convert the arguments of a step than the engine needs to
    step one table. Therefore the arguments have types of ctypes already, or are None for
    NULL, and the buffer for an error message is reused.
    """
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
        status = function(*arguments, place[1])
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
    _call("watch", handle, stop)
    return stop


def agent(handle: int, text: str) -> int:
    """Seats an agent beside tables and returns its number."""
    number = c_int64()
    _call("agent", handle, _string("agent", text), ctypes.byref(number))
    return number.value


def act(
    handle: int, agent: int, seed: int | None, chosen: NDArray[np.bool_] | None, actions: NDArray[np.int64]
) -> None:
    """Fills actions with what an agent does at the chosen tables."""
    where = (None, 0) if chosen is None else (chosen.ctypes.data, chosen.size)
    seeds = None if seed is None else ctypes.byref(c_uint64(seed))
    _call("act", handle, agent, seeds, *where, actions.ctypes.data, actions.size)


def answer(handle: int, agent: int, message: str) -> bytes:
    """Returns the answer of an agent to a message of the agent protocol, b"" for one without an answer."""
    return _answer("answer", handle, agent, _string("message", message))


def _take(lib: ctypes.CDLL, text: c_void_p, length: int = -1) -> bytes:
    """Returns the bytes of a text that a call returned, and frees the text."""
    try:
        return ctypes.string_at(text, length)
    finally:
        lib.rummygym_free(text)


def _answer(name: str, *arguments: Any) -> bytes:
    """Calls rummygym_<name> and returns its text."""
    text = c_void_p()
    _call(name, *arguments, ctypes.byref(text))
    return _take(_library(), text)


def _string(name: str, text: str) -> bytes:
    """Returns a text for C, which takes it to end at a NUL."""
    data = text.encode("utf-8", "surrogatepass")
    if b"\0" in data:
        raise ConfigError(f"{name} has a NUL character: {text!r}")
    return data


def describe(config: str) -> bytes:
    """Returns the description of a configuration, or for ``{}`` the list of games, as JSON."""
    return _answer("describe", config.encode())


def open(config: str) -> int:
    """Opens tables and returns their handle."""
    handle = c_int64()
    _call("open", config.encode(), ctypes.byref(handle))
    return handle.value


def reset(handle: int, runs: NDArray[np.uint64] | None, chosen: NDArray[np.bool_] | None, results: Arrays) -> None:
    """Deals at the chosen tables, or at all tables for None."""
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
    """Deals a given order of the deck at one table."""
    _call("deal", handle, table, _string("deck", deck), key, ctypes.addressof(results))


def redeal(handle: int, table: int, seat: int, seed: int, results: Arrays) -> None:
    """Samples the cards that a seat of a table cannot see."""
    _call("redeal", handle, table, seat, seed, ctypes.addressof(results))


def step(handle: int, actions: NDArray[np.int64], chosen: NDArray[np.bool_], results: Arrays) -> None:
    """Plays actions at the chosen tables."""
    at = ctypes.addressof(results)
    _call("step", handle, actions.ctypes.data, actions.size, chosen.ctypes.data, chosen.size, at)


def prepare_step(handle: int, actions: NDArray[np.int64], results: Arrays) -> Callable[[], None]:
    """Returns a function that plays actions at all tables. The arrays must outlive it."""
    return _prepared("step", c_int64(handle), *_span(actions), None, c_int64(0), c_void_p(ctypes.addressof(results)))


def prepare_send(handle: int, actions: NDArray[np.int64], results: Arrays) -> Callable[[], None]:
    """Returns a function that sends actions to all tables. The arrays must outlive it and the step."""
    return _prepared("send", c_int64(handle), *_span(actions), c_void_p(ctypes.addressof(results)))


def prepare_recv(handle: int) -> Callable[[], None]:
    """Returns a function that waits for the step that was sent."""
    return _prepared("recv", c_int64(handle))


def prepare_sample(
    masks: NDArray[np.bool_], uniforms: NDArray[np.float64], actions: NDArray[np.int64]
) -> Callable[[], None]:
    """Returns a function that fills actions with legal ones, chosen by numbers in [0, 1).

    The arrays must outlive it.
    """
    return _prepared("sample", *_span(masks), *_span(uniforms), *_span(actions))


def _span(a: NDArray[Any]) -> tuple[c_void_p, c_int64]:
    """Returns the address and the length of a contiguous array."""
    return c_void_p(a.ctypes.data), c_int64(a.size)


def measure(name: str, hands: NDArray[np.int8], wild: NDArray[np.int8] | None, results: NDArray[np.int32]) -> None:
    """Fills results with a function of each row of hands. The arrays are contiguous."""
    ranks = (None, 0) if wild is None else _span(wild)
    _call("measure", name.encode(), *_span(hands), *ranks, *_span(results))


def solve(game: str, request: str) -> bytes:
    """Returns the analysis of a hand as JSON. The request is JSON too."""
    return _answer("solve", _string("game", game), request.encode())


def replay(request: str) -> bytes:
    """Returns the HTML page of a game. The request is JSON: see rummygym.h."""
    return _answer("replay", request.encode())


def observe(handle: int, table: int, seat: int, out: NDArray[Any]) -> None:
    """Fills out with the observation of a seat, or of all seats for -1."""
    _call("observe", handle, table, seat, out.ctypes.data, out.size)


def show(handle: int, table: int, seat: int) -> bytes:
    """Returns the view of a table for a seat, as JSON."""
    return _answer("show", handle, table, seat)


def text(handle: int, table: int, seat: int, request: bytes) -> bytes:
    """Returns what a seat knows of a table. The request is JSON: see rummygym.h."""
    return _answer("text", handle, table, seat, request)


def information(handle: int, table: int, seat: int, text: bool) -> bytes:
    """Returns the information state of a seat, as bytes or as text."""
    data, length = c_void_p(), c_int64()
    _call("information", handle, table, seat, text, ctypes.byref(data), ctypes.byref(length))
    return _take(_library(), data, length.value)


def costs(handle: int, table: int, request: str) -> bytes:
    """Returns what the legal moves at a table cost, as JSON. The request is JSON too: see rummygym.h."""
    return _answer("costs", handle, table, request.encode())


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
    _call("exploit", request.encode(), _Policy(ask), *map(ctypes.byref, (json, data, length)))
    return _take(_library(), json), _take(_library(), data, length.value)


def set_position(handle: int, table: int, position: str, request: bytes, seed: int, results: Arrays) -> None:
    """Sets a table to a position that :func:`text` returned for the same request."""
    _call("place", handle, table, _string("position", position), request, seed, ctypes.addressof(results))


def save(handle: int) -> bytes:
    """Returns the state of the tables, for :func:`load`."""
    data, length = c_void_p(), c_int64()
    _call("save", handle, ctypes.byref(data), ctypes.byref(length))
    return _take(_library(), data, length.value)


def load(handle: int, data: bytes, results: Arrays) -> None:
    """Restores a saved state of the tables."""
    _call("load", handle, data, len(data), ctypes.addressof(results))


def close(handle: int) -> None:
    """Closes tables."""
    _call("close", handle)


def abandon(handle: int) -> None:
    """Closes tables that nothing refers to. Never raises; does nothing after a fork."""
    if not _forked and _loaded is not None:
        _loaded.rummygym_close(handle, None)
