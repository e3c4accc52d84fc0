"""Helpers for tests of tables: configurations, random play, and comparison of rows."""

import numpy as np

CASES = [
    {"game": "indian", "num_envs": 6},
    {"game": "indian", "preset": "club", "rules": {"seats": 4}, "num_envs": 3, "opponents": "min-dist", "autoreset": "same-step"},
    {"game": "indian", "num_envs": 2, "opponents": ["random"], "seating": "alternating", "potential": "min-score"},
    {"game": "gin", "num_envs": 5, "max_steps": 50, "autoreset": "disabled", "fields": "all"},
    {"game": "gin", "preset": "openspiel", "num_envs": 4, "opponents": ["simple"], "autoreset": "same-step"},
    {"game": "gin", "num_envs": 4, "opponents": ["simple"], "autoreset": "same-step", "dtype": "uint8"},
    {"game": "gin", "rules": {"melding": "chosen", "laying-off": "chosen"}, "num_envs": 3, "fields": "none"},
]  # fmt: skip
ARRAYS = ("observations", "final", "masks", "rewards", "terminated", "truncated", "players", "learners")


def play(t, rng, steps):
    """Play random legal actions, and reset the tables that wait for it."""
    for _ in range(steps):
        if t.spec.autoreset == "disabled" and (over := t.players < 0).any():
            t.reset(chosen=over)
        t.step(t.sample(rng))


def rows(t):
    return {name: getattr(t, name).copy() for name in ARRAYS if getattr(t, name) is not None}


def assert_same(a, b):
    for name, x in rows(a).items():
        np.testing.assert_array_equal(x, getattr(b, name), err_msg=name)
