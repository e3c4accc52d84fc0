"""The command line of datasets: ``python -m rummygym.datasets --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rummygym import datasets


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    p = argparse.ArgumentParser(
        prog="python -m rummygym.datasets",
        description='Inspect datasets that "rummygym collect" wrote, and convert them for other libraries.',
    )
    sub = p.add_subparsers(dest="command", required=True)

    info = sub.add_parser("info", help="print the games, rules and columns of a dataset")
    info.add_argument("path", help="folder of the dataset")

    mi = sub.add_parser(
        "minari",
        help="write a Minari dataset",
        description="Write a Minari dataset to $MINARI_DATASETS_PATH, by default ~/.minari/datasets.",
    )
    mi.add_argument("path", help="folder of the dataset")
    mi.add_argument("id", help="name of the Minari dataset, such as rummygym/indian/mindist-v0")
    mi.add_argument(
        "--storage", choices=["hdf5", "arrow"], default="hdf5", help="file format (default hdf5)"
    )
    mi.add_argument("--seat", type=int, help="only the episodes of this seat")
    mi.add_argument("--agent", help="only the episodes of this agent")
    mi.add_argument(
        "--observation",
        choices=["flat", "dict"],
        default="flat",
        help="one vector, or a dict of the named fields (default flat)",
    )
    mi.add_argument("--fields", help="comma-separated names of observation fields (default all)")
    mi.add_argument(
        "--action-mask",
        choices=["infos", "observations"],
        default="infos",
        help="where to store the masks (default infos)",
    )
    mi.add_argument(
        "--final",
        choices=["recorded", "repeated"],
        default="recorded",
        help="observation after the last action: the recorded one, or the last one repeated (default recorded)",
    )
    for name in ("author", "author-email", "code-permalink", "description"):
        mi.add_argument(f"--{name}", help="stored in Minari's metadata")

    hf = sub.add_parser("hugging-face", help="write a folder for the Hugging Face datasets library")
    hf.add_argument("path", help="folder of the dataset")
    hf.add_argument("folder", help="folder to write, new or empty")
    hf.add_argument("--title", help="title of the dataset card")
    hf.add_argument("--license", help="identifier of the licence, such as cc-by-4.0")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status."""
    a = parser().parse_args(arguments)
    try:
        data = datasets.load(a.path)
        if a.command == "info":
            print_info(data)
        elif a.command == "minari":
            made = datasets.to_minari(
                data,
                a.id,
                storage=a.storage,
                seat=a.seat,
                agent=a.agent,
                observation=a.observation,
                fields=a.fields.split(",") if a.fields else None,
                action_mask=a.action_mask,
                final=a.final,
                author=a.author,
                author_email=a.author_email,
                code_permalink=a.code_permalink,
                description=a.description,
            )
            print(
                f"{a.id}: {made.total_episodes} episodes, {made.total_steps} steps,",
                f"in {made.storage.data_path}",
            )
        else:
            folder = datasets.to_hugging_face(data, a.folder, title=a.title, license=a.license)
            print(
                f"{folder}: {data.num_episodes} games, {data.num_rows} rows,",
                f"{len(data.shards)} Parquet files and a card",
            )
    except (OSError, ValueError, ImportError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 1
    return 0


def print_info(data: datasets.Dataset) -> None:
    """Print the games, rules and columns of a dataset."""
    m = data.metadata
    print(
        f"{m.env}: {data.num_episodes} games, {data.num_rows} rows, {len(data.shards)} shards,",
        f"compression {m.compression}",
    )
    for r in m.runs:
        games = data.episodes_of(r)
        print(
            f"episodes {games.start} to {games.stop - 1}: {' '.join(r.agents)},",
            f"seating {r.seating}, seed {r.seed}",
        )
    print("rules: " + " ".join(f"{k}={v}" for k, v in m.rules.items()))
    for c in data.columns:
        shape = "" if c.shape is None else str(list(c.shape))
        print(f"{c.name:28} {c.type:8} {shape:10} {c.doc}")
    print(f"\n{data.results.num_rows} results, one for each seat of each game:")
    for c in data.results.columns:
        print(f"{c.name:28} {c.type:8} {'':10} {c.doc}")


if __name__ == "__main__":
    sys.exit(main())
