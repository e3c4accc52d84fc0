"""Compares "rummygym train data --head discard" with JAX: the same networks, trained as by Keras.

    python discard.py curves --data DIR [--epochs 12] [--seeds 5] [--networks mlp,dual-inception]
    python discard.py losses NETWORK DATA BATCH

curves trains each network with both programs, from several seeds, on the same training and
validation rows of recorded games. Initial weights and the order of rows differ from program to
program and from seed to seed. It prints, as JSON, the mean squared error on the validation rows
after each epoch, and for each epoch the difference of the means of the programs in standard
errors (Welch's t).

losses prints the losses of the steps over a file of batches, for train/discard/jax_test.go, as
JSON: NETWORK is a network file, DATA holds float32, all rows of inputs, then all targets.

Adam has the defaults of Keras. JAX draws initial weights after Glorot, as Keras does.
Needs Go, and jax, optax, numpy, polars and safetensors of .ci/requirements.txt.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import polars as pl
from training import ROOT, heads, input_size, read_network

BATCH, EPSILON = 64, 1e-7


def print_losses(network: str, data: str, batch: int) -> None:
    """Prints the losses of the steps over the batches of a file."""
    description, weights = read_network(network)
    n = input_size(description)
    numbers = np.fromfile(data, np.float32)
    rows = len(numbers) // (n + 1)
    inputs, targets = numbers[: rows * n].reshape(-1, batch, n), numbers[rows * n :].reshape(-1, batch, 1)
    optimizer = optax.adam(1e-3, eps=EPSILON)

    @jax.jit
    def step(params: Any, state: Any, x: Any, y: Any) -> Any:
        value, gradient = jax.value_and_grad(lambda p: jnp.mean(jnp.square(heads(description, p, x) - y)))(params)
        updates, state = optimizer.update(gradient, state)
        return optax.apply_updates(params, updates), state, value

    params = {name: jnp.asarray(w) for name, w in weights.items()}
    state, losses = optimizer.init(params), []
    for x, y in zip(inputs, targets, strict=True):
        params, state, value = step(params, state, x, y)
        losses.append(float(value))
    print(json.dumps(losses))


def hashed(words: list[np.ndarray], seed: int = 1) -> np.ndarray:
    """Hashes words as Seed of package game does."""
    gamma = np.uint64(0x9E3779B97F4A7C15)

    def mix(x: np.ndarray) -> np.ndarray:
        x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return x ^ x >> np.uint64(31)

    h = mix(np.uint64(seed) + gamma)
    for word in words:
        h = mix(gamma * h + mix(word + gamma))
    return h


def read(folder: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows for training and for validation that the program makes of a dataset: x, o, m and the mean score."""
    frame = pl.read_ipc(f"{folder}/decisions/*.arrow")
    with np.errstate(over="ignore"):
        split = np.full(len(frame), 0x73706C6974, np.uint64)  # "split"
        h = hashed([split, frame["seed"].to_numpy(), frame["deal"].to_numpy().astype(np.uint64)])
    held = (h >> np.uint64(11)) * 2.0**-53 < 0.2
    parts = [frame[f"after_{name}"].to_numpy() for name in ("hand_matrix", "belief_matrix", "macros")]
    rows = np.concatenate([*parts, frame["score"].to_numpy()[:, None]], 1).astype(np.float32)
    sides = []
    for side in (rows[~held], rows[held]):
        states, which = np.unique(side[:, :108], axis=0, return_inverse=True)
        means = np.bincount(which.ravel(), side[:, 108]) / np.bincount(which.ravel())
        sides.append(np.column_stack([states, means]).astype(np.float32))
    return sides[0], sides[1]


def fields(rows: np.ndarray) -> dict[str, np.ndarray]:
    """Returns the inputs of rows by name."""
    grid = rows[:, :52].reshape(-1, 4, 13)
    pairs = np.stack([grid[:, a] * grid[:, b] for a in range(4) for b in range(a + 1, 4)], 2)
    runs = grid[:, :, 1:] * grid[:, :, :-1]
    return {
        "hand_matrix": rows[:, :52], "belief_matrix": rows[:, 52:104], "macros": rows[:, 104:108],
        "interactions": np.concatenate([pairs.reshape(len(rows), -1), runs.reshape(len(rows), -1)], 1),
    }  # fmt: skip


def glorot(shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Draws initial weights of a matrix [outputs, inputs] or of filters [filters, channels, rows, columns]."""
    place = math.prod(shape[2:])
    limit = math.sqrt(6 / ((shape[0] + shape[1]) * place))
    return rng.uniform(-limit, limit, shape).astype(np.float32)


def train_jax(
    description: dict[str, Any],
    shapes: dict[str, tuple[int, ...]],
    training: np.ndarray,
    validation: np.ndarray,
    epochs: int,
    seed: int,
) -> list[float]:
    """Trains a network and returns the mean squared errors on the validation rows."""
    rng = np.random.default_rng(seed)
    names = [field["name"] for field in description["inputs"]]
    x, held = (
        jnp.asarray(np.concatenate([fields(rows)[name] for name in names], 1)) for rows in (training, validation)
    )
    y, goal = jnp.asarray(training[:, 108:]), jnp.asarray(validation[:, 108:])
    params = {
        name: jnp.asarray(glorot(shape, rng) if len(shape) > 1 else np.zeros(shape, np.float32))
        for name, shape in shapes.items()
    }
    batches = -(-len(training) // BATCH)
    every = -(-epochs // 3) * batches
    optimizer = optax.adam(optax.exponential_decay(1e-3, every, 0.1, staircase=True), eps=EPSILON)

    def step(carry: Any, rows: Any) -> Any:
        params, state = carry
        index, weight = rows

        def loss(params: Any) -> Any:
            errors = jnp.square(heads(description, params, x[index]) - y[index])[:, 0]
            return jnp.sum(errors * weight) / jnp.sum(weight)

        updates, state = optimizer.update(jax.grad(loss)(params), state)
        return (optax.apply_updates(params, updates), state), None

    epoch = jax.jit(lambda carry, rows: jax.lax.scan(step, carry, rows)[0])
    measure = jax.jit(lambda params: jnp.mean(jnp.square(heads(description, params, held) - goal)))
    carry, errors = (params, optimizer.init(params)), []
    padding = batches * BATCH - len(training)  # rows of weight 0 fill the last batch
    weight = jnp.asarray(
        np.append(np.ones(len(training), np.float32), np.zeros(padding, np.float32)).reshape(-1, BATCH)
    )
    for _ in range(epochs):
        order = np.append(rng.permutation(len(training)), np.zeros(padding, int)).reshape(-1, BATCH)
        carry = epoch(carry, (jnp.asarray(order), weight))
        errors.append(float(measure(carry[0])))
    return errors


def compare(program: str, network: str, folder: Path, args: Any) -> dict[str, Any]:
    """Trains a network with both programs and compares the errors."""
    ours, theirs = [], []
    training, validation = read(args.data)
    for seed in range(1, args.seeds + 1):
        run = folder / f"{network}-{seed}"
        options = {"epochs": args.epochs, "seed": seed, "network": network, "out": run, "workers": 1}
        flags = [f"--{name}={value}" for name, value in options.items()]
        subprocess.run(
            [program, "train", "data", "--head", "discard", "--data", args.data, *flags],
            check=True,
            capture_output=True,
        )
        with open(run / "metrics.csv") as file:
            ours.append([float(row["validation/loss"]) for row in csv.DictReader(file)])
        description, weights = read_network(str(run / "last.safetensors"))
        shapes = {name: w.shape for name, w in weights.items()}
        theirs.append(train_jax(description, shapes, training, validation, args.epochs, seed))
    a, b = np.array(ours), np.array(theirs)
    errors = np.sqrt((a.var(0, ddof=1) + b.var(0, ddof=1)) / args.seeds)
    return {
        "network": network, "training_rows": len(training), "validation_rows": len(validation),
        "rummygym": np.round(a, 3).tolist(), "jax": np.round(b, 3).tolist(),
        "rummygym_mean": np.round(a.mean(0), 2).tolist(), "jax_mean": np.round(b.mean(0), 2).tolist(),
        "t": np.round((a.mean(0) - b.mean(0)) / errors, 2).tolist(),
    }  # fmt: skip


def print_curves(args: Any) -> None:
    """Compares the programs and prints the results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["go", "build", "-o", folder, "./cmd/rummygym"], cwd=ROOT, check=True)
        results = [compare(str(folder / "rummygym"), n, folder, args) for n in args.networks.split(",")]
    settings = {"epochs": args.epochs, "seeds": args.seeds, "data": Path(args.data).name}
    print(json.dumps({**settings, "networks": results}, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    curves = commands.add_parser("curves", help="compare the curves of several seeds")
    curves.add_argument("--data", required=True)
    curves.add_argument("--epochs", type=int, default=12)
    curves.add_argument("--seeds", type=int, default=5)
    curves.add_argument("--networks", default="mlp,dual-inception")
    losses = commands.add_parser("losses", help="print the losses of steps")
    losses.add_argument("network")
    losses.add_argument("data")
    losses.add_argument("batch", type=int)
    args = parser.parse_args()
    if args.command == "curves":
        print_curves(args)
    else:
        print_losses(args.network, args.data, args.batch)


if __name__ == "__main__":
    main()
