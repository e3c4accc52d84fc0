"""Vector environments inside compiled functions play the same games as a plain loop."""

import gymnasium
import numpy as np
import pytest

import rummygym
from rummygym import IllegalActionError

jax = pytest.importorskip("jax")
jnp = jax.numpy

N, STEPS = 64, 60


def make(game, **options):
    return gymnasium.make_vec(f"rummygym/{game}-v1", num_envs=N, copy=False, **options).unwrapped


def first_legal(masks):
    return masks.argmax(axis=1)


def plain(envs, seed):
    """Return the observations, rewards and ends of a loop without JAX, [STEPS, N, ...]."""
    _, infos = envs.reset(seed=seed)
    steps = []
    for _ in range(STEPS):
        o, rewards, terminated, truncated, infos = envs.step(first_legal(infos["action_mask"]))
        leaves = [np.array(x) for x in jax.tree.leaves(o)]
        steps.append((*leaves, rewards.astype(np.float32), terminated.copy(), truncated.copy()))
    return [np.stack(x) for x in zip(*steps, strict=True)]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("GinRummy", {}),
        ("IndianRummy", {"observation": "dict", "max_steps": 40}),
        ("GinRummy", {"masked": "observations", "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}),
    ],
)
def test_scan_is_a_loop(game, options):
    from rummygym.jax import callbacks

    reset, step = callbacks(make(game, **options))

    @jax.jit
    def run(first):
        def turn(before, _):
            after = step(jnp.argmax(before.masks, axis=1))
            return after, (*jax.tree.leaves(after.observations), after.rewards, after.terminated, after.truncated)

        return jax.lax.scan(turn, first, None, STEPS)[1]

    want = plain(make(game, **options), 5)
    assert want[-2].any() or want[-1].any(), "episodes end"
    for _ in range(8):  # results that share memory with the engine would differ now and then
        for got, expected in zip(run(reset(5)), want, strict=True):
            np.testing.assert_array_equal(np.asarray(got), expected)


def test_results_are_copies():
    from rummygym.jax import callbacks

    envs = make("GinRummy")
    reset, step = callbacks(envs)
    first = reset(1)
    kept = np.array(first.observations)
    after = step(jnp.argmax(first.masks, axis=1))
    seen = np.array(after.observations)
    step(jnp.argmax(after.masks, axis=1))
    np.testing.assert_array_equal(first.observations, kept)
    np.testing.assert_array_equal(after.observations, seen)


def test_illegal_action_is_an_error():
    from rummygym.jax import callbacks

    reset, step = callbacks(make("GinRummy", illegal="raise"))
    first = reset(1)
    with pytest.raises(Exception, match="is not legal") as error:
        jax.block_until_ready(step(jnp.argmin(first.masks, axis=1)))
    assert IllegalActionError.__name__ in str(error.value)


def test_arrays_are_aligned():
    for n in (1, 3, 64):
        tables = rummygym.Tables("gin", num_envs=n, autoreset="same-step")
        for name in ("observations", "final", "masks", "rewards", "terminated", "players", "outcomes", "actions"):
            assert getattr(tables, name).ctypes.data % 64 == 0, name
