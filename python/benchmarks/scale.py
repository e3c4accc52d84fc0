"""Plans runs on clusters: measures what a unit of work costs here, and simulates many cores.

    python scale.py measure [--binary PROGRAM] [--quick] > scale.json
    python scale.py simulate scale.json [--page docs/scale-out.md]

measure runs the program on one core and prints JSON: processor seconds, bytes and messages of a
decision, a game, a sample and a step, each the difference of a long and a short run, so that
starting the program does not count. If Ray is installed, it also measures the driver's processor
seconds for an empty task.

simulate is a simulation of discrete events: cores that differ in speed play tasks, a driver hands
them out one by one, and results share one link. It prints a table for 10, 100 and 1,000 cores, or
writes it into a page between the markers "begin plan" and "end plan". What it assumes is in ASSUMED.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import os
import random
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CORES = (10, 100, 1000)

# Not measured here.
ASSUMED = {
    "bandwidth": 1.25e9,  # of the link of the driver, the learner, or the store, in bytes a second: 10 Gbit/s
    "node": 16,  # cores of a node; the weights of a step are sent to each node once
    "spread": 0.1,  # standard deviation of the speeds of cores, and of the times of tasks
    "latency": 0.002,  # seconds from the end of a message's transfer to its use
    "task": 20.0,  # seconds of a task of collect
    "start": 0.2,  # seconds in which a task of collect, or a part, starts the program and opens its agents
    "learner": 8.0,  # how much faster updates are on the cores of the learner's node than on one
    "decisions": 1e10,  # of the collection
    "games": 1e8,  # of the tournament
    "step": 4096,  # games of a step of training, the default
    "updates": 160,  # updates of a step, the default
}


def child(arguments: list[str], folder: str, pipe: Callable[[subprocess.Popen[bytes]], None] | None = None) -> float:
    """Run the program in a folder and return the processor seconds that it took."""
    ends = subprocess.PIPE if pipe else subprocess.DEVNULL
    with tempfile.TemporaryFile() as errors:
        p = subprocess.Popen(arguments, cwd=folder, stdin=ends, stdout=ends, stderr=errors)
        if pipe:
            pipe(p)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode:
            errors.seek(0)
            raise RuntimeError(f"{' '.join(arguments)}: {errors.read().decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


def pump(source: Any, target: Any, count: list[int]) -> None:
    """Copy a stream to its end and add the number of its bytes to count."""
    with contextlib.suppress(BrokenPipeError):  # the reader has ended
        while data := os.read(source.fileno(), 1 << 16):
            count[0] += len(data)
            target.write(data)
            target.flush()
    with contextlib.suppress(BrokenPipeError):
        target.close()


def train(binary: str, steps: int, games: int, updates: int) -> dict[str, float]:
    """Train with one actor and return processor seconds and bytes of the learner and the actor."""
    sent, received = [0], [0]
    with tempfile.TemporaryDirectory() as folder:
        size = f"--games {games} --updates {updates} --replay 1 --workers 1 --eval-games 2 --steps {steps}"
        actor_seconds: list[float] = []

        def pipe(learner: subprocess.Popen[bytes]) -> None:
            assert learner.stdout
            first = os.read(learner.stdout.fileno(), 1 << 16)  # then the settings are in the folder
            actor = [binary, "train", "mc", "--config", "run/config.json", "--act", "--workers", "1"]

            def serve(player: subprocess.Popen[bytes]) -> None:
                assert player.stdin
                sent[0] += len(first)
                player.stdin.write(first)
                player.stdin.flush()
                back = threading.Thread(target=pump, args=(player.stdout, learner.stdin, received))
                back.start()
                pump(learner.stdout, player.stdin, sent)
                back.join()

            actor_seconds.append(child(actor, folder, serve))

        seconds = child([binary, "train", "mc", *size.split(), "--actors", "stdio", "--out", "run"], folder, pipe)
    return {"learner": seconds, "actor": actor_seconds[0], "sent": sent[0], "received": received[0]}


def measure(binary: str, quick: bool) -> dict[str, float]:
    """Return what units of work cost here."""
    scale = 1 if quick else 5
    out: dict[str, float] = {}

    def collect(game: str, agents: str, games: int, file_format: str) -> tuple[float, int, int]:
        with tempfile.TemporaryDirectory() as folder:
            line = f"collect --game {game} --agents {agents} --games {games} --workers 1 --format {file_format}"
            seconds = child([binary, *line.split(), "--fields", "all", "--out", "data"], folder)
            manifest = json.loads((Path(folder) / "data" / "manifest.json").read_text())
            return seconds, sum(s["rows"] for s in manifest["shards"]), sum(s["bytes"] for s in manifest["shards"])

    for name, game, agents, games, file_format in (
        ("collect indian", "indian", "min-dist-opp,min-dist", 100 * scale, "arrow"),
        ("collect gin", "gin", "simple,simple", 10 * scale, "arrow"),
        ("collect gin parquet", "gin", "simple,simple", 10 * scale, "parquet"),
    ):
        short, long = (collect(game, agents, n, file_format) for n in (games, 4 * games))
        rows = long[1] - short[1]
        out[f"{name}: seconds/decision"] = (long[0] - short[0]) / rows
        out[f"{name}: bytes/decision"] = (long[2] - short[2]) / rows
        if "parquet" not in name:
            out[f"{name}: decisions/game"] = rows / (3 * games)

    games = 1000 * scale
    with tempfile.TemporaryDirectory() as folder:
        seconds, merges, sizes = [], [], []
        for n in (games, 4 * games):
            line = f"tournament --agents min-dist-opp,min-dist --games {n} "
            seconds.append(
                child([binary, *line.split(), "--workers", "1", "--part", "1/1", "--checkpoint", f"{n}.arrow"], folder)
            )
            sizes.append((Path(folder) / f"{n}.arrow").stat().st_size)
            merges.append(child([binary, *line.split(), "--merge", f"{n}.arrow"], folder))
    for name, (short, long) in {"seconds": seconds, "bytes": sizes, "merge seconds": merges}.items():
        out[f"tournament: {name}/game"] = max(0.0, (long - short) / (3 * games))

    games, updates = 64 * scale, 4
    short, long, more = (train(binary, s, games, u) for s, u in ((2, updates), (6, updates), (6, 3 * updates)))
    each = {name: (long[name] - short[name]) / 4 for name in short}  # of a step
    update = (more["learner"] - long["learner"]) / (6 * 2 * updates)
    out["train mc: seconds/game of an actor"] = each["actor"] / games
    out["train mc: bytes/game to the learner"] = each["received"] / games
    out["train mc: bytes/step to an actor"] = each["sent"]
    out["train mc: seconds/update of the learner"] = update
    out["train mc: seconds/game of the learner"] = max(0.0, each["learner"] - updates * update) / games
    out["ray: seconds/task of the driver"] = ray_task()
    return out


def ray_task() -> float:
    """Return the driver's processor seconds for an empty task, or 0 without Ray."""
    try:
        import ray
    except ImportError:
        return 0.0
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    task = ray.remote(lambda: None)
    ray.get([task.remote() for _ in range(20)])
    before, n = os.times(), 500
    ray.get([task.remote() for _ in range(n)])
    after = os.times()
    ray.shutdown()
    return (after.user + after.system - before.user - before.system) / n


class Cluster:
    """Cores of different speeds, one driver that hands out tasks, and one link for results."""

    def __init__(self, cores: int, driver: float, seed: int = 1) -> None:
        """:param driver: seconds of the driver for one task"""
        self.rng = random.Random(seed)
        self.speeds = [max(0.5, self.rng.gauss(1, ASSUMED["spread"])) for _ in range(cores)]
        self.idle = [(0.0, i) for i in range(cores)]  # when each core is idle
        self.driver, self.driver_free, self.link_free = driver, 0.0, 0.0
        self.busy = 0.0

    def run(self, tasks: int, seconds: float, size: float, begin: float = 0.0) -> list[float]:
        """Run equal tasks from a moment on, and return the moments at which their results have arrived.

        :param seconds: of a task on a core of speed 1
        :param size: bytes of a result
        """
        ends = []
        for _ in range(tasks):
            at, core = heapq.heappop(self.idle)
            at = max(at, begin, self.driver_free)
            self.driver_free = at + self.driver
            took = seconds * max(0.5, self.rng.gauss(1, ASSUMED["spread"])) / self.speeds[core]
            self.busy += took
            done = at + self.driver + ASSUMED["latency"] + took
            heapq.heappush(self.idle, (done, core))
            ends.append(done)
        arrived = []
        for done in sorted(ends):
            self.link_free = max(self.link_free, done) + size / ASSUMED["bandwidth"]
            arrived.append(self.link_free + ASSUMED["latency"])
        return arrived


def collection(c: dict[str, float], cores: int, name: str = "collect indian") -> dict[str, float]:
    """Simulate a collection."""
    cost = c[f"{name}: seconds/decision"]
    tasks = max(1, round(ASSUMED["decisions"] * cost / ASSUMED["task"]))
    rows = ASSUMED["decisions"] / tasks
    cluster = Cluster(cores, c["ray: seconds/task of the driver"])
    end = cluster.run(tasks, rows * cost + ASSUMED["start"], rows * c[f"{name}: bytes/decision"])[-1]
    rate = ASSUMED["decisions"] / end
    return {
        "rate": rate,
        "use": rate * cost / cores,
        "link": rate * c[f"{name}: bytes/decision"],
        "messages": tasks / end,
    }


def tournament(c: dict[str, float], cores: int) -> dict[str, float]:
    """Simulate a tournament in four parts for each core, merged by one process."""
    tasks = 4 * cores
    games, cost = ASSUMED["games"] / tasks, c["tournament: seconds/game"]
    cluster = Cluster(cores, c["ray: seconds/task of the driver"])
    end = cluster.run(tasks, games * cost + ASSUMED["start"], games * c["tournament: bytes/game"])[-1]
    end += ASSUMED["games"] * c["tournament: merge seconds/game"]
    rate = ASSUMED["games"] / end
    return {
        "rate": rate,
        "use": rate * cost / cores,
        "link": rate * c["tournament: bytes/game"],
        "messages": tasks / end,
    }


def training(c: dict[str, float], cores: int, staleness: int, games: int, steps: int = 30) -> dict[str, float]:
    """Simulate training. With a staleness, a step's games are played by a network that is so many steps old."""
    pieces = min(2 * cores, games)  # as rummygym.ray divides a step
    cluster = Cluster(cores, c["ray: seconds/task of the driver"])
    nodes = -(-cores // int(ASSUMED["node"]))
    learn = c["train mc: seconds/update of the learner"] * ASSUMED["updates"] / ASSUMED["learner"]
    learn += c["train mc: seconds/game of the learner"] * games
    send = nodes * c["train mc: bytes/step to an actor"] / ASSUMED["bandwidth"]
    size = games / pieces * c["train mc: bytes/game to the learner"]
    learned = [0.0] * (staleness + 1)  # when the learner has finished the steps before the first
    for _ in range(steps):
        begin = learned[-1 - staleness] + send
        arrived = cluster.run(pieces, games / pieces * c["train mc: seconds/game of an actor"], size, begin)[-1]
        learned.append(max(arrived, learned[-1]) + learn)
    rate = steps * games / learned[-1]
    sent = steps * (nodes * c["train mc: bytes/step to an actor"] + pieces * size)
    return {
        "rate": rate,
        "use": rate * c["train mc: seconds/game of an actor"] / cores,
        "link": sent / learned[-1],
        "messages": steps * 2 * pieces / learned[-1],
        "learner": steps * learn / learned[-1],
    }


def table(c: dict[str, float]) -> str:
    """Return the table of the plan in Markdown."""
    lines = [
        "| run | cores | result | cores in use | link | messages/s | learner busy |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    few, many = int(ASSUMED["step"]), 16 * int(ASSUMED["step"])
    runs: list[tuple[str, str, Callable[[int], dict[str, float]]]] = [
        ("collect Indian Rummy, Arrow", "decisions", lambda n: collection(c, n)),
        ("collect Gin Rummy, Arrow", "decisions", lambda n: collection(c, n, "collect gin")),
        ("collect Gin Rummy, Parquet", "decisions", lambda n: collection(c, n, "collect gin parquet")),
        ("tournament", "games", lambda n: tournament(c, n)),
        ("train mc", "games", lambda n: training(c, n, 0, few)),
        ("train mc, staleness 1", "games", lambda n: training(c, n, 1, few)),
        (f"train mc, {many:,} games/step", "games", lambda n: training(c, n, 0, many)),
        (f"train mc, {many:,} games/step, staleness 1", "games", lambda n: training(c, n, 1, many)),
    ]
    for name, unit, run in runs:
        for n in CORES:
            r = run(n)
            busy = f"{r['learner']:.0%}" if "learner" in r else ""
            lines.append(
                f"| {name} | {n:,} | {r['rate']:,.0f} {unit}/s | {r['use']:.0%} | {r['link'] / 1e6:,.1f} MB/s | {r['messages']:,.1f} | {busy} |"
            )
    return "\n".join(lines)


def constants(c: dict[str, float]) -> str:
    """Return the table of the measured constants in Markdown."""
    lines = ["| measured | value |", "|---|--:|"]
    for name, value in c.items():
        unit = name.split(": ")[1].split("/")[0]
        text = f"{value * 1e6:,.2f} µs" if unit.endswith("seconds") else f"{value:,.0f}"
        lines.append(f"| {name.replace('seconds/', 'time/')} | {text} |")
    return "\n".join(lines)


def main() -> None:
    p = argparse.ArgumentParser(description="Measures units of work and simulates them on many cores.")
    commands = p.add_subparsers(dest="command", required=True)
    m = commands.add_parser("measure")
    m.add_argument("--binary", default=str(ROOT / "bin" / "rummygym"))
    m.add_argument("--quick", action="store_true", help="a fifth of the work")
    s = commands.add_parser("simulate")
    s.add_argument("constants")
    s.add_argument("--page", help="page whose plan is rewritten")
    options = p.parse_args()
    if options.command == "measure":
        print(json.dumps(measure(os.path.abspath(options.binary), options.quick), indent=2))
        return
    c = json.loads(Path(options.constants).read_text())
    text = constants(c) + "\n\n" + table(c)
    if not options.page:
        print(text)
        return
    page = Path(options.page)
    before, rest = page.read_text().split("<!-- begin plan -->")
    after = rest.split("<!-- end plan -->")[1]
    page.write_text(f"{before}<!-- begin plan -->\n{text}\n<!-- end plan -->{after}")


if __name__ == "__main__":
    main()
