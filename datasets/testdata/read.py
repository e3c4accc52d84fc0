"""Read datasets with pyarrow and print a description of each as a line of JSON, for the tests of Go.

Usage: python read.py FOLDER[=pandas,polars,duckdb] ...

For each column, the output has the type and a sum (for a list the sum of entry times
index, so that order matters) or the counts of the names. The named libraries read the
same data through pyarrow, and their sums must agree with it.
"""

import collections
import json
import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc as ipc


def read(path):
    with ipc.open_file(path) as f:
        return f.read_all()


def matrix(column):
    """Return a list column as an array [rows, entries]."""
    size = column.type.list_size
    parts = [np.empty((0, size))] + [np.asarray(c.flatten().to_numpy(zero_copy_only=False)).reshape(-1, size) for c in column.chunks]
    return np.concatenate(parts)


def describe(column):
    kind = column.type
    if pa.types.is_dictionary(kind):
        return {"type": "dictionary", "names": dict(collections.Counter(column.to_pylist()))}
    if pa.types.is_fixed_size_list(kind):
        values = matrix(column).astype(np.float64)
        places = np.arange(1, values.shape[1] + 1)
        return {"type": f"{kind.value_type}[{kind.list_size}]", "sum": float((values * places).sum())}
    values = column.to_numpy()
    total = int(values.astype(object).sum()) if kind == pa.uint64() else float(values.astype(np.float64).sum())
    return {"type": str(kind), "sum": float(total)}


def check_libraries(table, libraries):
    """Compare the number of rows and the sum of gains with other libraries that read Arrow."""
    want = (table.num_rows, sum(table["gain"].to_pylist()))
    for library in libraries:
        if library == "pandas":
            frame = table.to_pandas()
            got = (len(frame), int(frame["gain"].sum()))
        elif library == "polars":
            import polars

            frame = polars.from_arrow(table)
            got = (frame.height, int(frame["gain"].sum()))
        elif library == "duckdb":
            import duckdb

            rows = table  # duckdb finds the table by the name of the variable
            got = duckdb.sql("select count(*), sum(gain)::bigint from rows").fetchall()[0]
        if tuple(got) != want:
            raise SystemExit(f"{library} reads {got}, want {want}")


def check_results(folder, manifest):
    """Check that the results have one row for each seat of each episode, whose gains add up to 0."""
    seats = manifest["dataset"]["seats"]
    for shard in manifest["shards"]:
        name = shard["file"].replace("decisions", "results")
        table = read(folder / name)
        table.validate(full=True)
        first = shard["first_episode"]
        want = [first + e for e in range(shard["episodes"]) for _ in range(seats)]
        gains = table["gain"].to_numpy().reshape(-1, seats)
        played = any(table["terminated"].to_pylist())  # games that were cut off have no gains
        if table["episode"].to_pylist() != want or gains.sum(axis=1).any() or gains.any() != played:
            raise SystemExit(f"{name}: want a result for each seat of each episode, with a sum of 0")
        if {k: v for k, v in json.loads(table.schema.metadata[b"rummygym.results"]).items() if k not in ("layout", "after")} != {
            k: v for k, v in manifest["dataset"].items() if k not in ("layout", "after")
        }:
            raise SystemExit(f"{name}: its metadata differs from that of the manifest")


def check(folder, libraries):
    manifest = json.loads((folder / "manifest.json").read_text())
    tables = [read(folder / s["file"]) for s in manifest["shards"]]
    check_results(folder, manifest)
    for shard, table in zip(manifest["shards"], tables):
        metadata = json.loads(table.schema.metadata[b"rummygym"])
        if metadata != manifest["dataset"]:
            raise SystemExit(f"{shard['file']}: its metadata differs from that of the manifest")
        if table.num_rows != shard["rows"]:
            raise SystemExit(f"{shard['file']}: does not match the manifest")
        for name in table.column_names:
            if table[name].null_count:
                raise SystemExit(f"{shard['file']}: column {name} has nulls")
            if not table.schema.field(name).metadata[b"doc"]:
                raise SystemExit(f"{shard['file']}: column {name} has no doc")
        table.validate(full=True)
    whole = pa.concat_tables([t.replace_schema_metadata() for t in tables]).unify_dictionaries()
    check_libraries(whole, libraries)
    mask = matrix(whole["mask"])
    actions = whole["action"].to_numpy()
    decided = actions != 65535
    return {
        "rows": whole.num_rows,
        "columns": [{"name": n, **describe(whole[n])} for n in whole.column_names],
        "legal": int(mask[np.flatnonzero(decided), actions[decided]].sum()),
        "decisions": int(decided.sum()),
    }


for argument in sys.argv[1:]:
    folder, _, libraries = argument.partition("=")
    print(json.dumps(check(pathlib.Path(folder), libraries.split(",") if libraries else [])))
