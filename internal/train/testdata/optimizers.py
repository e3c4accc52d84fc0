"""Write optimizers.json, weights computed by the optimizers of optax, for optimizer_test.go.

    python optimizers.py > optimizers.json
"""

import json

import jax.numpy as jnp
import numpy as np
import optax

UPDATES = 30
rng = np.random.default_rng(1)
start = rng.normal(size=7).astype(np.float32)
gradients = rng.normal(size=(UPDATES, 7)).astype(np.float32)
gradients[10:14] *= 20  # to be clipped
gradients[:, 6] = 0


def warm(rate, warmup, then):
    """Rise from rate/warmup in equal steps, then follow a schedule."""
    return optax.join_schedules([optax.linear_schedule(rate / warmup, rate, warmup - 1), then], [warmup])


linear = optax.linear_schedule(0.02, 0.002, 20)
cosine = warm(0.02, 5, optax.cosine_decay_schedule(0.02, 20, 0.1))
steps = warm(0.02, 3, optax.exponential_decay(0.02, 8, 0.1, staircase=True, end_value=5e-5))
cases = {
    "adam": optax.adam(0.01),
    "adam, betas, epsilon": optax.adam(0.01, b1=0.8, b2=0.99, eps=1e-3),
    "adam, decay, linear": optax.chain(optax.add_decayed_weights(0.1), optax.adam(linear)),
    "adamw, cosine": optax.adamw(cosine, weight_decay=0.1),
    "adam, clip": optax.chain(optax.clip_by_global_norm(2.0), optax.adam(0.01)),
    "sgd": optax.sgd(0.01, momentum=0.9),
    "sgd, clip, decay": optax.chain(optax.clip_by_global_norm(2.0), optax.add_decayed_weights(0.1), optax.sgd(cosine, momentum=0.5)),
}
results = {}
for name, optimizer in cases.items():
    weights = jnp.asarray(start)
    state = optimizer.init(weights)
    path = []
    for g in gradients:
        updates, state = optimizer.update(jnp.asarray(g), state, weights)
        weights = optax.apply_updates(weights, updates)
        path.append([float(w) for w in weights])
    results[name] = [path[i] for i in (0, 1, 9, 14, UPDATES - 1)]
rates = {"linear": [float(linear(i)) for i in range(UPDATES)], "cosine": [float(cosine(i)) for i in range(UPDATES)], "step": [float(steps(i)) for i in range(UPDATES)]}
print(json.dumps({"start": start.tolist(), "gradients": gradients.tolist(), "after": [1, 2, 10, 15, UPDATES], "weights": results, "rates": rates}))
