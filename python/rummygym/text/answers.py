"""The answers of a language model to a set of positions, for ``rummygym positions score``.

Run ``python -m rummygym.text.answers --base-url http://127.0.0.1:8000/v1 --model NAME --positions gin --out
answers.jsonl``. If the file exists, its answers are kept, and the model is asked only for the others.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .._abi import ConfigError
from ..positions import Entry, load, read
from .endpoint import Endpoint, EndpointError, add_options, from_options, number
from .parser import InvalidAnswer, listed, parse
from .transcript import Transcript, Usage

__all__ = ["ask", "main"]


def ask(
    entries: Iterable[Entry], endpoint: Endpoint, *, retries: int = 0, workers: int = 8, seconds: float = 600.0
) -> Iterator[dict[str, Any]]:
    """Yields the lines of a file of answers, in the order of the entries.

    A line has ``id``, ``answer`` (the name of a move, or None), ``invalid`` (why there is none, by the kinds of
    :class:`rummygym.text.InvalidAnswer`, or ``endpoint``), ``said`` (all that the model wrote), the tokens and the seconds.

    Args:
        entries: The positions, from :func:`rummygym.positions.load` or :func:`rummygym.positions.read`.
        endpoint: The model.
        retries: How many times the model is asked again after an invalid answer, with the reason.
        workers: The number of positions that are asked about at once.
        seconds: The time limit for a position.

    Raises:
        EndpointError: The endpoint refuses every request, as with a wrong key.
    """
    with ThreadPoolExecutor(workers) as threads:
        yield from threads.map(lambda e: _answer(e["metadata"], endpoint, retries, seconds), entries)


def _answer(row: dict[str, Any], endpoint: Endpoint, retries: int, seconds: float) -> dict[str, Any]:
    chat, deadline = Transcript(row["rules"], row["aim"]), time.monotonic() + seconds
    legal = listed(row["text"], [move["name"] for move in row["moves"]])
    chat.ask(row["text"])
    usage, said, move, invalid = Usage(), None, None, None
    for _ in range(retries + 1):
        try:
            reply = endpoint.ask(chat.chat(), deadline)
        except EndpointError as e:
            if e.lasting:
                raise
            invalid = "endpoint"
            break
        said, usage = reply.text, usage + reply.usage
        try:
            if not reply.whole:
                raise InvalidAnswer("unfinished", "The answer is cut off at its maximum length")
            move, invalid = parse(said, legal), None
            break
        except InvalidAnswer as e:
            invalid = e.kind
            chat.answer(said)
            chat.refuse(e.reason)
    line = {"id": row["id"], "answer": move, "said": said and endpoint.redacted(said), "invalid": invalid}
    tokens = {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}
    return line | tokens | {"seconds": round(usage.seconds, 3)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Asks the model of the command line."""
    p = argparse.ArgumentParser("python -m rummygym.text.answers", description=__doc__, allow_abbrev=False)
    add_options(p)
    p.add_argument("--positions", required=True, metavar="SET", help="frozen set, such as gin, or a file of positions")
    p.add_argument("--out", required=True, metavar="FILE", help="file of JSON Lines to which the answers are appended")
    p.add_argument("--retries", default=0, type=number(0, 100, int), help="answers after an invalid one (default 0)")
    p.add_argument("--workers", default=8, type=number(1, 1024, int), help="positions at once (default 8)")
    seconds = "time for a position (default 600)"
    p.add_argument("--seconds", default=600.0, type=number(0.001, 86400, float), help=seconds)
    o = p.parse_args(arguments)
    try:
        endpoint = from_options(o)
        entries = read(o.positions) if Path(o.positions).suffix else load(o.positions)
        have = set()
        if os.path.exists(o.out):
            have = {json.loads(line)["id"] for line in Path(o.out).read_text(encoding="utf-8").splitlines()}
        left = [e for e in entries if e["metadata"]["id"] not in have]
        with open(o.out, "a", encoding="utf-8") as out:
            for n, line in enumerate(ask(left, endpoint, retries=o.retries, workers=o.workers, seconds=o.seconds), 1):
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                out.flush()
                if sys.stderr.isatty():
                    print(f"\r{n:,} of {len(left):,} positions", end="", file=sys.stderr, flush=True)
    except (ConfigError, EndpointError, ImportError, OSError, ValueError, KeyError) as e:
        sys.exit(f"rummygym.text.answers: {e}")


if __name__ == "__main__":
    main()
