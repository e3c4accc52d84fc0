"""PPO in JAX of examples/learners, in short form. Those that need torch are in tests/clients."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rummygym
from rummygym.arena import evaluate
from rummygym.options import LEARNING
from rummygym.policy import Policy

LEARNERS = Path(__file__).parents[3] / "examples" / "learners"


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_a_network_over_cards_plays_in_the_engine_as_in_numpy(game, tmp_path):
    """Also its inputs have scales of about one, and it takes actions of ``never`` only where there is no other."""
    asked = {"observation": "cards", "fields": LEARNING[game]["fields"]}
    policy = Policy.over_cards(rummygym.describe(game, **asked), never=["drop"] if game == "indian" else [], seed=2)
    policy.save(tmp_path / "net.safetensors")
    ends = []

    def act(seen, masks):
        actions = policy.act(np.concatenate([seen["cards"].reshape(len(masks), -1), seen["numbers"]], 1), masks)[0]
        ends.extend(actions[masks.sum(1) > 1])
        return actions

    same = {"game": game, "against": "random", "games": 40, "seed": 3}
    (own,), (played,) = evaluate(act, **asked, **same).rows, evaluate(f"learned:{tmp_path / 'net.safetensors'}", **same).rows
    assert (own.gain_mean, own.gain_se, own.endings) == (played.gain_mean, played.gain_se, played.endings)
    assert game == "gin" or rummygym.describe(game).actions.index("drop") not in ends
    scales = np.concatenate([i.scales for i in policy.inputs])
    assert len(set(scales)) > 10 and scales.min() >= 0.099 and scales.max() == 1


def test_ppo_in_jax_learns(tmp_path):
    """With a fixed seed and number of decisions the mean reward of a hand rises from that of random play, .27, to more than .6."""
    line = [sys.executable, LEARNERS / "ppo_jax.py", "gin", "--decisions", 24576, "--games", 20, "--out", tmp_path]
    done = subprocess.run([*map(str, line)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    means = [float(m) for m in re.findall(r"mean reward ([+-]\d+\.\d+)", done.stdout)]
    assert means and means[-1] > 0.6, done.stdout
    assert "win rate" in done.stdout
    assert Policy.load(max(tmp_path.glob("*.safetensors"))).stack.rounds == 2
