"""Make a set of positions with answers, write or judge a set again, and make the rows of agents in a leaderboard.

    python python/benchmarks/positions.py make --game gin --preset openspiel --positions 100 --out gin-new.jsonl
    python python/benchmarks/positions.py sets out/sets
    python python/benchmarks/positions.py renew gin --out gin.jsonl
    python python/benchmarks/positions.py again gin-new.jsonl --positions 50
    python python/benchmarks/positions.py leaderboard docs/leaderboard.json

A set has one position per line; docs/positions.md describes it. ``rummygym positions answer`` and ``positions score`` take
the file. The frozen sets of the program, gin and indian, were made by the same method; only "renew" changes their words.

Agents play games. From each game one decision of each kind is drawn. A short search estimates what the moves of each
decision cost, and so how difficult it is. Positions are then taken from each kind and class of difficulty in turn. A longer
search, on other deals, measures the costs that the set gives, so the choice does not bias them. The searches are those
of ``rummygym review``. The same arguments give the same file for any number of workers.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import multiprocessing
import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import rummygym_program
from rummygym import Agent, Position, Tables, describe
from rummygym.core import MoveCost
from rummygym.hands import solve

KINDS = ("draw", "discard", "knock", "declare", "drop", "meld", "lay-off")
CLASSES = ("close", "moderate", "clear")
AIM = "Only this counts: how many points you gain or lose in this deal on average, not whether you win."
SUITS = ["".join(p) for p in itertools.permutations("CDHS")]  # letters for C, D, H and S, the first those themselves

#: The agents that play, drawn for each seat of each game.
PLAYERS = {
    "gin": ["learned:standard", "sigra", "simple", "random"],
    "indian": ["learned:standard", "min-dist-opp", "min-score", "random"],
    "indian of many": ["min-dist-outs", "min-dist-opp", "min-score", "random"],
}

#: The parts of the sets: game, preset, seats, positions, roll-outs, as in the frozen sets. Part n of a set has the seed n.
PARTS: dict[str, list[tuple[str, str, int, int, int]]] = {
    "gin": [
        ("gin-match", "eaai", 2, 700, 12000),
        ("gin", "openspiel", 2, 600, 12000),
        ("gin-match", "classic", 2, 400, 12000),
        ("gin-match", "uk", 2, 300, 12000),
    ],
    "indian": [
        ("indian", "paper", 2, 600, 1500),
        ("indian", "paper52", 2, 200, 1000),
        ("indian", "club", 2, 300, 1000),
        ("indian", "released", 2, 200, 1500),
        ("indian", "paper", 3, 200, 1000),
        ("indian", "club", 4, 200, 1000),
        ("indian", "club", 5, 150, 1000),
        ("indian", "club", 6, 150, 1000),
    ],
}


def seed_of(*parts: object) -> int:
    """Return a seed that follows from the parts."""
    return random.Random("/".join(map(str, parts))).getrandbits(63)


def tables_of(o: argparse.Namespace) -> Tables:
    """Return a table that keeps what happens, with the rules of the options."""
    rules = {"seats": o.seats} if o.game == "indian" else None
    return Tables(o.game, preset=o.preset, rules=rules, fields="none", record=True)


def kind_of(types: set[str], first: bool) -> str:
    """Return the kind of a decision by the types of its moves: a drop only at the first decision of a seat."""
    return next(
        (k for k in [*["drop"] * first, "knock", "declare", "lay-off", "meld", "draw"] if k in types), "discard"
    )


def second(costs: list[MoveCost]) -> MoveCost:
    """Return the costs of the second-best move."""
    return min(costs[1:], key=lambda c: c.cost)


def classify(kind: str, costs: list[MoveCost]) -> str:
    """Return the kind by the costs: a decision to drop is one where dropping is the best move or the second best."""
    if "drop" in (costs[0].name, second(costs).name):
        return "drop"
    return "draw" if kind == "drop" else kind


def class_of(gap: float, error: float) -> str:
    """Return the class of difficulty: the gap in its standard errors is below 2, below 6 or more."""
    return "close" if gap <= 0 or gap < 2 * error else "moderate" if gap < 6 * error else "clear"


class Game:
    """A game that agents have played. It can be gone through again."""

    def __init__(self, o: argparse.Namespace, number: int) -> None:
        self.o, self.number, self.actions = o, number, list[int]()
        rng, taken, count, met = random.Random(seed_of(o.seed, "play", number)), {}, dict.fromkeys(KINDS, 0), set()
        with tables_of(o) as t:
            agents = [Agent(name) for name in rng.choices(o.players, k=t.spec.seats)]
            t.reset(o.seed, episode=number)
            while (seat := int(t.players[0])) >= 0:
                if len(legal := json.loads(t.position())["legal"]) > 1:
                    kind = kind_of({move["type"] for move in legal}, seat not in met)
                    count[kind] += 1
                    if rng.randrange(count[kind]) == 0:  # one of each kind, by reservoir sampling
                        taken[kind] = len(self.actions)
                met.add(seat)
                self.actions.append(int(agents[seat].act(t)[0]))
                t.step([self.actions[-1]])
        self.taken = {step: kind for kind, step in taken.items()}

    def judged(
        self, steps: Iterable[int], rollouts: int | None, name: str
    ) -> Iterator[tuple[int, Tables, list[MoveCost]]]:
        """Yield the steps with the table there and the costs of its moves, on the deals of a name."""
        wanted = set(steps)
        with tables_of(self.o) as t:
            t.reset(self.o.seed, episode=self.number)
            for step, action in enumerate(self.actions):
                if step in wanted:
                    seed = seed_of(self.o.seed, name, self.number, step)
                    yield step, t, t.costs(rollouts=rollouts, agent=self.o.agent, seed=seed)
                t.step([action])


def screen(o: argparse.Namespace, number: int) -> list[tuple[int, int, str, str]]:
    """Return the decisions drawn from a game: number, step, and by a short search kind and class."""
    game, rollouts = Game(o, number), None if o.rollouts is None else max(100, o.rollouts // 4)  # twice the error
    return [
        (number, step, classify(game.taken[step], costs), class_of(second(costs).cost, second(costs).cost_error / 2))
        for step, _, costs in game.judged(game.taken, rollouts, "screen")
    ]


def choose(found: Iterable[tuple[int, int, str, str]], n: int) -> list[tuple[int, int]]:
    """Return n decisions, shared by kinds and classes as equally as there are decisions, in the order of the games."""
    cells: dict[tuple[str, str], list[tuple[int, int]]] = {cell: [] for cell in itertools.product(KINDS, CLASSES)}
    for number, step, kind, difficulty in found:
        cells[kind, difficulty].append((number, step))
    turns = itertools.chain.from_iterable(itertools.zip_longest(*cells.values()))
    return sorted(itertools.islice((x for x in turns if x), n))


def measure(o: argparse.Namespace, of: tuple[int, list[int]]) -> list[dict[str, Any]]:
    """Return the entries of decisions of a game, without their ids."""
    game = Game(o, of[0])
    entries = []
    for step, t, costs in game.judged(of[1], o.rollouts, "judge"):
        twins = random.Random(seed_of(o.seed, "twins", of[0], step)).sample(SUITS[1:], o.twins)
        entries += [entry(t, classify(game.taken[step], costs), costs, labels) for labels in (SUITS[0], *twins)]
    return entries


def entry(t: Tables, kind: str, costs: list[MoveCost], labels: str) -> dict[str, Any]:
    """Return what a set says of the position of a table, with letters for the suits."""
    how: Any = {"relabel": labels} if labels != SUITS[0] else {}
    text, position, known = t.text(**how), json.loads(t.position(**how)), json.loads(t.position(numbers=True, **how))
    named = dict(zip(t.moves(**how), sorted(costs, key=lambda c: c.action), strict=True))
    moves = []
    for move in known["legal"]:
        c = named[move["name"]]
        row = {k: move[k] for k in ("name", "text", "distance", "outs", "points") if k in move}
        row |= {"cost": round(c.cost, 4), "cost_se": round(c.cost_error, 4)}
        moves.append(row | {"win_cost": round(c.win_cost, 6), "win_cost_se": round(c.win_cost_error, 6)})
    exact, hand = {k: known[k] for k in ("hand", "outs") if k in known}, known["seats"][known["seat"]]["cards"]
    for seat in known["seats"]:
        if seat["seat"] != known["seat"] and seat["knocked"] and seat["melds"]:
            exact["lay_off"] = solve(" ".join(hand), game="gin", knocker=seat["melds"])["joint"]
    gap, error = second(costs).cost, second(costs).cost_error
    e = {"twin_of": "", "relabelled": labels} if how else {}
    e |= {"game": position["game"], "kind": kind, "difficulty": class_of(gap, error)}
    e |= {"gap": round(gap, 4), "gap_se": round(error, 4), "deals": costs[0].deals}
    e |= {"rules": rules_of(t, how), "aim": AIM, "text": text, "position": position}
    e |= {"best": next(n for n, c in named.items() if c is costs[0])}
    return e | win_best(moves) | {"moves": moves, "exact": exact}


def rules_of(t: Tables, how: Any) -> str:
    """Return the rules of a table in words, with options of the text."""
    return t.text(rules=True, **how).removesuffix(t.text(**how)).removesuffix("\n")


def win_best(moves: list[dict[str, Any]]) -> dict[str, str]:
    """Return the move that wins most often, if it wins more often than the best one by three standard errors."""
    most = min(moves, key=lambda m: m["win_cost"])
    return {"win_best": most["name"]} if most["win_cost"] < -3 * most["win_cost_se"] else {}


def renew(o: argparse.Namespace) -> None:
    """Write a set with today's words, the aim, the mark of answers that depend on it, and what follows from events; costs stay."""
    entries = []
    for e in read(o.set):
        how: Any = {"relabel": e["relabelled"]} if "relabelled" in e else {}
        with Position.from_json(json.dumps(e["position"]), **how).tables(fields="none") as t:
            told = {
                "rules": rules_of(t, how),
                "aim": AIM,
                "text": t.text(**how),
                "position": json.loads(t.position(**how)),
            }
        last = {k: e.pop(k) for k in ("best", "moves", "exact")}
        told |= {"best": last.pop("best")} | win_best(last["moves"])
        entries.append({k: v for k, v in e.items() if k not in (*told, "win_best")} | told | last)
    write(o.out, entries)


def make(o: argparse.Namespace) -> None:
    """Make a set."""
    o.players = o.players or PLAYERS["indian of many" if o.seats > 2 else o.game.removesuffix("-match")]
    found = itertools.chain.from_iterable(each(o.workers, partial(screen, o), range(o.games or o.positions)))
    chosen = itertools.groupby(choose(found, o.positions), lambda x: x[0])
    games = [(number, [step for _, step in steps]) for number, steps in chosen]
    entries, count = [], 0
    for e in itertools.chain.from_iterable(each(o.workers, partial(measure, o), games)):
        count += "twin_of" not in e
        name = f"{o.name or o.game}-{count:05d}"
        if "twin_of" in e:
            e["twin_of"], name = name, f"{name}-{e['relabelled']}"
        entries.append({"id": name, **e})
    if count < o.positions:
        raise SystemExit(f"there are only {count} positions: raise --games for more")
    write(o.out, entries)


def each(workers: int, do: Callable[[Any], Any], of: Iterable[Any]) -> Iterator[Any]:
    """Yield what do returns for each value, in order, from several processes."""
    if workers == 1:
        yield from map(do, of)
    else:
        with multiprocessing.get_context("spawn").Pool(workers or None) as pool:
            yield from pool.imap(do, of)


def write(path: Path, entries: list[dict[str, Any]]) -> None:
    """Write a set, and print its SHA-256."""
    text = "".join(json.dumps(e, ensure_ascii=False, separators=(",", ":")) + "\n" for e in entries)
    data = re.sub(
        r"(?<=[:,])-?[\d.]+e-0\d(?=[,}])", lambda m: f"{float(m[0]):.6f}".rstrip("0"), text
    ).encode()  # as Go writes them
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{path}: {len(entries)} positions, SHA-256 {hashlib.sha256(data).hexdigest()}")


def sets(o: argparse.Namespace) -> None:
    """Make the parts of both sets that are not in the folder, and join them."""
    for set_, parts in PARTS.items():
        entries = []
        for i, (game, preset, seats, positions, rollouts) in enumerate(parts):
            name = f"{set_}-{preset}" + (f"-{seats}" if seats > 2 else "")
            if not (path := o.folder / f"{name}.jsonl").exists():
                words = f"make --game {game} --preset {preset} --seats {seats} --name {name} --seed {i + 1}".split()
                words += ["--positions", str(positions), "--rollouts", str(rollouts), "--out", str(path)]
                main([*words, "--workers", str(o.workers)])
            entries += map(json.loads, path.read_text().splitlines())
        write(o.folder / f"{set_}.jsonl", entries)


def program(*arguments: str) -> str:
    """Run the program, and return what it prints."""
    return subprocess.run([rummygym_program.path(), *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def read(name: str) -> list[dict[str, Any]]:
    """Return the entries of a file or of a frozen set."""
    text = Path(name).read_text() if Path(name).exists() else program("positions", "show", name, "--format", "json")
    return [json.loads(line) for line in text.splitlines()]


def judge(o: argparse.Namespace, e: dict[str, Any]) -> str:
    """Return "same" if a second search finds the same best move, or "agrees" if for it that costs two errors at most."""
    with Position.from_json(e["position"]).tables(fields="none") as t:
        rollouts = max(100, 2 * e["deals"] * len(e["moves"]))
        costs = t.costs(rollouts=rollouts, agent=o.agent, seed=seed_of(o.seed, "again", e["id"]))
        first = dict(zip(t.moves(), sorted(costs, key=lambda c: c.action), strict=True))[e["best"]]
    return "same" if first is costs[0] else "agrees" if first.cost <= 2 * first.cost_error else "differs"


def again(o: argparse.Namespace) -> None:
    """Judge positions of a set, evenly spaced, on other deals with the same budget, and print how many agree."""
    entries = [e for e in read(o.set) if "twin_of" not in e]
    n, z = min(o.positions, len(entries)), 1.959964
    found = list(each(o.workers, partial(judge, o), [entries[(2 * i + 1) * len(entries) // (2 * n)] for i in range(n)]))
    agree = n - found.count("differs")
    width = z * (agree * (n - agree) / n + z * z / 4) ** 0.5  # of Wilson's interval
    low, high = ((agree + z * z / 2 + side * width) / (n + z * z) for side in (-1, 1))
    print(f"{o.set}: {n} positions, same best move {found.count('same')}", end=", ")
    print(f"agrees {agree}, {agree / n:.3f} [{low:.3f}, {high:.3f}]")


def networks(set_: str, agent: str) -> str:
    """Return the names of an agent with the digests of its networks, for the game of a set and all numbers of seats."""
    game = read(set_)[0]["game"]
    rules = [{"seats": n} for n in (2, 3)] if game == "indian" else [None]
    names = [describe(game, rules=r, opponents=agent).opponents[0] for r in rules]
    return " or ".join(n for n in dict.fromkeys(names) if "@" in n)


def leaderboard(o: argparse.Namespace) -> None:
    """Ask agents about sets, and add their rows to the leaderboard. The default is the agents that have rows."""
    rows = json.loads(o.board.read_text())["rows"] if o.board.exists() else []
    for name in o.sets:
        for agent in o.agents or [r["name"] for r in rows if r["set"] == name and r["kind"] == "built-in"]:
            said = program("positions", "answer", agent, "--positions", name, "--format", "json")
            with tempfile.NamedTemporaryFile("w") as file:
                print(said, file=file, flush=True)
                row = ("--leaderboard", str(o.board), "--name", agent, "--kind", "built-in", "--settings", networks(name, agent))
                print(f"{name} {agent}\n{program('positions', 'score', file.name, '--positions', name, *row)}")


def main(words: list[str] | None = None) -> None:
    """Run a command of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)

    def command(run: Callable[[argparse.Namespace], None]) -> argparse.ArgumentParser:
        p = commands.add_parser(run.__name__, description=run.__doc__)
        p.set_defaults(run=run)
        return p

    made, joined, renewed, judged, board = map(command, (make, sets, renew, again, leaderboard))
    made.add_argument("--game", choices=("gin", "gin-match", "indian"), required=True)
    made.add_argument("--preset", help="preset of the rules")
    made.add_argument("--seats", type=int, default=2, help="players of Indian Rummy")
    made.add_argument("--name", help="prefix of the ids; the default is the game")
    made.add_argument("--positions", type=int, default=200, help="number of positions, without twins")
    made.add_argument("--games", type=int, help="number of games; the default is the number of positions")
    made.add_argument("--players", nargs="+", help="agents that play")
    made.add_argument("--twins", type=int, default=0, help="copies of each position with the suits exchanged, 0 to 23")
    made.add_argument("--rollouts", type=int, help="roll-outs per position; the default is that of rummygym review")
    joined.add_argument("folder", type=Path)
    for p in (made, renewed):
        p.add_argument("--out", type=Path, required=True, help="JSON Lines file to write")
    for p in (renewed, judged):
        p.add_argument("set", help="file of a set, or name of a frozen set")
    judged.add_argument("--positions", type=int, default=320, help="number of positions, evenly spaced")
    for p in (made, judged):
        p.add_argument("--agent", help="agent that plays all seats in roll-outs; the default is that of review")
        p.add_argument("--seed", type=int, default=1, help="seed of deals, agents and roll-outs")
    for p in (made, joined, judged):
        p.add_argument("--workers", type=int, default=0, help="number of processes; 0 is the number of cores")
    board.add_argument("board", type=Path)
    board.add_argument("--sets", nargs="+", default=["gin", "indian"], help="frozen sets or files")
    board.add_argument("--agents", nargs="+", help="agents; the default is those that have rows")
    o = parser.parse_args(words)
    o.run(o)


if __name__ == "__main__":
    main()
