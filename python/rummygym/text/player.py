"""A language model as an agent of rummygym: a program of the agent protocol that asks an endpoint.

Run it with any command that takes agents, as in ``rummygym eval "exec:{python -m rummygym.text.player
--base-url http://127.0.0.1:8000/v1 --model NAME}:move=2m:retries=2" --against simple``.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any

from ..core import Tables
from .endpoint import Endpoint, EndpointError, add_options, from_options, number, pair
from .parser import InvalidAnswer, listed, parse
from .transcript import Memory, Transcript, Usage

__all__ = ["Fallback", "Player", "main"]

Line = dict[str, Any]


class Log:
    """A file of JSON Lines, to which several processes may append. No line has the key of the endpoint."""

    def __init__(self, path: str | None, endpoint: Endpoint) -> None:
        self._file = open(path, "ab", buffering=0) if path else None  # noqa: SIM115 (open as long as the process)
        self._endpoint = endpoint

    def write(self, kind: str, **members: Any) -> None:
        """Appends a line."""
        if self._file:
            line = {"type": kind, "time": round(time.time(), 3), "process": os.getpid(), **members}
            self._file.write(
                self._endpoint.redacted(json.dumps(line, ensure_ascii=False)).encode(errors="replace") + b"\n"
            )


class Fallback:
    """An agent of the engine that decides instead of a model. It is told what its seat sees."""

    def __init__(self, agent: str) -> None:
        self._agent, self._lock = agent, threading.Lock()

    def begin(self, hello: Line) -> None:
        """Tells the agent which game is played, by the message of the engine."""
        self._tables = Tables(hello["game"], rules=hello["rules"], fields="none")
        self._ask = self._tables._server(self._agent)

    def act(self, question: Line) -> str:
        """Returns the move of the agent, which knows the events of the questions of the game."""
        names = ("type", "table", "seat", "seed", "events", "legal")
        with self._lock:
            return str(self._ask({k: question[k] for k in names if question[k] is not None})["action"])

    def end(self, table: int) -> None:
        """Ends a game that the agent plays."""
        with self._lock:
            self._ask({"type": "end", "table": table, "gains": None})


class Game:
    """The game at one table."""

    def __init__(self, number: int, rules: str, seed: str) -> None:
        self.number, self.transcript = number, Transcript(rules)
        self.decision, self.trial = 0, 0
        self.refusal = ""  # what the model is told if its last answer is refused; "" asks the same again
        self.untold: list[Any] = []  # events that the fallback agent does not know
        self.seed: str | None = seed  # None once the fallback agent plays


class Player:
    """Answers the questions of the engine, see docs/protocol.md.

    Args:
        endpoint: The model.
        tables: The number of games at once.
        memory: What the model sees of its game at a decision.
        fallback: The agent that decides after the last invalid answer; None: the game is lost.
        text: Options of the texts, see :class:`rummygym.options.TextOptions`.
        log: The file of prompts and answers; None: there is none.
        margin: Seconds of the engine's time limit that are reserved for the fallback agent.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        tables: int = 1,
        memory: Memory = "decision",
        fallback: str | None = None,
        text: Mapping[str, Any] | None = None,
        log: str | None = None,
        margin: float = 0.5,
    ) -> None:
        self._endpoint, self._tables, self._memory, self._margin = endpoint, tables, memory, margin
        self._text, self._log = dict(text or {}), Log(log, endpoint)
        self._fallback, self._agent = fallback, None if fallback is None else Fallback(fallback)
        self._games: dict[int, Game] = {}
        self._begun = 0
        self._lock = threading.Lock()

    def run(self, lines: IO[str], out: IO[str]) -> None:
        """Answers the lines of an engine until their end.

        The process ends if the endpoint refuses every request, as with a wrong key.
        """
        self._out = out
        with ThreadPoolExecutor(self._tables) as threads:
            for line in lines:
                message = json.loads(line)
                if message["type"] == "hello":
                    self._hello(message)
                elif message["type"] == "act":
                    deadline = time.monotonic() + message["ms"] / 1000 - self._margin
                    threads.submit(self._act, self._game(message), message, deadline).add_done_callback(_end_with)
                elif message["type"] == "end":
                    self._end(message)

    def _hello(self, hello: Line) -> None:
        self._rules = hello["rules_text"]
        if self._agent:
            self._agent.begin(hello)
        self._log.write(
            "begin",
            model=self._endpoint.model,
            game=hello["game"],
            rules=hello["rules"],
            memory=self._memory,
            text=self._text,
            fallback=self._fallback,
            system=Transcript(self._rules).messages[0]["content"],
        )
        name = self._endpoint.model[:100]
        self._say({"type": "hello", "protocol": 1, "name": name, "tables": self._tables, "text": self._text})

    def _game(self, question: Line) -> Game:
        """Returns the game of a question, and notes what the question tells."""
        table = question["table"]
        if "seed" in question:
            self._begun += 1
            self._games[table] = Game(self._begun, self._rules, question["seed"])
        game = self._games[table]
        game.untold += question["events"]
        game.decision, game.trial = (game.decision, game.trial + 1) if "refused" in question else (game.decision + 1, 0)
        return game

    def _act(self, game: Game, question: Line, deadline: float) -> None:
        """Answers a question."""
        chat = game.transcript
        if game.trial == 0:
            chat.ask(question["text"])
        elif game.refusal:
            chat.refuse(game.refusal)
        prompt, said, usage, move, game.refusal = chat.messages[-1]["content"], None, Usage(), None, ""
        fault: dict[str, str] | None = None
        try:
            reply = self._endpoint.ask(chat.chat(self._memory), deadline)
            said, usage = reply.text, reply.usage
            chat.answer(said, usage)
            if not reply.whole:
                raise InvalidAnswer("unfinished", "The answer is cut off at its maximum length")
            move = parse(said, listed(question["text"], question["legal"]))
        except InvalidAnswer as e:
            fault = {"kind": e.kind, "reason": e.reason}
            game.refusal = e.reason
        except EndpointError as e:
            if e.lasting:
                raise
            fault = {"kind": "endpoint", "reason": str(e)}
            usage = Usage(e.requests)
        replaced = None
        if fault and self._agent and (question.get("retries", 0) == 0 or fault["kind"] == "endpoint"):
            replaced = self._agent.act(question | {"events": game.untold, "seed": game.seed})
            game.untold, game.seed = [], None
        self._log.write(
            "answer",
            game=game.number,
            table=question["table"],
            seat=question["seat"],
            decision=game.decision,
            trial=game.trial,
            prompt=prompt,
            answer=said,
            move=move,
            invalid=fault,
            fallback=replaced,
            lost=fault is not None and replaced is None and question.get("retries", 0) == 0,
            **dataclasses.asdict(usage),
        )
        action = move or replaced or f"invalid answer, {(fault or {}).get('kind')}"
        self._say({"type": "act", "table": question["table"], "action": action})

    def _end(self, message: Line) -> None:
        game = self._games.pop(message["table"], None)
        if game and self._agent and game.seed is None:
            self._agent.end(message["table"])
        self._log.write("end", game=game and game.number, table=message["table"], gains=message["gains"])

    def _say(self, message: Line) -> None:
        with self._lock:
            print(json.dumps(message), file=self._out, flush=True)


def _end_with(answer: Future[None]) -> None:
    """Ends the process if an answer has failed: the engine then knows why, and which games are lost."""
    if error := answer.exception():
        print(f"rummygym.text.player: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the player of the command line."""
    p = argparse.ArgumentParser("python -m rummygym.text.player", description=__doc__, allow_abbrev=False)
    add_options(p)
    text = "an option of the texts, such as numbers=true or history=all"
    p.add_argument("--text", action="append", default=[], type=pair, metavar="KEY=VALUE", help=text)
    p.add_argument("--tables", default=8, type=number(1, 1024, int), help="games at once (default 8)")
    memory = "messages that the model sees: the rules and this decision, or all of the game (default decision)"
    p.add_argument("--memory", default="decision", choices=("decision", "game"), help=memory)
    fallback = "agent that decides after the last invalid answer, such as simple; without it the game is lost"
    p.add_argument("--fallback", metavar="AGENT", help=fallback)
    margin = "time of each decision that is reserved for the fallback agent (default 0.5)"
    p.add_argument("--margin", default=0.5, type=number(0, 3600, float), metavar="SECONDS", help=margin)
    p.add_argument("--log", metavar="FILE", help="file of JSON Lines to which prompts and answers are appended")
    o = p.parse_args(arguments)
    try:
        own: dict[str, Any] = {name: getattr(o, name) for name in ("tables", "memory", "fallback", "log", "margin")}
        player = Player(from_options(o), text=dict(o.text), **own)
    except (ImportError, OSError, ValueError) as e:
        p.error(str(e))
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    player.run(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
