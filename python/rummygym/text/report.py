"""What a model did and what it cost, from the logs of ``rummygym.text.player``.

Run ``python -m rummygym.text.report LOG… --input-price 0.15 --output-price 0.6``; prices are per million tokens.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .transcript import Usage

__all__ = ["Report", "main", "read"]


@dataclasses.dataclass
class Report:
    """The sums over the games of a model."""

    games: int = 0  # with a decision of the model
    decisions: int = 0
    answers: int = 0  # of the model, repeated ones to a decision included
    invalid: Counter[str] = dataclasses.field(
        default_factory=Counter
    )  # invalid answers by kind; "endpoint": no answer came
    fallbacks: int = 0  # decisions of the fallback agent
    forfeits: int = 0  # games lost by an invalid answer
    usage: Usage = dataclasses.field(default_factory=Usage)

    def cost(self, input_price: float, output_price: float) -> float:
        """Returns the cost, for prices per million tokens."""
        return (self.usage.prompt_tokens * input_price + self.usage.completion_tokens * output_price) / 1e6


def read(lines: Iterable[str]) -> dict[str, Report]:
    """Returns the report of each model of a log. Lines of several processes may be mixed.

    Raises:
        ValueError: A line does not belong to a log.
    """
    reports: dict[str, Report] = {}
    models: dict[int, str] = {}
    for n, line in enumerate(lines, 1):
        try:
            x: dict[str, Any] = json.loads(line)
            if x["type"] == "begin":
                models[x["process"]] = x["model"]
                reports.setdefault(x["model"], Report())
            elif x["type"] == "answer":
                _add(reports[models[x["process"]]], x)
        except (ValueError, KeyError, TypeError) as e:
            raise ValueError(f"line {n} is not of a log of rummygym.text.player: {type(e).__name__} {e}") from None
    return reports


def _add(r: Report, x: dict[str, Any]) -> None:
    r.decisions += x["trial"] == 0
    r.games += x["trial"] == 0 and x["decision"] == 1
    r.answers += x["answer"] is not None
    if x["invalid"]:
        r.invalid[x["invalid"]["kind"]] += 1
    r.fallbacks += x["fallback"] is not None
    r.forfeits += x["lost"]
    r.usage += Usage(**{f.name: x[f.name] for f in dataclasses.fields(Usage)})


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the report of the command line."""
    p = argparse.ArgumentParser("python -m rummygym.text.report", description=__doc__, allow_abbrev=False)
    p.add_argument("logs", nargs="+", metavar="LOG", help="log of rummygym.text.player")
    p.add_argument("--input-price", type=float, default=0.0, help="price of a million tokens of prompts")
    p.add_argument("--output-price", type=float, default=0.0, help="price of a million tokens of answers")
    p.add_argument("--format", choices=("text", "json"), default="text")
    o = p.parse_args(arguments)
    lines: list[str] = []
    try:
        for log in o.logs:
            with open(log, encoding="utf-8") as file:
                lines += file
        reports = read(lines)
    except (OSError, ValueError) as e:
        sys.exit(f"rummygym.text.report: {e}")
    costs = {model: r.cost(o.input_price, o.output_price) for model, r in reports.items()}
    if o.format == "json":
        print(
            json.dumps([{"model": m, **dataclasses.asdict(r), "cost": costs[m]} for m, r in reports.items()], indent=2)
        )
        return
    for model, r in reports.items():
        u, n = r.usage, max(1, r.decisions)
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in r.invalid.most_common())
        print(f"{model}: {r.decisions:,} decisions in {r.games:,} games")
        print(f"  answers        {r.answers:,}; invalid or missing: {kinds or 'none'}")
        print(f"  replaced       {r.fallbacks:,} decisions by the fallback agent; {r.forfeits:,} games lost")
        print(f"  requests       {u.requests:,}, {u.seconds / n:.2f} s a decision")
        print(
            f"  tokens         {u.prompt_tokens:,} of prompts, {u.completion_tokens:,} of answers; {(u.prompt_tokens + u.completion_tokens) / n:,.0f} a decision"
        )
        print(f"  cost           {costs[model]:.4f}, {costs[model] / max(1, r.games):.4f} a game")


if __name__ == "__main__":
    main()
