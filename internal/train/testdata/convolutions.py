"""Write convolutions.json, outputs and updates of networks with convolutions computed by JAX, for convolution_test.go.

    python convolutions.py > convolutions.json
"""

import json

import jax
import jax.numpy as jnp
import numpy as np
import optax

ROWS, STEPS = 8, 3
INPUTS = {"hand_matrix": [4, 13], "belief_matrix": [4, 13], "macros": [4]}


def inception(filters):
    """Return the layers of Dual Inception (truong2021datadriven)."""
    parts = [
        {"name": f"{name}_{k}x{k}", "input": name, "filters": filters, "kernel": [k, k]}
        for name in ("hand_matrix", "belief_matrix")
        for k in (2, 3, 4)
    ]
    size = 2 * filters * (3 * 12 + 2 * 11 + 10) + 4
    return [
        {"name": "inception", "size": size, "activation": "relu", "parts": [*parts, {"name": "macros", "input": "macros"}]},
        {"name": "layer1", "size": 16, "activation": "relu"},
    ]


STACKED = [
    {"name": "low", "size": 6 * 22 + 3 * 36 + 4, "activation": "relu", "parts": [
        {"name": "a", "input": "hand_matrix", "filters": 6, "kernel": [3, 3]},
        {"name": "m", "input": "macros"},
        {"name": "b", "input": "belief_matrix", "filters": 3, "kernel": [2, 2]}]},
    {"name": "high", "size": 5 * 10 + 3 * 36 + 4 + 2 * 9, "activation": "silu", "parts": [
        {"name": "a", "input": "a", "filters": 5, "kernel": [2, 2]},
        {"name": "b", "input": "b"},
        {"name": "m", "input": "m"},
        {"name": "c", "input": "b", "filters": 2, "kernel": [3, 4]}]},
    {"name": "layer1", "size": 8, "activation": "tanh"},
]  # fmt: skip

CARDS = [
    {"name": "cards", "size": 3 * 52 + 7 + 4, "activation": "relu", "parts": [
        {"name": "each", "input": "hand_matrix", "stack": ["belief_matrix"], "filters": 3, "kernel": [1, 1]},
        {"name": "all", "input": "hand_matrix", "stack": ["belief_matrix"], "filters": 7, "kernel": [4, 13]},
        {"name": "m", "input": "macros"}]},
    {"name": "scores", "size": 2 * 52 + 7, "activation": "tanh", "parts": [
        {"name": "each", "input": "each", "filters": 2, "kernel": [1, 1]},
        {"name": "all", "input": "all"}]},
]  # fmt: skip

ACTIVATIONS = {"relu": jax.nn.relu, "tanh": jnp.tanh, "silu": jax.nn.silu}


def numbers(shape, seed):
    """Return numbers in [-1, 1) from integers, as convolution_test.go makes them."""
    k = np.arange(np.prod(shape))
    return ((k * 7919 + seed * 104729) % 2003 / 2003 * 2 - 1).reshape(shape)


def shapes(layers):
    """Return the shapes of weights by name, in order."""
    all_, images, size = {}, dict(INPUTS), 108
    for layer in layers:
        outs = {}
        for p in layer.get("parts", []):
            image = images[p["input"]]
            if "filters" in p:
                channels = sum(images[n][0] if len(images[n]) == 3 else 1 for n in [p["input"], *p.get("stack", [])])
                name = f"{layer['name']}.{p['name']}"
                all_ |= {name + ".weight": (p["filters"], channels, *p["kernel"]), name + ".bias": (p["filters"],)}
                image = [p["filters"], image[-2] - p["kernel"][0] + 1, image[-1] - p["kernel"][1] + 1]
            outs[p["name"]] = image
        if not outs:
            all_ |= {layer["name"] + ".weight": (layer["size"], size), layer["name"] + ".bias": (layer["size"],)}
        images, size = outs, layer["size"]
    return all_ | {"points.weight": (1, size), "points.bias": (1,)}


def outputs(layers, w, x):
    """Return the head for rows of inputs."""
    images, at = {}, 0
    for name, shape in INPUTS.items():
        n = int(np.prod(shape))
        images[name] = x[:, at : at + n].reshape(-1, *shape)
        at += n
    for layer in layers:
        activation, outs = ACTIVATIONS[layer["activation"]], {}
        for p in layer.get("parts", []):
            image = images[p["input"]]
            if "filters" in p:
                name = f"{layer['name']}.{p['name']}"
                stack = [images[n] for n in [p["input"], *p.get("stack", [])]]
                image = jnp.concatenate([i if i.ndim == 4 else i[:, None] for i in stack], 1)
                image = jax.lax.conv_general_dilated(image, w[name + ".weight"], (1, 1), "VALID")  # NCHW, OIHW
                image = activation(image + w[name + ".bias"][:, None, None])
            outs[p["name"]] = image
        if outs:
            x = jnp.concatenate([image.reshape(len(x), -1) for image in outs.values()], 1)
        else:
            x = activation(x @ w[layer["name"] + ".weight"].T + w[layer["name"] + ".bias"])
        images = outs
    return (x @ w["points.weight"].T + w["points.bias"])[:, 0]


hand, belief, macros = np.zeros((ROWS, 52)), np.zeros((ROWS, 52)), np.zeros((ROWS, 4))
for r in range(ROWS):
    hand[r, [(7 * r + 5 * k) % 52 for k in range(10)]] = 1
    belief[r] = [0 if (c + r) % 5 == 0 else (37 * c + 11 * r) % 101 / 101 for c in range(52)]
    macros[r] = [(3 * r + i) % 11 for i in range(4)]
x = jnp.asarray(np.concatenate([hand, belief, macros], 1), jnp.float32)
y = jnp.asarray([13 * r % 29 - 10 for r in range(ROWS)], jnp.float32)


def excerpt(w):
    """Return all numbers of small tensors and every 97th of others."""
    return {name: np.asarray(t).ravel()[:: 1 if t.size <= 320 else 97].tolist() for name, t in w.items()}


results = {}
for name, layers in {"Dual Inception": inception(4), "Dual Inception 16 filters": inception(16), "stacked": STACKED, "cards": CARDS}.items():
    w = {}
    for i, (tensor, shape) in enumerate(shapes(layers).items()):
        scale = (2 / np.prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.1
        w[tensor] = jnp.asarray(numbers(shape, i) * scale, jnp.float32)

    def loss(w, layers=layers):
        return jnp.mean(jnp.square(outputs(layers, w, x) - y))

    value, gradient = jax.value_and_grad(loss)(w)
    optimizer = optax.adam(1e-3)
    after, state = w, optimizer.init(w)
    for _ in range(STEPS):
        updates, state = optimizer.update(jax.grad(loss)(after), state)
        after = optax.apply_updates(after, updates)
    results[name] = {
        "layers": layers,
        "shapes": shapes(layers),
        "outputs": outputs(layers, w, x).tolist(),
        "loss": float(value),
        "gradient": excerpt(gradient),
        "adam": excerpt(after),
    }
inputs = [{"name": name, "shape": shape, "scale": 1} for name, shape in INPUTS.items()]
print(json.dumps({"steps": STEPS, "inputs": inputs, "networks": results}))
