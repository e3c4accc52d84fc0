# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Behaviour cloning
#
# A network learns to imitate the agent `simple` from recorded hands of Gin Rummy, and then plays against it in
# the Go arena. The notebook records a dataset with the fields that the network sees, trains the network in JAX
# with a validation set of whole hands, and writes a file that plays as `learned:FILE`.

# %%
import tempfile
from pathlib import Path

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np
import optax
from program import rummygym, setting

from rummygym import datasets
from rummygym.policy import Policy

GAMES = setting("GAMES", 6000)
EPOCHS = setting("EPOCHS", 10)
work = Path(tempfile.mkdtemp())

# %% [markdown]
# ## The hands
#
# The expert plays against itself, so that all decisions are its own. It discards the highest of the cards that
# leave the minimum deadwood, and takes the upcard if that makes a meld. The fields of the network contain the
# cards, the deadwood after each discard, and the cards that complete melds.

# %%
EXPERT = "simple:ties=highest"
FIELDS = "own-cards,pile,progress,deadwood,discard-deadwood,best-melds,almost-melds"
TABLE = ["--game", "gin"]
rummygym(
    *["collect", *TABLE, "--agents", f"{EXPERT},{EXPERT}", "--games", GAMES],
    *["--seed", 1, "--fields", FIELDS, "--out", work / "data"],
)
data = datasets.load(work / "data")
print(data)

# %%
parts = list(data.episodes())
observations = np.concatenate([e.observations for e in parts])
masks = np.concatenate([e.masks for e in parts]).astype(bool)
actions = np.concatenate([e.actions for e in parts]).astype(np.int32)
games = np.concatenate([np.full(len(e.actions), e.number) for e in parts])
choice = masks.sum(axis=1) > 1  # with one legal action there is nothing to learn
held_out = games >= 0.9 * GAMES  # whole hands
train, valid = np.flatnonzero(choice & ~held_out), np.flatnonzero(choice & held_out)
print(f"{len(train)} decisions for training, {len(valid)} for validation, {observations.shape[1]} entries each")

# %% [markdown]
# ## Training
#
# `Policy.new` takes inputs, scales and actions from the metadata of the dataset. `policy.apply` is the
# network as a function of its weights, the same in NumPy, in JAX and in the Go arena. The loss is the
# cross-entropy of the expert's action among the legal ones.

# %%
policy = Policy.new(data.metadata, hidden=[128, 128], seed=1)
params = policy.to_jax()
BATCH = 256
schedule = optax.cosine_decay_schedule(3e-3, max(1, EPOCHS * (len(train) // BATCH)))
optimizer = optax.adamw(schedule, weight_decay=0.1)


def loss(params, x, legal, action):
    logits = jnp.where(legal, policy.apply(params, x, jnp)["policy"], -1e9)
    return optax.softmax_cross_entropy_with_integer_labels(logits, action).mean()


@jax.jit
def update(params, state, x, legal, action):
    value, gradient = jax.value_and_grad(loss)(params, x, legal, action)
    change, state = optimizer.update(gradient, state, params)
    return optax.apply_updates(params, change), state, value


def agreement(policy, rows):
    """Return the share of rows whose best action is the expert's."""
    chosen, _ = policy.act(observations[rows], masks[rows])
    return (chosen == actions[rows]).mean()


# %%
state, rng, losses, agrees = optimizer.init(params), np.random.default_rng(1), [], []
for epoch in range(EPOCHS):
    order = rng.permutation(train)
    for i in range(0, len(order) - BATCH + 1, BATCH):
        rows = order[i : i + BATCH]
        params, state, value = update(params, state, observations[rows], masks[rows], actions[rows])
        losses.append(float(value))
    policy = policy.with_weights(params)
    agrees.append(agreement(policy, valid))
    print(f"epoch {epoch + 1:2}: loss {np.mean(losses[-100:]):.3f}, agrees {agrees[-1]:.3f}")

# %%
fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2))
width = max(1, len(losses) // 100)
left.plot(np.convolve(losses, np.ones(width) / width, "valid"))
left.set(xlabel="batches", ylabel="cross-entropy", yscale="log", title="training")
right.plot(range(1, EPOCHS + 1), agrees, marker="o")
right.set(xlabel="epochs", ylabel="share", ylim=(0, 1), title="held-out decisions as the expert's")
fig.tight_layout()
plt.show()

# %% [markdown]
# Agreement by phase. A discard has up to 11 choices.

# %%
phase = np.concatenate([e.phases for e in parts])
for name in data.metadata.phases:
    rows = valid[phase[valid] == name]
    if len(rows):
        print(f"{name:20} {agreement(policy, rows):.3f} of {len(rows)}")

# %% [markdown]
# ## In the arena
#
# The file describes the network, so the program needs only its name. Results identify it by its SHA-256. The
# seed of the deals differs from that of the training data.

# %%
policy = policy.with_weights(
    params, notes={"trained": f"cloned from {data.metadata.agents[0]}, {GAMES} hands, seed 1"}
)
policy.save(work / "clone.safetensors")
print(rummygym("policy", "show", work / "clone.safetensors"))

# %%
table = rummygym(
    *["tournament", *TABLE, "--agents", f"learned:{work / 'clone.safetensors'},{EXPERT},random-unmelded"],
    *["--games", max(100, GAMES // 2), "--seed", 2, "--same-deals"],
)
print(table)
