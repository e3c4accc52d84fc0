"""Make the folders that hubs take as they are, in out/hub: ``make hub-prime hub-openenv hub-huggingface``.

    python python/hub/hubs.py prime out/hub/prime                 for "prime env push"
    python python/hub/hubs.py openenv out/hub/openenv             for "openenv push"
    python python/hub/hubs.py huggingface out/hub/huggingface     a folder for each repository, for "hf upload"

A folder must not exist. The figures in the texts are those of the repository's pages, of the cards of its networks, and of
games that are played here. The same numbers of games and chats give the same files for any number of workers.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

import rummygym
from rummygym import Agent, _binary

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LICENSE = "apache-2.0"
SEED = 1

#: The built-in networks: their folders, files, flags of games, opponents, and titles.
NETWORKS = [
    ("gin", "standard-gin", "--game gin", "simple,sigra", "The built-in network for Gin Rummy"),
    ("indian", "standard", "", "min-dist-opp,min-dist-outs", "The built-in network for Indian Rummy"),
    ("indian-seats", "standard-seats", "--preset club --seats 4", "min-dist-outs", "The built-in network for larger tables of Indian Rummy"),
]

#: Of the games: the agents that play.
GAMES = {"gin": "learned:standard,sigra", "indian": "learned:standard,min-dist-outs"}

#: Of the chats: the agents that play, drawn for each seat, the agent of the roll-outs, and their number per decision.
CHATS = {
    "gin": (("learned:standard", "sigra", "simple", "random-unmelded"), "independent-heuristics:filter=keep", 600),
    "indian": (("learned:standard", "min-dist-outs", "min-dist-opp", "min-score"), "min-dist-outs", 500),
}
SHARD = 500  # games, of two chats each
TITLES = {"gin": "Gin Rummy", "indian": "Indian Rummy"}


def program(*words: object) -> str:
    """Return the output of the program."""
    return subprocess.run([_binary.path(), *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def figures(*games: str) -> str:
    """Return the tables of what players lose in positions, as docs/language-models.md has them."""
    page = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    [tables] = re.findall(r"<!-- begin leaderboard -->\n(.*?)<!-- end leaderboard -->", page, re.DOTALL)
    parts = {part.split(",")[0]: part.strip() for part in re.split(r"^(?=\w)", tables, flags=re.MULTILINE)}
    return "\n\n".join(parts[TITLES[game]] for game in games)


def package(kind: str, folder: Path) -> None:
    """Copy a package of this folder, with the figures in its text and the version of rummygym."""
    shutil.copytree(HERE / kind, folder, ignore=shutil.ignore_patterns("__pycache__", "*.whl", "*.egg-info"))
    for name, words, text in (
        ("README.md", r"<!-- figures -->", figures("gin", "indian")),
        ("pyproject.toml", r'(?<=^version = ").*(?="$)', rummygym.__version__),
    ):
        changed, found = re.subn(words, lambda _, text=text: text, (folder / name).read_text(), flags=re.MULTILINE)
        assert found == 1, (kind, name)
        (folder / name).write_text(changed, encoding="utf-8")


def prime(o: argparse.Namespace) -> None:
    """Make the package of an environment for Prime Intellect's Environments Hub."""
    package("prime", o.folder)


def openenv(o: argparse.Namespace) -> None:
    """Make the folder of a server for OpenEnv, with the wheel that its image installs."""
    package("openenv", o.folder)
    for wheel in o.wheel:
        shutil.copy(wheel, o.folder)


def huggingface(o: argparse.Namespace) -> None:
    """Make models, sets of positions, games and chats for the Hugging Face Hub, and read all of them."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    for game in TITLES:
        positions(game, o.folder / "positions" / game)
        games(game, o.games, o.workers, o.folder / "games" / game)
    for name, file, flags, against, title in NETWORKS:
        words = (*flags.split(), "--against", against, "--games", max(8, o.games // 5), "--workers", o.workers)
        network(o.folder / "networks" / name, file, words, title)
    chats(o.folder / "chats", o.chats, o.workers)
    check(o.folder)


def network(folder: Path, file: str, words: Iterable[object], title: str) -> None:
    """Write a built-in network. Its card has the results of games played now, and those of its page."""
    from rummygym.huggingface import to_hugging_face

    path = ROOT / "agents" / "learned" / f"{file}.safetensors"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as rows:
        print(program("eval", f"learned:{path}", *words, "--seed", SEED, "--format", "json"), file=rows, flush=True)
        to_hugging_face(path, folder, evaluations=[rows.name], title=title, license=LICENSE)
    page = path.with_suffix(".md").read_text(encoding="utf-8").split("\n", 1)[1]
    with (folder / "README.md").open("a", encoding="utf-8") as card:  # without links to files of the repository
        text = re.sub(r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", page).replace("\n## ", "\n### ")
        card.write(f"\n## Training and results\n{text}")


def positions(game: str, folder: Path) -> None:
    """Write a frozen set of positions, with the scores of the built-in agents in its card."""
    from huggingface_hub import DatasetCard

    folder.parent.mkdir(parents=True, exist_ok=True)
    program("positions", "show", game, "--out", folder)
    card = DatasetCard.load(folder / "README.md")
    card.data.license = LICENSE
    card.text += f"\n## Scores\n\n{figures(game)}\n"
    card.save(folder / "README.md")


def games(game: str, number: int, workers: int, folder: Path) -> None:
    """Record games of built-in agents."""
    from rummygym import datasets

    with tempfile.TemporaryDirectory() as made:
        words = ("--game", game, "--agents", GAMES[game], "--games", number, "--seed", SEED, "--workers", workers)
        program("collect", *words, "--out", f"{made}/data")
        datasets.to_hugging_face(datasets.load(f"{made}/data"), folder, title=f"{number:,} games of {TITLES[game]}", license=LICENSE)


def play(env: Any, agents: dict[str, Agent], number: int) -> list[dict[str, Any]]:
    """Play a game of agents as conversations, and return its two chats, with the record in each."""
    names = random.Random(number).choices(list(agents), k=2)
    env.reset(SEED, number)
    while env.seat is not None:
        move = env.spec.actions[int(agents[names[env.seat]].act(env)[0])]
        env.act(json.dumps({"move": move}))
    same = {"game": env.spec.game, "episode": number, "ending": env.result.ending, "record": env.record()}
    seats = zip(names, names[::-1], env.result.gains, (chat.messages for chat in env.transcripts), strict=True)
    columns = ("player", "opponent", "gain", "messages")
    return [{**same, "seat": seat, **dict(zip(columns, of, strict=True))} for seat, of in enumerate(seats)]


def judged(row: dict[str, Any], agent: str, rollouts: int) -> dict[str, Any]:
    """Replace the record in a chat by what its moves cost."""
    from rummygym.text import judge

    moves = [json.loads(m["content"])["move"] for m in row["messages"] if m["role"] == "assistant"]
    found: dict[str, list[Any]] = {name: [None] * len(moves) for name in ("costs", "cost_errors", "best")}
    for d in judge(row.pop("record"), row["seat"], rollouts=rollouts, agent=agent, workers=1):
        assert moves[d.index] == d.action, (row["game"], row["episode"], d)
        for name, value in zip(found, (d.cost, d.error, d.best), strict=True):
            found[name][d.index] = value
    return row | found


def chats(folder: Path, number: int, workers: int) -> None:
    """Write games as conversations with the cost of each move, half of them of each game."""
    import pyarrow as pa
    from pyarrow import parquet

    from rummygym.text import TextEnv

    message = pa.struct({"role": pa.string(), "content": pa.string()})
    costs = {"costs": pa.list_(pa.float64()), "cost_errors": pa.list_(pa.float64()), "best": pa.list_(pa.string())}
    words = {name: pa.string() for name in ("game", "player", "opponent", "ending")}
    schema = pa.schema({**words, "episode": pa.int64(), "seat": pa.int8(), "gain": pa.float64(), "messages": pa.list_(message), **costs})
    lines = []
    for game, (players, agent, rollouts) in CHATS.items():
        agents, total = {name: Agent(name, game) for name in players}, number // 4
        (folder / game).mkdir(parents=True)
        known: dict[str, list[float]] = {name: [] for name in players}
        kept = dict.fromkeys(players, 0)
        with TextEnv(game, reward="gain") as env, ThreadPoolExecutor(workers or os.cpu_count()) as pool:
            for first in range(0, total, SHARD):
                rows = [row for n in range(first, min(first + SHARD, total)) for row in play(env, agents, n)]
                rows = list(pool.map(functools.partial(judged, agent=agent, rollouts=rollouts), rows))
                path = folder / game / f"train-{first // SHARD:05d}-of-{-(-total // SHARD):05d}.parquet"
                parquet.write_table(pa.Table.from_pylist(rows, schema), path, compression="zstd")
                for row in rows:
                    kept[row["player"]] += 1
                    known[row["player"]] += [cost for cost in row["costs"] if cost is not None]
                print(f"{path}: {len(rows)} chats", flush=True)
        lines += [f"| {game} | `{p}` | {kept[p]:,} | {len(known[p]):,} | {fmean(known[p] or [0]):.2f} |" for p in players]
    made = {game: f"{rollouts} roll-outs per decision by `{agent}`" for game, (_, agent, rollouts) in CHATS.items()}
    text = (HERE / "chats.md").read_text(encoding="utf-8")
    text = text.format(rows="\n".join(lines), chats=f"{number // 4 * 4:,}", **made)
    (folder / "README.md").write_text(text, encoding="utf-8")


def check(folder: Path) -> None:
    """Read each card with the Hub's parser and each dataset with the Hub's library, without network."""
    import datasets
    from huggingface_hub import DatasetCard, ModelCard
    from pyarrow import parquet
    from safetensors.numpy import load_file

    for path in sorted(folder.glob("**/README.md")):
        name = path.parent.relative_to(folder)
        if name.parts[0] == "networks":
            results = ModelCard.load(path).data.eval_results
            weights = sum(w.size for w in load_file(path.parent / "model.safetensors").values())
            print(f"{name}: {weights:,} weights, {len(results)} results")
            continue
        for config in DatasetCard.load(path).data.to_dict()["configs"]:
            with tempfile.TemporaryDirectory() as cache:
                builder = datasets.load_dataset_builder(str(path.parent), config["config_name"], cache_dir=cache)
            files = [parquet.ParquetFile(file) for file in builder.config.data_files["train"]]
            columns = datasets.Features.from_arrow_schema(files[0].schema_arrow)
            print(f"{name} {config['config_name']}: {sum(f.metadata.num_rows for f in files):,} rows of {len(columns)} columns")


def main(words: list[str] | None = None) -> None:
    """Run a command of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for run in (prime, openenv, huggingface):
        p = commands.add_parser(run.__name__, description=run.__doc__)
        p.add_argument("folder", type=Path, help="folder to write")
        p.set_defaults(run=run)
        if run is openenv:
            p.add_argument("--wheel", nargs="*", default=[], help="wheels for the image")
        if run is huggingface:
            p.add_argument("--games", type=int, default=10_000, help="games of each game; a fifth of them for each network and opponent")
            p.add_argument("--chats", type=int, default=20_000, help="chats of both games together; a multiple of 4")
            p.add_argument("--workers", type=int, default=0, help="games and reviews at a time; 0 is the number of cores")
    o = parser.parse_args(words)
    o.run(o)


if __name__ == "__main__":
    main()
