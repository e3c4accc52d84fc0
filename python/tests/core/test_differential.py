"""The Go program and tables in Python agree under rules, fields, agents and seeds drawn at random.

RUMMYGYM_FUZZ_SECONDS=600 tries new ones for ten minutes; "make fuzz" does so.
"""

import os
import time
from itertools import count

import numpy as np
import pytest

from rummygym import ConfigError, describe, games
from rummygym._observations import Observations

from .recordings import episodes, record, self_play

pytest.importorskip("pyarrow.dataset")

AGENTS = {
    "indian": ["random", "min-dist", "min-score", "defeat-seeking"],
    "gin": ["random", "simple", "sigra", "medium", "late-knock"],
    "gin-match": ["random", "simple", "sigra", "medium", "late-knock"],
}
NUMBERS = {
    "seats": (2, 6), "packs": (1, 3), "jokers": (0, 8), "first-drop": (0, 40), "middle-drop": (0, 80), "cap": (40, 120),
    "max-rounds": (1, 30), "knock-limit": (0, 20), "gin-bonus": (0, 40), "big-gin-bonus": (0, 50),
    "undercut-bonus": (0, 40), "target": (10, 100), "game-bonus": (0, 100), "box-bonus": (0, 30), "max-deals": (1, 6),
    "ranks": (3, 13), "suits": (1, 4), "hand-size": (3, 13), "max-turns": (1, 60), "max-upcards": (0, 30), "lay-off-limit": (0, 3),
}  # fmt: skip


def draw(rng):
    """Return the options of tables, the agents and the fields of a case."""
    known = [g for g in games() if g["name"] in AGENTS]
    game = known[rng.integers(len(known))]
    rules = {}
    for option in game["options"]:
        if rng.random() < 0.7:
            continue
        if option["values"]:
            rules[option["name"]] = str(rng.choice(option["values"]))
        elif option["name"] in NUMBERS:
            low, high = NUMBERS[option["name"]]
            rules[option["name"]] = int(rng.integers(low, high + 1))
    if rules.get("seats", 2) > 2 and rng.random() < 0.9:
        rules["packs"] = 2 + int(rules["seats"] > 4)
    options = {"game": game["name"], "preset": str(rng.choice(game["presets"])), "rules": rules}
    groups = [g for g in game["fields"] if rng.random() < 0.4]
    options["fields"] = str(rng.choice(["all", "none", "default", ",".join(groups) or "all"]))
    agents = [str(a) for a in rng.choice(AGENTS[game["name"]], size=rules.get("seats", 2))]
    return options, agents


def check(binary, folder, case):
    """Record two games of a case and play them again. Return whether its rules make a game."""
    rng = np.random.default_rng(case)
    options, agents = draw(rng)
    done = record(binary, folder, options, agents, seed=case, games=2, fields=options["fields"])
    if done.returncode != 0:
        with pytest.raises(ConfigError):
            describe(**options)
        return False
    spec = describe(**options)
    forms = [Observations(spec, form) for form in ("flat", "dict")] if spec.size else []
    mask = np.zeros(0, np.int8)  # not a part of observations without masked
    for row, observation in self_play(options, episodes(folder, 2), seed=case):
        for form in forms:
            assert form.space.contains(form.copy(observation, mask))
        for name, value in forms[1].copy(observation, mask).items():
            want = np.asarray(row[f"obs_{name}"], value.dtype).reshape(value.shape)
            np.testing.assert_array_equal(value, want, err_msg=name)
    return True


def test_random_cases(binary, tmp_path):
    end = time.monotonic() + float(os.environ.get("RUMMYGYM_FUZZ_SECONDS", "0"))
    first = int(os.environ.get("RUMMYGYM_FUZZ_SEED", "1"))
    played = 0
    for case in count(first):
        if played >= 4 and time.monotonic() >= end:
            break
        try:
            played += check(binary, tmp_path / str(case), case)
        except AssertionError as e:
            rng = np.random.default_rng(case)
            raise AssertionError(f"RUMMYGYM_FUZZ_SEED={case} repeats it: {draw(rng)}: {e}") from e
    print(f"{case - first} cases, {played} with games")
