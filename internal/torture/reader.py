"""Reads a file by the package rummygym and prints what it holds; errors as the program prints them."""

import hashlib
import sys

import numpy as np

import rummygym
from rummygym import Tables, datasets
from rummygym.policy import Policy


def data(path):
    """Print a digest of all columns of a dataset or a shard."""
    import pyarrow as pa

    table = datasets.load(path).to_arrow()
    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    print(table.num_rows, hashlib.sha256(out.getvalue()).hexdigest())


def network(path):
    """Print the outputs of a network."""
    policy = Policy.load(path)
    for name, values in policy.outputs(np.ones(policy.input_size)).items():
        print(name, values.tolist())


def engine(game, opponent):
    """Play some steps against an agent with a file, in the C library."""
    with Tables(game, tables=2, opponents=opponent) as tables:
        tables.reset(seed=1)
        rng = np.random.default_rng(1)
        for _ in range(30):
            tables.step(tables.sample(rng))
            print(tables.rewards.tolist(), int(tables.masks.sum()))


try:
    {"data": data, "network": network, "engine": engine}[sys.argv[1]](*sys.argv[2:])
except (OSError, ValueError, rummygym.Error) as e:
    print(f"rummygym: {e}", file=sys.stderr)
    sys.exit(1)
