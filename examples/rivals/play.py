"""Plays an agent against the bots of gin-rummy-engine, at rummygym's tables and at theirs, and writes the results.

    python play.py --matches 400 --seed 1 heuristic gold marjj mc:64

The games stay in the folder --out, and a game that is there is not played again: a run that was stopped continues, more matches
are added to those of the same seed, and each seed is a part of the results. rivals.txt and rivals.json are the results of all
parts. Needs pyarrow and scipy; "make rivals" builds the programs and runs this.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.ipc
from scipy.stats import binomtest

PART = 10  # pairs at their tables between two writes


def play(args: argparse.Namespace, bot: str) -> None:
    """Plays what is missing against a bot, half of the matches from each seat."""
    part = args.out / f"{bot.replace(':', '')}-{args.seed}"
    games, log, lines = (part.with_suffix(kind) for kind in (".arrow", ".log", ".jsonl"))
    rival = f'exec:{{"{args.program}" serve {bot}}}:move=1m:log={log}'
    command = [args.binary, "eval", args.agent, "--game", "gin-match", "--against", rival, "--games", args.matches]
    command += ["--seed", args.seed, "--workers", args.workers, "--on-failure", "stop"]
    command += ["--resume" if games.exists() else "--checkpoint", games]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)

    played = len(lines.read_text().splitlines()) // 2 if lines.exists() else 0
    for first in range(played, args.matches // 2, PART):
        last = min(first + PART, args.matches // 2)
        command = [args.program, "arena", bot, args.seed, first, last, args.binary, "bot", "run", args.agent]
        done = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True)
        with lines.open("a") as file:
            file.write(done.stdout)


def results(out: Path, bot: str) -> Iterator[dict[str, Any]]:
    """Yields the rows of a bot over all parts: at rummygym's tables, and at theirs."""
    of = bot.replace(":", "")
    won: dict[Any, int] = defaultdict(int)  # matches that the agent won, by pair
    agents = set()
    for path in out.glob(of + "-*.arrow"):
        for game in pyarrow.ipc.open_file(path).read_all().to_pylist():
            won[path, game["game"]] += game["winner"] == game["lineup"]  # which is the agent's seat
            agents.add(game[("first", "second")[game["lineup"]]])
    logs = [json.loads(line) for path in out.glob(of + "-*.log") for line in path.open() if line.startswith("{")]
    yield row("rummygym", agents, bot, won, logs)

    won = defaultdict(int)
    lines = [(path, json.loads(line)) for path in out.glob(of + "-*.jsonl") for line in path.open()]
    for path, match in lines:
        won[path, match["pair"]] += match["scores"][match["seat"]] > match["scores"][1 - match["seat"]]
    yield row("gin-rummy-engine", {match["agent"] for _, match in lines}, bot, won, [match for _, match in lines])


def row(table: str, agents: set[str], bot: str, won: dict[Any, int], times: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns a result. Intervals are over pairs of matches with the same deals; the exact sign test, which is two-sided, is
    over the pairs of which one player won both."""
    if len(agents) != 1:
        raise SystemExit(f"the games against {bot} are of several agents, {sorted(agents)}: use one folder for each")
    rate = statistics.mean(won.values()) / 2
    error = statistics.stdev(won.values()) / 2 / math.sqrt(len(won)) if len(won) > 1 else math.inf
    both, neither = (sum(n == of for n in won.values()) for of in (2, 0))
    return {
        "table": table,
        "agent": agents.pop(),
        "rival": bot,
        "matches": 2 * len(won),
        "win_rate": rate,
        "win_rate_low": max(0.0, rate - 1.96 * error),
        "win_rate_high": min(1.0, rate + 1.96 * error),
        "pairs_won": both,
        "pairs_lost": neither,
        "sign_p": binomtest(both, both + neither).pvalue if both + neither else 1.0,
        "ms_move": pace(times, "moves", "seconds"),
        "rival_ms_move": pace(times, "rival_moves", "rival_seconds"),
    }


def pace(times: list[dict[str, Any]], moves: str, seconds: str) -> float | None:
    """Returns the mean time of a move in milliseconds, None if it was not measured."""
    n = sum(time.get(moves, 0) for time in times)
    return 1000 * sum(time.get(seconds, 0) for time in times) / n if n else None


def text(rows: list[dict[str, Any]]) -> str:
    """Returns the table for people."""
    lines = [
        f"{rows[0]['agent']} against bots of gin-rummy-engine, each deal from both seats; 95 % intervals over pairs of matches",
        "",
        "tables of         rival      matches  win rate                  pairs won  lost  sign test  ms a move  the rival's",
    ]
    for r in rows:
        own, rivals = ("-" if r[of] is None else f"{r[of]:.3f}" for of in ("ms_move", "rival_ms_move"))
        lines.append(
            f"{r['table']:18}{r['rival']:11}{r['matches']:7}  "
            f"{r['win_rate']:.4f} [{r['win_rate_low']:.4f}, {r['win_rate_high']:.4f}]  "
            f"{r['pairs_won']:9}{r['pairs_lost']:6}{r['sign_p']:11.2g}{own:>11}{rivals:>13}"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="heuristic, gold, marjj, mc or mc:SAMPLES")
    parser.add_argument("--binary", default="bin/rummygym", help="rummygym's command")
    parser.add_argument("--program", default="out/rivals/release/rivals", help="the program with the bots")
    parser.add_argument("--agent", default="learned:standard", help="rummygym's agent")
    parser.add_argument(
        "--matches", type=int, default=400, help="matches against each bot at each table, an even number"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and players")
    parser.add_argument("--workers", type=int, default=0, help="matches at once at rummygym's tables; 0: one per core")
    parser.add_argument("--out", type=Path, default=Path("out/rivals/games"), help="folder of the games and results")
    args = parser.parse_args()
    if args.matches < 2 or args.matches % 2:
        parser.error(f"--matches {args.matches}: want an even number of 2 or more, for both seats of each deal")
    args.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for bot in args.bots:
        try:
            play(args, bot)
        except subprocess.CalledProcessError as error:
            sys.exit(error.returncode)  # it has said why
        rows += results(args.out, bot)
    (args.out / "rivals.json").write_text(json.dumps(rows, indent=1) + "\n")
    (args.out / "rivals.txt").write_text(text(rows))
    print(text(rows), end="")


if __name__ == "__main__":
    main()
