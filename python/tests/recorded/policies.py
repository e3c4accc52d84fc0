"""Small policies for tests."""

import numpy as np

from rummygym.policy import Head, Input, Layer, Part, Policy


def small(**changes):
    """A policy of 7 inputs with every activation."""
    parts = {
        "game": "toy",
        "fields": "all",
        "inputs": (Input("hand", (2, 3), 2.0), Input("turn", (), 40.0)),
        "layers": (
            Layer("one", 9, "relu"),
            Layer("two", 6, "tanh"),
            Layer("three", 5, "silu"),
            Layer("four", 5, "none"),
        ),
        "heads": (Head("policy", 4), Head("value", 1)),
        "rules": {"a": 1},
        "notes": {"by": "hand"},
    } | changes
    if "weights" not in parts:
        rng = np.random.default_rng(1)
        size = {"one": 7, "two": 9, "three": 6, "four": 5, "policy": 5, "value": 5}
        parts["weights"] = {}
        for p in (*parts["layers"], *parts["heads"]):
            parts["weights"] |= {
                f"{p.name}.weight": rng.normal(size=(p.size, size[p.name])),
                f"{p.name}.bias": rng.normal(size=p.size),
            }
    return Policy(**parts)


def convolved(inputs, heads, **attributes):
    """A policy with two layers of parts, over the first input with two dimensions and the first other one, and a third layer."""
    matrix = next(i for i in inputs if len(i.shape) == 2)
    rest = next(i for i in inputs if len(i.shape) != 2)
    rows, columns = matrix.shape
    low = (
        Part("wide", matrix.name, 3, (2, 3)),
        Part("rest", rest.name),
        Part("tall", matrix.name, 2, (rows, 1)),
        Part("also", matrix.name, 2, (2, 3)),
    )
    high = (Part("deep", "wide", 4, (rows - 1, 2), ("also",)), Part("tall", "tall"), Part("rest", "rest"))
    layers = (
        Layer("low", 5 * (rows - 1) * (columns - 2) + rest.size + 2 * columns, "relu", low),
        Layer("high", 4 * (columns - 3) + 2 * columns + rest.size, "silu", high),
        Layer("last", 5, "tanh"),
    )
    shapes = {
        "low.wide": (3, 1, 2, 3),
        "low.tall": (2, 1, rows, 1),
        "low.also": (2, 1, 2, 3),
        "high.deep": (4, 5, rows - 1, 2),
        "last": (5, layers[1].size),
    } | {h.name: (h.size, 5) for h in heads}
    weights, rng = {}, np.random.default_rng(6)
    for name, shape in shapes.items():
        weights |= {f"{name}.weight": rng.normal(size=shape) / np.prod(shape[1:]) ** 0.5}
        weights |= {f"{name}.bias": rng.normal(size=shape[0]) / 10}
    return Policy(inputs=inputs, layers=layers, heads=heads, weights=weights, **attributes)


def toy_convolved():
    """The policy convolved with 22 inputs."""
    inputs = (Input("turn", (), 40.0), Input("hand", (3, 6), 2.0), Input("macros", (3,), 1.0))
    return convolved(inputs, (Head("points", 1),), game="toy", fields="all", kind="discard")
