"""Make the folders that hubs take as they are: ``make hub-prime hub-openenv hub-huggingface``.

A folder must not exist. Figures are those of the repository's pages, and of games that are played here. The same numbers of games
and chats give the same files for any number of workers.
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
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

import rummygym
import rummygym_program
from rummygym import Agent

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LICENSE, SEED = "apache-2.0", 1
TITLES = {"gin": "Gin Rummy", "indian": "Indian Rummy"}

#: The built-in networks: folder, file, flags of the games that they play here, and title.
NETWORKS = [
    ("gin", "standard-gin", "--game gin --against simple,sigra", "The built-in network for Gin Rummy"),
    ("indian", "standard", "--against min-dist-opp,min-dist-outs", "The built-in network for Indian Rummy"),
    ("indian-seats", "standard-seats", "--preset club --seats 4 --against min-dist-outs", "The built-in network for three to six players"),
]

#: Of the chats: the agents that play, drawn for each seat, the agent of the roll-outs, and their number per decision. The first two
#: agents also play the recorded games.
CHATS = {
    "gin": (("learned:standard", "sigra", "simple", "random-unmelded"), "independent-heuristics:filter=keep", 600),
    "indian": (("learned:standard", "min-dist-outs", "min-dist-opp", "min-score"), "min-dist-outs", 500),
}
SHARD = 500  # games, of two chats each


def program(*words: object) -> str:
    """Return the output of the program."""
    return subprocess.run([rummygym_program.path(), *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def figures(*games: str) -> str:
    """Return the tables of what players lose in positions, as docs/language-models.md has them."""
    page = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    [tables] = re.findall(r"<!-- begin leaderboard -->\n(.*?)<!-- end leaderboard -->", page, re.DOTALL)
    parts = {part.split(",")[0]: part.strip() for part in re.split(r"^(?=\w)", tables, flags=re.MULTILINE)}
    return "\n\n".join(parts[TITLES[game]] for game in games)


def package(kind: str, folder: Path) -> None:
    """Copy a package of this folder, with the figures in its text and the version of rummygym."""
    shutil.copytree(HERE / kind, folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    version = f'version = "{rummygym.__version__}"'
    for name, old, new in (("README.md", "<!-- figures -->", figures(*TITLES)), ("pyproject.toml", 'version = "0"', version)):
        (folder / name).write_text((folder / name).read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def huggingface(folder: Path, games_: int, chats_: int, workers: int) -> None:
    """Make models, sets of positions, games and chats for the Hugging Face Hub, and read all of them."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    for game in TITLES:
        positions(game, folder / "positions" / game)
        games(game, games_, workers, folder / "games" / game)
    for name, file, flags, title in NETWORKS:
        network(folder / "networks" / name, file, f"{flags} --games {max(8, games_ // 5)} --workers {workers}", title)
    chats(folder / "chats", chats_, workers)
    check(folder)


def network(folder: Path, file: str, flags: str, title: str) -> None:
    """Write a built-in network. Its card has the results of games played now, and those of its page."""
    from rummygym.huggingface import to_hugging_face

    path = ROOT / "internal/agents/learned" / f"{file}.safetensors"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as rows:
        print(program("eval", f"learned:{path}", *flags.split(), "--seed", SEED, "--format", "json"), file=rows, flush=True)
        to_hugging_face(path, folder, evaluations=[rows.name], title=title, license=LICENSE)
    page = path.with_suffix(".md").read_text(encoding="utf-8").split("\n", 1)[1].replace("\n## ", "\n### ")
    with (folder / "README.md").open("a", encoding="utf-8") as card:  # without links to files of the repository
        card.write("\n## Training and results\n" + re.sub(r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", page))


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
        words = f"--game {game} --agents {','.join(CHATS[game][0][:2])} --games {number} --seed {SEED} --workers {workers}"
        program("collect", *words.split(), "--out", f"{made}/data")
        datasets.to_hugging_face(datasets.load(f"{made}/data"), folder, title=f"{number:,} games of {TITLES[game]}", license=LICENSE)


def play(env: Any, agents: dict[str, Agent], number: int) -> list[dict[str, Any]]:
    """Play a game of agents as conversations, and return its two chats, with the record in each."""
    names = random.Random(number).choices(list(agents), k=2)
    env.reset(SEED, number)
    while env.seat is not None:
        env.act(json.dumps({"move": env.spec.actions[int(agents[names[env.seat]].act(env)[0])]}))
    same = {"game": env.spec.game, "episode": number, "ending": env.result.ending, "record": env.record()}
    seats = zip((0, 1), names, names[::-1], env.result.gains, (chat.messages for chat in env.transcripts), strict=True)
    return [same | dict(zip(("seat", "player", "opponent", "gain", "messages"), of, strict=True)) for of in seats]


def judged(row: dict[str, Any], agent: str, rollouts: int) -> dict[str, Any]:
    """Replace the record in a chat by what its moves cost."""
    from rummygym.text import judge

    moves = sum(m["role"] == "assistant" for m in row["messages"])
    found: dict[str, list[Any]] = {name: [None] * moves for name in ("costs", "cost_errors", "best")}
    for d in judge(row.pop("record"), row["seat"], rollouts=rollouts, agent=agent, workers=1):
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
        known: dict[str, list[list[float]]] = {name: [] for name in players}
        with TextEnv(game, reward="gain") as env, ThreadPoolExecutor(workers or os.cpu_count()) as pool:
            for first in range(0, total, SHARD):
                rows = [row for n in range(first, min(first + SHARD, total)) for row in play(env, agents, n)]
                rows = list(pool.map(functools.partial(judged, agent=agent, rollouts=rollouts), rows))
                path = folder / game / f"train-{first // SHARD:05d}-of-{-(-total // SHARD):05d}.parquet"
                parquet.write_table(pa.Table.from_pylist(rows, schema), path, compression="zstd")
                print(f"{path}: {len(rows)} chats", flush=True)
                for row in rows:
                    known[row["player"]].append([cost for cost in row["costs"] if cost is not None])
        for name, of in known.items():
            lines.append(f"| {game} | `{name}` | {len(of):,} | {sum(map(len, of)):,} | {fmean([*chain(*of)] or [0]):.2f} |")
    made = {game: f"{rollouts} roll-outs per decision by `{agent}`" for game, (_, agent, rollouts) in CHATS.items()}
    card = (HERE / "chats.md").read_text(encoding="utf-8").format(rows="\n".join(lines), chats=f"{number // 4 * 4:,}", **made)
    (folder / "README.md").write_text(card, encoding="utf-8")


def check(folder: Path) -> None:
    """Read each card with the Hub's parser and each dataset with the Hub's library, without network."""
    import datasets
    from huggingface_hub import DatasetCard, ModelCard
    from pyarrow import dataset

    for path in sorted(folder.glob("networks/**/README.md")):
        print(f"{path.parent}: {len(ModelCard.load(path).data.eval_results)} results")
    for path in sorted({*folder.glob("**/README.md")} - {*folder.glob("networks/**/README.md")}):
        for config in DatasetCard.load(path).data.to_dict()["configs"]:
            with tempfile.TemporaryDirectory() as cache:
                made = datasets.load_dataset_builder(str(path.parent), config["config_name"], cache_dir=cache)
            files = made.config.data_files["train"]
            rows = dataset.dataset(files, format=Path(files[0]).suffix[1:]).count_rows()
            print(f"{path.parent} {config['config_name']}: {rows:,} rows")


def main(words: list[str] | None = None) -> None:
    """Run a command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hub", choices=("prime", "openenv", "huggingface"))
    parser.add_argument("folder", type=Path, help="folder to write")
    parser.add_argument("--wheel", nargs="*", default=[], help="of openenv, wheels that its image installs")
    parser.add_argument("--games", type=int, default=10_000, help="games of each game; a fifth of them for each network and opponent")
    parser.add_argument("--chats", type=int, default=20_000, help="chats of both games together; a multiple of 4")
    parser.add_argument("--workers", type=int, default=0, help="games and reviews at a time; 0 is the number of cores")
    o = parser.parse_args(words)
    if o.hub == "huggingface":
        huggingface(o.folder, o.games, o.chats, o.workers)
    else:
        package(o.hub, o.folder)
        for wheel in o.wheel:
            shutil.copy(wheel, o.folder)


if __name__ == "__main__":
    main()
