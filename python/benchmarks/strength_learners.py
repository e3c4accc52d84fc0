"""PPO of two libraries through the vector environments of rummygym, for strength.py.

    python strength_learners.py maskable|jax indian|gin OUT [--seed S] [--every SECONDS] [--decisions N]

"maskable" is MaskablePPO of sb3-contrib, "jax" a compact PPO in JAX with optax. Both have the games and rewards of "rummygym
train ppo", and a network of two hidden layers of 128 units; they play against the rival of the game alone, and write their networks to OUT at intervals as files that the
program plays. Each needs its library, so that each can have an environment of its own.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import rummygym  # noqa: F401  registers the environments
from rummygym.policy import Policy

HIDDEN = [128, 128]
GAMES: dict[str, dict[str, Any]] = {
    "indian": {
        "id": "rummygym/IndianRummy-v1",
        "opponents": "min-dist-opp",
        "fields": "own-cards,open-pile,opponent-cards,progress,distance,discard-scores,discard-distances,outs",
        "potential": "min-dist",
        "potential_scale": 0.3,
    },
    "gin": {
        "id": "rummygym/GinRummy-v1",
        "opponents": "simple",
        "fields": "own-cards,pile,unseen,progress,deadwood,discard-deadwood,best-melds,almost-melds",
        "potential": "deadwood",
        "potential_scale": 0.02,
    },
}
COMMON = {"seating": "alternating", "reward_scale": 1 / 50}
# Divisors of the notebook ppo.py: small differences of distances and points matter.
SCALES = dict.fromkeys(["min_dist_after_discard", "min_dist_after_draw"], 2.0) | {"min_dist": 4.0}
SCALES |= dict.fromkeys(["min_score_after_discard", "outs_total", "turn", "round", "turns"], 20.0)


def start(spec: Any, activation: str, value: bool, seed: int) -> Policy:
    """Return a policy with random weights that never drops."""
    policy = Policy.new(spec, hidden=HIDDEN, activation=activation, value=value, seed=seed)
    inputs = tuple(dataclasses.replace(i, scale=SCALES.get(i.name, i.scale)) for i in policy.inputs)
    weights = dict(policy.weights)
    if "drop" in spec.actions:
        weights["policy.bias"][spec.actions.index("drop")] = -1e4
    return dataclasses.replace(policy, inputs=inputs, weights=weights)


class Keeper:
    """Writes the network at intervals, as OUT/DECISIONS.safetensors."""

    def __init__(self, out: Path, every: float) -> None:
        self.out, self.every, self.last = out, every, time.monotonic()

    def keep(self, decisions: int, policy: Any) -> None:
        if time.monotonic() - self.last >= self.every:
            policy().save(self.out / f"{decisions:09}.safetensors")
            self.last = time.monotonic()


def maskable(game: dict[str, Any], keeper: Keeper, seed: int, decisions: int) -> None:
    """Train MaskablePPO."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnvWrapper

    from rummygym.sb3 import RummyVecEnv

    options = {k: v for k, v in game.items() if k != "id"} | COMMON
    tables = RummyVecEnv(game["id"], 64, **options)
    spec = tables.get_attr("table_spec")[0]
    policy = start(spec, "tanh", False, seed)
    scales = policy._scales()
    never = [spec.actions.index("drop")] if "drop" in spec.actions else []

    class Scaled(VecEnvWrapper):  # type: ignore[misc]
        """Divides observations as the policy file does, and forbids drops."""

        def __init__(self) -> None:
            box = tables.observation_space
            super().__init__(tables, gymnasium.spaces.Box(box.low / scales, box.high / scales, dtype=np.float32))

        def reset(self) -> Any:
            return (self.venv.reset() / scales).astype(np.float32)

        def step_wait(self) -> Any:
            observations, rewards, over, infos = self.venv.step_wait()
            for i in np.flatnonzero(over):
                infos[i]["terminal_observation"] = infos[i]["terminal_observation"] / scales
            return (observations / scales).astype(np.float32), rewards, over, infos

        def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
            values = self.venv.env_method(name, *args, indices=indices, **kwargs)
            for mask in values if name == "action_masks" else []:
                mask[never] = False
            return values

    model = MaskablePPO(
        "MlpPolicy", Scaled(), n_steps=64, batch_size=512, n_epochs=3, gamma=1.0, gae_lambda=0.6, ent_coef=0.003,
        learning_rate=1e-3, policy_kwargs={"net_arch": HIDDEN}, seed=seed, device="cpu",
    )  # fmt: skip
    layers = {"hidden0": "mlp_extractor.policy_net.0", "hidden1": "mlp_extractor.policy_net.2", "policy": "action_net"}

    def now() -> Policy:
        weights = model.policy.state_dict()
        mine = {
            f"{a}.{kind}": weights[f"{b}.{kind}"].numpy().copy()
            for a, b in layers.items()
            for kind in ("weight", "bias")
        }
        mine["policy.bias"][never] = -1e4
        return policy.with_weights(mine)

    class Keep(BaseCallback):  # type: ignore[misc]
        def _on_step(self) -> bool:
            return True

        def _on_rollout_start(self) -> None:
            keeper.keep(self.num_timesteps, now)

    model.learn(decisions, callback=Keep())


def jax_ppo(game: dict[str, Any], keeper: Keeper, seed: int, decisions: int) -> None:
    """Train by a compact PPO in JAX."""
    import jax
    import jax.numpy as jnp
    import optax

    n, steps, epochs, batches, clip, lam = 256, 32, 3, 8, 0.2, 0.6
    options = {k: v for k, v in game.items() if k != "id"} | COMMON
    tables: Any = gymnasium.make_vec(game["id"], num_envs=n, autoreset_mode="SameStep", **options).unwrapped
    policy = start(tables.table_spec, "relu", True, seed)
    params = policy.to_jax()
    updates = max(1, decisions // (n * steps))
    rate = optax.linear_schedule(3e-3, 3e-4, updates * epochs * batches)
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))

    def evaluate(params: Any, x: Any, legal: Any) -> Any:
        heads = policy.apply(params, x, jnp)
        return jax.nn.log_softmax(jnp.where(legal, heads["policy"], -1e9)), heads["value"][..., 0]

    def of(logs: Any, actions: Any) -> Any:
        return jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]

    @jax.jit
    def act(params: Any, x: Any, legal: Any, key: Any) -> Any:
        logs, value = evaluate(params, x, legal)
        action = jax.random.categorical(key, logs)
        return action, of(logs, action), value

    def loss(params: Any, x: Any, legal: Any, action: Any, old: Any, advantage: Any, target: Any) -> Any:
        logs, value = evaluate(params, x, legal)
        ratio = jnp.exp(of(logs, action) - old)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * advantage).mean()
        entropy = -(jnp.exp(logs) * jnp.where(legal, logs, 0)).sum(axis=-1).mean()
        return 0.5 * jnp.square(value - target).mean() - gain - 0.003 * entropy

    @jax.jit
    def learn(params: Any, state: Any, rows: Any, order: Any) -> Any:
        def update(carry: Any, chosen: Any) -> Any:
            params, state = carry
            gradient = jax.grad(loss)(params, *(r[chosen] for r in rows))
            change, state = optimizer.update(gradient, state, params)
            return (optax.apply_updates(params, change), state), None

        return jax.lax.scan(update, (params, state), order)[0]

    seen = np.zeros((steps, n, tables.table_spec.size), np.float32)
    legal = np.zeros((steps, n, tables.single_action_space.n), bool)
    taken = np.zeros((steps, n), np.int32)
    log, reward, over = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.float32), np.zeros((steps, n), bool)
    value, advantage = np.zeros((steps + 1, n), np.float32), np.zeros((steps, n), np.float32)
    observations, _ = tables.reset(seed=seed)
    state, rng, key = optimizer.init(params), np.random.default_rng(seed), jax.random.key(seed)
    for u in range(updates):
        for t in range(steps):
            key, k = jax.random.split(key)
            seen[t], legal[t] = observations, tables.action_masks()
            taken[t], log[t], value[t] = act(params, seen[t], legal[t], k)
            observations, reward[t], terminated, truncated, _ = tables.step(taken[t].astype(np.int64))
            over[t] = terminated | truncated
        value[steps] = act(params, observations, tables.action_masks(), key)[2]
        following = np.zeros(n, np.float32)
        for t in reversed(range(steps)):
            error = reward[t] + value[t + 1] * ~over[t] - value[t]
            advantage[t] = following = error + lam * following * ~over[t]
        flat = [
            a.reshape(n * steps, *a.shape[2:]) for a in (seen, legal, taken, log, advantage, advantage + value[:-1])
        ]
        order = np.concatenate([rng.permutation(n * steps).reshape(batches, -1) for _ in range(epochs)])
        params, state = learn(params, state, flat, order)
        keeper.keep((u + 1) * n * steps, functools.partial(policy.with_weights, params))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("learner", choices=["maskable", "jax"])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=15, help="seconds between two networks")
    parser.add_argument("--decisions", type=int, default=10_000_000)
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    learner = {"maskable": maskable, "jax": jax_ppo}[a.learner]
    learner(GAMES[a.game], Keeper(a.out, a.every), a.seed, a.decisions)


if __name__ == "__main__":
    main()
