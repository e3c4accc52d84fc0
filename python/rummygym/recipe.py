"""Training runs, comparisons and measurements, named like the commands of the program ``rummygym``.

>>> result = rummygym.run("train mc", game="gin", steps=10, out="run")
>>> print(result)                      # as the command prints it
>>> result.rows[-1]["loss"]            # the rows of its table; here the metrics
>>> result.values["best"]              # other results
'run/best.safetensors'

:func:`recipes` lists them, and :func:`options_of` describes the options of one. Names have underscores instead of
hyphens, and a trailing underscore if they are Python keywords: ``eval_against=["simple"]``, ``lambda_=0.9``. A recipe
prints only a progress bar, and only if standard error is a terminal.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import datetime
import json
import keyword
import logging
import math
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

import rummygym_program

from ._abi import ConfigError, EngineError
from .agent import Agent

__all__ = ["Option", "Progress", "Result", "RunInterrupted", "options_of", "recipes", "run"]

#: The names of the recipes.
Recipe = Literal[
    "tournament", "ladder", "eval", "train mc", "train ppo", "train data", "train cfr",
    "exploit", "train equilibrium", "collect", "review", "positions list", "positions show", "positions answer",
    "positions score",
]  # fmt: skip

#: One value of an option, and an option of a recipe.
One = str | os.PathLike[str] | int | float | np.generic | datetime.timedelta | Agent
Value = One | Sequence[One] | np.ndarray[Any, Any] | None

_log = logging.getLogger("rummygym")


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of a recipe."""

    name: str  # as a keyword of run
    doc: str
    type: str  # int, float, bool, str, duration, list[str] or list[int]; a duration is a text such as "5m", or a timedelta
    default: Any  # "" or [] also where the recipe chooses
    words: tuple[str, ...]  # that it can be; () for any value
    range: tuple[int, int] | None  # minimum and maximum of whole numbers
    required: bool


@dataclasses.dataclass(frozen=True)
class Progress:
    """How much of a recipe is done."""

    done: int
    total: int
    unit: str  # such as "steps" or "games"
    rows: list[dict[str, Any]]  # of the metrics of a training, those after the last call


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of a recipe. ``str()`` is what its command prints."""

    rows: list[dict[str, Any]]  # of its table; None in place of NaN
    values: Mapping[str, Any]  # what it has beside the table
    text: str = dataclasses.field(repr=False)
    _arrow: bytes = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return self.text

    def to_arrow(self) -> Any:
        """Return the rows as a table of pyarrow. The metadata of each field contains its meaning."""
        import pyarrow

        return pyarrow.ipc.open_file(self._arrow).read_all()


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C stopped a recipe. The text says how to continue, if that is possible."""

    result: Result | None  # of what was done before, as the command prints it; None if there is none


def recipes() -> list[str]:
    """Return the names of the recipes."""
    return list(_described())


def options_of(name: str) -> dict[str, Option]:
    """Return the options of a recipe, by their names as keywords of :func:`run`."""
    described = _described()
    if name not in described:
        raise ConfigError(f"name is {name!r}: want one of {', '.join(described)}")
    options = {}
    for o in described[name]:
        word = _word(o["name"])
        bounds = o["range"] and (o["range"][0], o["range"][1])
        kind = _TYPES.get(o["kind"], o["kind"])
        options[word] = Option(
            word, _worded(o["doc"]), kind, o["default"], tuple(o["words"] or ()), bounds, o["required"]
        )
    return options


def _word(name: str) -> str:
    """Return the name of an option as a keyword of :func:`run`."""
    word = name.replace("-", "_")
    return word + "_" * keyword.iskeyword(word)


def _worded(text: str) -> str:
    """Return a text of the program with its options as keywords of :func:`run`."""
    return re.sub(r"--([a-z][a-z0-9-]*)", lambda m: _word(m[1]), text)


_TYPES = {
    "int64": "int",
    "uint64": "int",
    "float64": "float",
    "string": "str",
    "stringSlice": "list[str]",
    "stringArray": "list[str]",
    "intSlice": "list[int]",
}


def _described() -> dict[str, list[dict[str, Any]]]:
    """Return the options of all recipes."""
    done = subprocess.run([rummygym_program.path(), "run"], capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise EngineError(done.stderr.strip())
    described: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return described


def run(name: Recipe, /, *, progress: Callable[[Progress], object] | bool | None = None, **options: Value) -> Result:
    """Run a recipe until its end, and return its result.

    Ctrl-C stops it, like the command: a training run keeps its last state, and the exception says how to
    continue, for example with ``rummygym.run("train mc", resume="run")``. After a comparison of agents, the
    ``result`` of the exception has the games played so far. A second ctrl-C kills it. It also stops if
    ``progress`` raises an exception, in any thread. Messages and warnings go to the logger ``rummygym``.

    :param name: of the recipe, one of :func:`recipes`.
    :param progress: a function that is called several times a second, and for each new row of metrics, in the
        thread of the caller; True for a bar on standard error, False for none, None for one if that is a
        terminal.
    :param options: see :func:`options_of`. None leaves the default. An option with several values takes a
        list, or a text for a single value. An agent is a text or an :class:`rummygym.Agent`.
    :raises ConfigError: if an option is not valid.
    :raises FileNotFoundError: if a file does not exist.
    :raises OSError: if a file cannot be read or written, or is damaged.
    :raises EngineError: if the recipe fails otherwise.
    :raises RunInterrupted: after ctrl-C.
    """
    given = {key.rstrip("_").replace("_", "-"): _value(key, x) for key, x in options.items() if x is not None}
    if progress is None:
        progress = sys.stderr is not None and sys.stderr.isatty()
    bar = _Bar(name) if progress is True else None
    process = _Process(name)
    try:
        return process.result(given, bar or (progress if callable(progress) else None))
    except KeyboardInterrupt:
        raise process.stop() from None
    finally:
        process.stop()
        if bar:
            bar.clear()


def _value(name: str, x: Any, item: bool = False) -> Any:
    """Return a value of an option for JSON."""
    if isinstance(x, Agent):
        x = x.spec
    elif isinstance(x, os.PathLike):
        x = os.fspath(x)
    elif isinstance(x, datetime.timedelta):
        x = f"{x.total_seconds()}s"
    elif isinstance(x, np.generic):
        x = x.item()
    if isinstance(x, str):
        try:
            x.encode()
        except UnicodeEncodeError as e:
            raise ConfigError(f"{name} is {x!r}: want a text of Unicode") from e
        return x
    if isinstance(x, int) or (isinstance(x, float) and math.isfinite(x)):
        return x
    if isinstance(x, Sequence | np.ndarray) and not isinstance(x, bytes) and not item:
        return [_value(f"{name}, item {i},", y, item=True) for i, y in enumerate(x)]
    raise ConfigError(f"{name} is {x!r}: want a finite number, True, False, a text, a path or a list of them")


class _Process:
    """A recipe in a separate process. A thread reads its messages, so ctrl-C loses none."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._program = rummygym_program.path()
        command, pipe = [self._program, "run", "--", name], subprocess.PIPE
        # It is in a group of its own, so that ctrl-C in a terminal reaches it once, from stop.
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
            self._popen = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors, creationflags=flags)
        else:
            self._popen = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=self._errors, start_new_session=True
            )
        self._messages: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._popen.stdout
        with contextlib.suppress(ValueError):  # of a line within which the process was killed
            for line in self._popen.stdout:
                self._messages.put(json.loads(line))
        self._messages.put(None)

    def result(self, options: dict[str, Any], progress: Callable[[Progress], object] | None) -> Result:
        """Send the options, report progress, and return the result."""
        assert self._popen.stdin
        with contextlib.suppress(BrokenPipeError), self._popen.stdin as text:  # it may have ended: messages say why
            text.write(json.dumps(options).encode())
        last: dict[str, Any] = {}
        while (message := self._messages.get()) is not None:
            if "log" in message:
                _log.info("%s", _worded(message["log"]))
            elif "progress" not in message:
                last = message
            elif progress:
                progress(Progress(**message["progress"]))
        status = self._popen.wait()
        if "result" in last:
            return _result(last["result"])
        if "error" in last:
            raise _ERRORS.get(last["error"]["kind"], EngineError)(self._text(last["error"]))
        self._errors.seek(0)
        words = self._errors.read().decode(errors="replace").strip()
        raise EngineError(words or f"the program {self._program} ended with status {status}")

    def _text(self, error: dict[str, Any]) -> str:
        """Return the text of an error, and how to go on."""
        text = _worded(error["text"])
        if not (place := error.get("resume")):
            return text
        others = ", and the other options as before" if error["whole"] else ""
        return f"{text}; continue with rummygym.run({self._name!r}, resume={place!r}){others}"

    def stop(self) -> RunInterrupted:
        """Stop the recipe unless it has ended, wait, and return what it says and what it has done."""
        said, result = "", None
        try:
            if self._popen.poll() is None:
                if sys.platform == "win32":
                    self._popen.send_signal(signal.CTRL_BREAK_EVENT)
                else:
                    self._popen.send_signal(signal.SIGINT)
                while (message := self._messages.get()) is not None:
                    if "result" in message:
                        result = _result(message["result"])
                    elif "error" in message:
                        said = self._text(message["error"])
        except BaseException:  # another ctrl-C
            self._popen.kill()
            raise
        finally:
            self._popen.wait()
            for file in (self._popen.stdin, self._popen.stdout, self._errors):
                if file:
                    file.close()
        stopped = RunInterrupted(said)
        stopped.result = result
        return stopped


def _result(r: dict[str, Any]) -> Result:
    """Return the result that a message has."""
    values = {key: x for key, x in r["values"].items() if key != "rows"}
    return Result(r["rows"], values, r["text"], base64.b64decode(r["arrow"]))


_ERRORS: dict[str, type[Exception]] = {
    "usage": ConfigError,
    "missing": FileNotFoundError,
    "exists": FileExistsError,
    "file": OSError,
}


class _Bar:
    """A bar on standard error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, p: Progress) -> None:
        full = 30 * p.done // max(p.total, 1)
        sys.stderr.write(f"\r{self._name} [{'#' * full:<30}] {p.done:,} of {p.total:,} {p.unit}\033[K")
        sys.stderr.flush()

    def clear(self) -> None:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
