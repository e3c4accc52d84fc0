"""Measures the training speed of the Go package train and of JAX: the same network, data and optimiser.

    python training.py [--network FILE ...] [--density D] [--batch 256] [--rounds 7] [--seconds 2] [--only TEXT]

Trains a network of size 200-128-128-1 with ReLU on batches of random inputs with density
0.33 and 1 (the fraction of inputs that are not 0); then Dual Inception with 4 filters, the MLP
of truong2021datadriven, and one with two layers of 64, on ten cards, beliefs about 42 others and
four numbers, in batches of 64 and 256; then networks of the shapes of the built-in ones, on random
inputs with the density that their observations have in training, in batches of 256 and 1,024; then
the networks of files, on inputs with density D. The loss is the squared error of all heads, the optimiser Adam. The
programs take turns of some seconds on all cores of this machine. The table has the min,
median and max of the samples per second over the rounds. "JAX" calls a compiled step for
each batch, like a loop over a data set. "JAX scan" calls a compiled loop over 64 batches,
with the data in memory. All programs start from the same weights, and the losses of their
first steps are compared.

Needs Go, and jax, optax, numpy and safetensors of .ci/requirements.txt. The table of
docs/speed.md comes from --format json.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
CHECKED = 50  # steps whose losses are compared, as in internal/train/internal/speed
BATCHES = 64

# The sizes of the built-in networks, and the share of their inputs that are not 0 in training:
# learned:standard of Gin, of Indian Rummy with two seats and with more, and the belief.
BUILT_IN = {(546, 192, 128, 2): 0.25, (459, 256, 192, 3): 0.23, (484, 256, 128, 2): 0.26, (442, 384, 192, 169): 0.11}


def layered_network(rng: np.random.Generator, *sizes: int) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Returns the description and random weights of layers with ReLU and a head: sizes are those of inputs, layers and head."""
    layers = [{"name": f"layer{i}", "size": n, "activation": "relu"} for i, n in enumerate(sizes[1:-1], 1)]
    description = {
        "format": 1, "game": "indian", "fields": "none",
        "inputs": [{"name": "x", "shape": [sizes[0]], "scale": 1}],
        "layers": layers, "heads": [{"name": "value", "size": sizes[-1]}], "temperature": 0,
    }  # fmt: skip
    shapes = {
        part["name"]: (k, n) for part, n, k in zip([*layers, *description["heads"]], sizes, sizes[1:], strict=False)
    }
    return description, random_weights(rng, shapes)


def inception_network(rng: np.random.Generator) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Returns the description and random weights of Dual Inception with 4 filters of truong2021datadriven."""
    inputs = {"hand_matrix": [4, 13], "belief_matrix": [4, 13], "macros": [4]}
    parts: list[dict[str, Any]] = [
        {"name": f"{name}_{k}x{k}", "input": name, "filters": 4, "kernel": [k, k]}
        for name in ("hand_matrix", "belief_matrix")
        for k in (2, 3, 4)
    ]
    size = sum(4 * (5 - p["kernel"][0]) * (14 - p["kernel"][1]) for p in parts) + 4
    shapes = {"inception." + p["name"]: (4, 1, *p["kernel"]) for p in parts} | {"layer1": (16, size), "points": (1, 16)}
    parts.append({"name": "macros", "input": "macros"})
    description = {
        "format": 1, "kind": "discard", "game": "gin", "fields": "none",
        "inputs": [{"name": name, "shape": shape, "scale": 1} for name, shape in inputs.items()],
        "layers": [{"name": "inception", "size": size, "activation": "relu", "parts": parts},
                   {"name": "layer1", "size": 16, "activation": "relu"}],
        "heads": [{"name": "points", "size": 1}], "temperature": 0,
    }  # fmt: skip
    return description, random_weights(rng, shapes)


def random_weights(rng: np.random.Generator, shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    weights = {}
    for name, shape in shapes.items():
        weights[name + ".weight"] = rng.normal(0, (2 / np.prod(shape[1:])) ** 0.5, shape).astype(np.float32)
        weights[name + ".bias"] = np.zeros(shape[0], np.float32)
    return weights


def hands(rng: np.random.Generator, rows: int) -> np.ndarray:
    """Returns inputs of the networks for discards: ten cards, beliefs about the others, four numbers."""
    held = rng.random((rows, 52)).argsort(axis=1) < 10
    belief = np.where(held, 0, rng.random((rows, 52)))
    return np.concatenate([held, belief, rng.integers(0, 11, (rows, 4))], axis=1).astype(np.float32)


def read_network(path: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Returns the description and weights of a network file."""
    from safetensors import safe_open

    with safe_open(path, "numpy") as file:
        description = json.loads(file.metadata()["rummygym"])
        description.pop("digest", None)  # of the whole file
        return description, {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


def input_size(description: dict[str, Any]) -> int:
    return sum(int(np.prod(i["shape"])) for i in description["inputs"])


def heads(description: dict[str, Any], params: dict[str, Any], x: Any) -> Any:
    """Returns the outputs of all heads for rows of scaled inputs, side by side, computed by JAX."""
    import jax
    import jax.numpy as jnp

    activations = {"none": lambda x: x, "relu": jax.nn.relu, "tanh": jnp.tanh, "silu": jax.nn.silu}
    images, at = {}, 0  # what the parts of a layer can take
    for field in description["inputs"]:
        size = int(np.prod(field["shape"]))
        images[field["name"]] = x[:, at : at + size].reshape(-1, *field["shape"])
        at += size
    for layer in description["layers"]:
        activation, name = activations[layer["activation"]], layer["name"]
        if not layer.get("parts"):
            x = activation(x @ params[name + ".weight"].T + params[name + ".bias"])
            continue
        outs = {}
        for part in layer["parts"]:
            image, full = images[part["input"]], f"{name}.{part['name']}"
            if part.get("filters"):
                image = image if image.ndim == 4 else image[:, None]
                y = jax.lax.conv_general_dilated(image, params[full + ".weight"], (1, 1), "VALID")
                image = activation(y + params[full + ".bias"][:, None, None])
            outs[part["name"]] = image
        images, x = outs, jnp.concatenate([v.reshape(len(x), -1) for v in outs.values()], 1)
    return jnp.concatenate(
        [x @ params[h["name"] + ".weight"].T + params[h["name"] + ".bias"] for h in description["heads"]], 1
    )


def answer(line: str, samples: int, start: float, processor: float) -> None:
    """Prints the result for a line of standard input, in the format of internal/train/internal/speed."""
    took = time.perf_counter() - start, time.process_time() - processor
    print(json.dumps({"samples": samples, "seconds": took[0], "processor": took[1]}), flush=True)


def train_jax(network: str, data: str, batch: int, scan: bool) -> None:
    """Runs the JAX program: prints the first losses, then trains for the seconds of each line of standard input."""
    import jax
    import jax.numpy as jnp
    import optax

    description, weights = read_network(network)
    n = input_size(description)
    out = sum(h["size"] for h in description["heads"])
    numbers = np.fromfile(data, np.float32)
    split = len(numbers) // (n + out) * n
    inputs, targets = numbers[:split].reshape(-1, batch, n), numbers[split:].reshape(-1, batch, out)
    scales = np.concatenate([np.full(int(np.prod(i["shape"])), i["scale"], np.float32) for i in description["inputs"]])
    optimizer = optax.adam(1e-3)

    def loss(params: Any, x: Any, y: Any) -> Any:
        return jnp.sum(jnp.square(heads(description, params, x / scales) - y)) / batch

    def step(carry: Any, rows: Any) -> Any:
        params, state = carry
        value, gradient = jax.value_and_grad(loss)(params, *rows)
        updates, state = optimizer.update(gradient, state)
        return (optax.apply_updates(params, updates), state), value

    params = {name: jnp.asarray(w) for name, w in weights.items()}
    carry = params, optimizer.init(params)
    one = jax.jit(step, donate_argnums=0)
    many = jax.jit(lambda carry, rows: jax.lax.scan(step, carry, rows), donate_argnums=0)
    losses, at = [], 0
    for at in range(CHECKED):
        carry, value = one(carry, (inputs[at % len(inputs)], targets[at % len(inputs)]))
        losses.append(float(value))
    print(json.dumps(losses), flush=True)
    whole = jnp.asarray(inputs), jnp.asarray(targets)
    carry, value = jax.block_until_ready(many(carry, whole)) if scan else (carry, value)
    for line in sys.stdin:
        start, processor, samples = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - start < float(line):
            if scan:
                carry, value = many(carry, whole)
                samples += len(inputs) * batch
            else:
                for _ in range(20):
                    at += 1
                    carry, value = one(carry, (inputs[at % len(inputs)], targets[at % len(inputs)]))
                    samples += batch
            jax.block_until_ready(carry)
        answer(line, samples, start, processor)


def measure(commands: dict[str, list[str]], rounds: int, seconds: float) -> dict[str, list[dict[str, float]]]:
    """Runs the programs in turns, and returns the results of each."""
    programs = {
        n: subprocess.Popen(c, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for n, c in commands.items()
    }
    try:
        losses = {name: json.loads(p.stdout.readline()) for name, p in programs.items()}  # type: ignore[union-attr]
        first = next(iter(losses.values()))
        for name, other in losses.items():
            far = np.max(np.abs(np.subtract(first, other)) / np.abs(first))
            if not far < 1e-2:
                raise SystemExit(f"the losses of {name} differ by up to {far:.2g}, relative: {other}: want {first}")
        results: dict[str, list[dict[str, float]]] = {name: [] for name in programs}
        for _ in range(rounds):
            for name, p in programs.items():
                assert p.stdin and p.stdout
                print(seconds, file=p.stdin, flush=True)
                results[name].append(json.loads(p.stdout.readline()))
        return results
    finally:
        for p in programs.values():
            p.kill()
            p.wait()


def summary(results: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """Returns the samples per second of each program, and the ratio of package train to it, by round."""
    rates = {name: [r["samples"] / r["seconds"] for r in rounds] for name, rounds in results.items()}
    out: dict[str, Any] = {name: spread(each) for name, each in rates.items()}
    for name, rounds in results.items():
        out[name]["processor_us"] = 1e6 * statistics.median(r["processor"] / r["samples"] for r in rounds)
        out[name]["of"] = spread([mine / other for mine, other in zip(rates["train"], rates[name], strict=True)])
    return out


def spread(each: list[float]) -> dict[str, float]:
    return {"least": min(each), "median": statistics.median(each), "greatest": max(each)}


def table(cases: list[dict[str, Any]]) -> str:
    lines = [
        "| network | program | min samples/s | median | max | processor µs/sample | speed of train relative to it |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for case in cases:
        for name, p in case["programs"].items():
            rates = " | ".join(f"{p[k]:,.0f}" for k in ("least", "median", "greatest"))
            times = " – ".join(f"{p['of'][k]:.2f}" for k in ("least", "median", "greatest"))
            lines.append(f"| {case['network']} | {name} | {rates} | {p['processor_us']:.2f} | {times} |")
    return "\n".join(lines)


def run(
    network: tuple[dict[str, Any], dict[str, np.ndarray]], density: float | None, batch: int, folder: str, args: Any
) -> dict[str, Any]:
    """Measures one network, on random inputs of a density or, if it is None, on hands."""
    from safetensors.numpy import save_file

    description, weights = network
    path, data, program = (os.path.join(folder, name) for name in ("network.safetensors", "data", "speed"))
    save_file(weights, path, {"rummygym": json.dumps(description)})
    rng = np.random.default_rng(2)
    rows = BATCHES * batch
    if density is None:
        inputs = hands(rng, rows)
    else:
        inputs = (rng.random((rows, input_size(description))) < density).astype(np.float32)
    targets = rng.normal(size=(rows, sum(h["size"] for h in description["heads"]))).astype(np.float32)
    with open(data, "wb") as file:
        file.write(inputs.tobytes() + targets.tobytes())
    jax = [sys.executable, __file__, "--network", path, "--batch", str(batch), "--jax", data]
    commands = {"train": [program, path, data, str(batch)], "JAX": [*jax, "step"], "JAX scan": [*jax, "scan"]}
    results = measure(commands, args.rounds, args.seconds)
    return {"network": name_of(network, density, batch, args.batch), "programs": summary(results)}


def name_of(
    network: tuple[dict[str, Any], dict[str, np.ndarray]], density: float | None, batch: int, usual: int
) -> str:
    """Returns the name of a case: layers, inputs, and the size of its batches unless that is the usual one."""
    description = network[0]
    sizes = [
        input_size(description),
        *(part["size"] for part in description["layers"]),
        sum(h["size"] for h in description["heads"]),
    ]
    activations = dict.fromkeys(part["activation"] for part in description["layers"])
    name = "-".join(map(str, sizes)) + " " + "/".join(activations)
    if any(layer.get("parts") for layer in description["layers"]):
        name += " with convolutions"
    name += ", hands" if density is None else f", input density {density:.0%}"
    return name if batch == usual else f"{name}, batches of {batch:,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", action="append", default=[], help="network file to measure in addition")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--density", type=float, default=0.33, help="fraction of inputs of files that are not 0")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2, help="time of a turn")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="measure the networks whose name in the table has this text"
    )
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--jax", nargs=2, metavar=("DATA", "HOW"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.jax:
        train_jax(args.network[0], args.jax[0], args.batch, args.jax[1] == "scan")
        return
    default = layered_network(np.random.default_rng(1), 200, 128, 128, 1)
    networks: list[tuple[Any, float | None, int]] = [(default, 0.33, args.batch), (default, 1.0, args.batch)]
    hand_networks = [inception_network(np.random.default_rng(1))]
    hand_networks += [layered_network(np.random.default_rng(1), *sizes) for sizes in ((108, 16, 1), (108, 64, 64, 1))]
    networks += [(network, None, batch) for network in hand_networks for batch in (64, args.batch)]
    for sizes, density in BUILT_IN.items():
        built_in = layered_network(np.random.default_rng(1), *sizes)
        networks += [(built_in, density, batch) for batch in (args.batch, 4 * args.batch)]
    networks += [(read_network(path), args.density, args.batch) for path in args.network]
    networks = [n for n in networks if args.only in name_of(*n, args.batch)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["go", "build", "-o", os.path.join(folder, "speed"), "./internal/train/internal/speed"], cwd=ROOT, check=True
        )
        cases = [run(*network, folder, args) for network in networks]
    if args.format == "table":
        print(table(cases))
        return
    versions = {name: importlib.metadata.version(name) for name in ("jax", "optax")}
    go = subprocess.run(["go", "env", "GOVERSION"], capture_output=True, text=True, check=True).stdout.strip()
    results = {
        "cores": os.cpu_count(), "processor": processor_name(), "go": go, **versions,
        "batch": args.batch, "rounds": args.rounds, "seconds": args.seconds, "cases": cases,
    }  # fmt: skip
    print(json.dumps(results, indent=1))


def processor_name() -> str:
    """Returns the model name of the processor."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown"


if __name__ == "__main__":
    main()
