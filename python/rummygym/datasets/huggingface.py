"""Converts datasets for the Hugging Face ``datasets`` library: Parquet files and a dataset card."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from rummygym.datasets.columns import Column
from rummygym.datasets.dataset import Dataset
from rummygym.datasets.errors import DatasetError
from rummygym.datasets.metadata import Metadata, Run
from rummygym.datasets.shardfile import arrow
from rummygym.spec import described

if TYPE_CHECKING:
    import pyarrow as pa


def to_hugging_face(
    dataset: Dataset,
    folder: str | os.PathLike[str],
    *,
    columns: list[str] | None = None,
    title: str | None = None,
    license: str | None = None,
) -> Path:
    """Write the dataset as a folder for ``datasets.load_dataset(folder)`` and return the folder.

    It has ``data/train-*.parquet``, one file per shard, with the given columns or all,
    ``results/train-*.parquet`` with the result of each seat of each game, which
    ``datasets.load_dataset(folder, "results")`` loads, and
    ``README.md``, the dataset card with the rules, the players and the meaning of each
    column. The card is written last. Names are strings, because the library does not read
    dictionaries. Planes and masks are fixed-size lists in row-major order.

    :param folder: must be new or empty.
    :param title: title of the card. The default names the game and the players.
    :param license: identifier of a licence on the Hub, such as ``cc-by-4.0``. By default the card states
        none.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatasetError(f"{folder} is not an empty folder: want a new or an empty one")
    pa, parquet = arrow(), arrow("pyarrow.parquet")
    schema = dataset.schema
    names = schema.names if columns is None else list(columns)
    listed = [c for c in dataset.columns if c.name in names]
    for c in names:
        if c not in schema.names:
            raise DatasetError(f"there is no column {c!r}: want {', '.join(schema.names)}")
    plain = _plain_schema(pa.schema([schema.field(c.name) for c in listed], metadata=schema.metadata))

    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    batches = dataset.batches([c.name for c in listed])
    size, batch = 0, next(batches, None)
    for i, shard in enumerate(dataset.shards):
        path = data / f"train-{i:05d}-of-{len(dataset.shards):05d}.parquet"
        rows = 0
        with parquet.ParquetWriter(path, plain, compression="zstd") as writer:
            while batch is not None and rows + batch.num_rows <= shard.rows:
                rows += batch.num_rows
                writer.write_batch(_plain(batch, plain))
                batch = next(batches, None)
        size += path.stat().st_size
    results = folder / "results"
    results.mkdir()
    plain = _plain_schema(dataset.results.schema)
    for i, part in enumerate(dataset.parts()):
        path = results / f"train-{i:05d}-of-{len(dataset.shards):05d}.parquet"
        with parquet.ParquetWriter(path, plain, compression="zstd") as writer:
            for batch in part.results.batches():
                writer.write_batch(_plain(batch, plain))
        size += path.stat().st_size
    (folder / "README.md").write_text(dataset_card(dataset, listed, title, license, size), encoding="utf-8")
    return folder


def _plain_schema(schema: pa.Schema) -> pa.Schema:
    """Return the schema with strings in place of dictionaries."""
    pa = arrow()
    fields = [f.with_type(f.type.value_type) if pa.types.is_dictionary(f.type) else f for f in schema]
    return pa.schema(fields, metadata=schema.metadata)


def _plain(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    return batch.cast(schema) if batch.schema != schema else batch


def dataset_card(dataset: Dataset, columns: list[Column], title: str | None, license: str | None, size: int) -> str:
    """Return the dataset card: the header for the Hub, and the text."""
    m = dataset.metadata
    game = described(m.game)["title"]
    title = title or f"{game}: games of {', '.join(m.agents)}"
    header = [
        "---",
        f"pretty_name: {json.dumps(title)}",
        *([f"license: {license}"] if license else []),
        "task_categories:",
        "- reinforcement-learning",
        "tags:",
        *(
            f"- {t}"
            for t in (
                "rummygym",
                f"{m.game}-rummy",
                "card-game",
                "imperfect-information",
                "offline-rl",
                "imitation-learning",
            )
        ),
        "size_categories:",
        f"- {_size_category(dataset.num_rows)}",
        "configs:",
        "- config_name: default",
        "  data_files:",
        "  - split: train",
        "    path: data/train-*.parquet",
        "- config_name: results",
        "  data_files:",
        "  - split: train",
        "    path: results/train-*.parquet",
        "---",
    ]
    final = (
        "Each player that moved has one more row after the end of a game, with its final\n"
        "observation, the action 65535 and a mask without legal actions."
        if m.final != "none"
        else "The observation after a player's last action is not recorded."
    )
    body = f"""
# {title}

{dataset.num_episodes:,} games of {game} ({m.seats} players), {dataset.num_rows:,} rows,
{size / 1e6:.1f} MB of Parquet. Made by {m.generator}; the environment is `{m.env}`.

One row is one decision: the observation of the player to move, the legal actions, the
action, and the result. The rows of a game (`episode`) are consecutive, in the order of
play. The reward of a row is the sum of its player's rewards from the action until the
player's next decision or the end. {final}

```python
import datasets

data = datasets.load_dataset("PATH", split="train").with_format("numpy")
```
{_results(dataset)}
## Players

| episodes | agents | seating | seed | truncated after |
|---|---|---|---|---|
{chr(10).join(_run_line(r, dataset.episodes_of(r)) for r in m.runs)}

Seating `rotate`: in deal d, agent a of the n agents in the list (counted from 0) has seat
(a - d) mod n. Seating `fixed`: agent a has seat a.

## Rules

{_rules(m)}

## Columns

Lists are arrays of the given shape in row-major order.

| column | type | shape | range | meaning |
|---|---|---|---|---|
{chr(10).join(_column_line(c) for c in columns)}

Phases: {", ".join(f"`{p}`" for p in m.phases)}. Endings: {", ".join(f"`{e}`" for e in m.endings)}.
"""
    return "\n".join(header) + "\n" + body


def _results(dataset: Dataset) -> str:
    columns = "\n".join(_column_line(c) for c in dataset.results.columns)
    return f"""
## Results

A player that never moved has no row above. The configuration `results` has one row for each seat of
each game; means over games are right only there.

```python
results = datasets.load_dataset("PATH", "results", split="train")
```

| column | type | shape | range | meaning |
|---|---|---|---|---|
{columns}
"""


def _size_category(rows: int) -> str:
    """Return the Hub's size category for a number of rows."""
    for limit, word in (
        (10**3, "n<1K"),
        (10**4, "1K<n<10K"),
        (10**5, "10K<n<100K"),
        (10**6, "100K<n<1M"),
        (10**7, "1M<n<10M"),
        (10**8, "10M<n<100M"),
    ):
        if rows < limit:
            return word
    return "100M<n<1B" if rows < 10**9 else "n>1B"


def _run_line(r: Run, games: range) -> str:
    limit = f"{r.max_steps} decisions" if r.max_steps else ""
    agents = ", ".join(f"`{a}`" for a in r.agents)
    return f"| {games.start} to {games.stop - 1} | {agents} | {r.seating} | {r.seed} | {limit} |"


def _rules(m: Metadata) -> str:
    return "\n".join(["| option | value |", "|---|---|", *(f"| `{k}` | {v} |" for k, v in sorted(m.rules.items()))])


def _column_line(c: Column) -> str:
    shape = "" if c.shape is None else str(list(c.shape))
    limits = "" if c.low is None or c.high is None else f"[{c.low:g}, {c.high:g}]"
    doc = c.doc.replace("|", "\\|")
    return f"| `{c.name}` | {c.type} | {shape} | {limits} | {doc} |"
