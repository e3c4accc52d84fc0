"""PPO in one file in JAX: Adam, masks, 256 tables, seats alternating, shaped rewards, everything but the games compiled.

    python examples/learners/ppo_jax.py gin --minutes 2 --out networks

It prints the mean reward of an episode over processor time and keeps the network with every line. At the end it measures the last one
on other deals, against the opponent of the training. Of Gin Rummy it learns hands, and is measured in matches.
"""

import argparse
import os
import time
from pathlib import Path

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")  # one thread, before JAX is imported

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np

from rummygym import arena
from rummygym.options import LEARNING
from rummygym.policy import Policy

#: By game: environment, game of the measurement, and actions that are left out: who learns to drop learns nothing else.
GAMES = {"gin": ("rummygym/GinRummy-v1", "gin-match", ()), "indian": ("rummygym/IndianRummy-v1", "indian", ("drop",))}
TABLES, STEPS, EPOCHS, BATCH = 256, 16, 3, 512
PART = 64  # rows of a batch whose gradient is computed at once: what it needs fits into the cache of a core
RATE, CLIP, TRACE, ENTROPY, VALUE, NORM = 2e-3, 0.2, 0.9, 0.02, 0.5, 0.5


def compiled(policy):
    """Return the functions act, which chooses actions, and learn, which updates the weights."""

    def evaluate(params, rows, masks):
        heads = policy.apply(params, rows, jnp)
        return jax.nn.log_softmax(jnp.where(masks, heads["policy"], -1e9)), heads["value"][:, 0]

    def of(logs, actions):
        return jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]

    @jax.jit
    def act(params, rows, masks, key):
        logs, values = evaluate(params, rows, masks)
        actions = jax.random.categorical(key, logs)
        return actions, of(logs, actions), values

    def loss(params, rows, masks, actions, old, gains, targets):
        logs, values = evaluate(params, rows, masks)
        ratio = jnp.exp(of(logs, actions) - old)
        gain = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
        entropy = -(jnp.exp(logs) * jnp.where(masks, logs, 0)).sum(1).mean()
        return VALUE * jnp.square(values - targets).mean() - gain - ENTROPY * entropy, entropy

    def update(carry, chosen):
        """Take a step of Adam on the rows chosen, [BATCH]."""
        (params, first, second, steps), columns, rate = carry
        *rest, gains, targets = (c[chosen].reshape(-1, PART, *c.shape[1:]) for c in columns)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)

        def add(total, part):
            gradient, entropy = jax.grad(loss, has_aux=True)(params, *part)
            return jax.tree.map(lambda a, b: a + b * PART / BATCH, total, gradient), entropy

        gradient, entropy = jax.lax.scan(add, jax.tree.map(jnp.zeros_like, params), (*rest, gains, targets))
        norm = jnp.sqrt(sum(jnp.square(g).sum() for g in gradient.values()))
        gradient = jax.tree.map(lambda g: g * jnp.minimum(1, NORM / norm), gradient)
        steps = steps + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        size = rate * jnp.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
        params = jax.tree.map(lambda p, m, v: p - size * m / (jnp.sqrt(v) + 1e-5), params, first, second)
        return ((params, first, second, steps), columns, rate), entropy.mean()

    @jax.jit
    def learn(state, columns, order, rate):
        (state, *_), entropy = jax.lax.scan(update, (state, columns, rate), order)
        return state, entropy[-1]

    return act, learn


def advantages(rewards, values, over, last):
    """Return the generalized advantage estimates [T, N], without discount."""
    found, after = np.zeros_like(rewards), np.zeros_like(last)
    for t in reversed(range(len(rewards))):
        goes_on = ~over[t]
        after = rewards[t] + goes_on * last - values[t] + TRACE * goes_on * after
        found[t], last = after, values[t]
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("game", choices=GAMES)
    p.add_argument("--minutes", type=float, default=2, help="processor time of the program up to the measurement (default 2)")
    p.add_argument("--decisions", type=int, default=10**9, help="number of decisions after which it ends")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--games", type=int, default=1000, help="number of games of the measurement, 0 for none (default 1000)")
    p.add_argument("--out", type=Path, default="networks", help="folder of the networks, for learned:FILE (default networks)")
    o = p.parse_args()
    env, measured, never = GAMES[o.game]
    envs = gymnasium.make_vec(env, num_envs=TABLES, workers=1, autoreset_mode="SameStep", copy=False, **LEARNING[o.game])
    spec = envs.unwrapped.table_spec
    policy = Policy.over_cards(spec, never=never, seed=o.seed)
    act, learn = compiled(policy)
    params, rng, key = policy.to_jax(), np.random.default_rng(o.seed), jax.random.key(o.seed)
    state = params, *(jax.tree.map(jnp.zeros_like, params) for _ in range(2)), 0
    shape = STEPS, TABLES
    rows, masks = np.zeros((*shape, spec.size), np.float32), np.zeros((*shape, spec.num_actions), bool)
    actions, over = np.zeros(shape, np.int32), np.zeros(shape, bool)
    logs, values, rewards = (np.zeros(shape, np.float32) for _ in range(3))
    seen, infos = envs.reset(seed=o.seed * 10**6)
    returns, ended, decisions, progress = np.zeros(TABLES), [], 0, 0.0
    o.out.mkdir(parents=True, exist_ok=True)
    while progress < 1:
        for t in range(STEPS):
            key, now = jax.random.split(key)
            rows[t] = np.concatenate([seen["cards"].reshape(TABLES, -1), seen["numbers"]], 1)
            masks[t] = infos["action_mask"]
            actions[t], logs[t], values[t] = act(state[0], rows[t], masks[t], now)
            seen, rewards[t], terminated, truncated, infos = envs.step(actions[t].astype(np.int64))
            over[t] = terminated | truncated
            returns += rewards[t]
            ended += returns[over[t]].tolist()
            returns[over[t]] = 0
        last = np.concatenate([seen["cards"].reshape(TABLES, -1), seen["numbers"]], 1)
        gains = advantages(rewards, values, over, np.asarray(act(state[0], last, masks[-1], key)[2]))
        columns = [x.reshape(-1, *x.shape[2:]) for x in (rows, masks, actions, logs, gains, gains + values)]
        order = np.concatenate([rng.permutation(STEPS * TABLES).reshape(-1, BATCH) for _ in range(EPOCHS)])
        state, entropy = jax.block_until_ready(learn(state, columns, order, RATE * (1 - progress)))
        decisions, used = decisions + STEPS * TABLES, time.process_time()
        progress = max(used / 60 / o.minutes, decisions / o.decisions)
        if len(ended) > 500 or progress >= 1:
            print(f"{used:6.1f} s {decisions:9,} decisions, mean reward {np.mean(ended):+.3f}, entropy {entropy:.2f}", flush=True)
            file, ended = o.out / f"{decisions:09}.safetensors", []
            policy.with_weights(state[0], notes={"trained": f"ppo_jax.py {o.game} --minutes {o.minutes} --seed {o.seed}"}).save(file)
    if o.games:
        print(arena.evaluate(f"learned:{file}", game=measured, against=LEARNING[o.game]["opponents"], games=o.games, seed=12345))


if __name__ == "__main__":
    main()
