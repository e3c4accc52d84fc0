"""Prints the losses of the discard networks in JAX, trained as by Keras, for internal/train/discard/jax_test.go.

    python discard.py losses NETWORK DATA BATCH

It prints the losses of the steps over a file of batches, as JSON: NETWORK is a network file, DATA holds float32, all rows of
inputs, then all targets. Adam has the defaults of Keras.
Needs jax, optax, numpy and safetensors of .ci/requirements.txt.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from training import heads, input_size, read_network

EPSILON = 1e-7


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    losses = parser.add_subparsers(required=True).add_parser("losses", help="print the losses of steps")
    losses.add_argument("network")
    losses.add_argument("data")
    losses.add_argument("batch", type=int)
    args = parser.parse_args()
    print_losses(args.network, args.data, args.batch)


if __name__ == "__main__":
    main()
