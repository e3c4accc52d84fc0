"""The learners of examples/learners, in short form, and the policy in torch that they train."""

import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch

import rummygym
from rummygym.arena import evaluate
from rummygym.options import LEARNING
from rummygym.policy import Policy
from rummygym.torch import CardPolicy

LEARNERS = Path(__file__).parents[3] / "examples" / "learners"


@pytest.mark.parametrize("id", ["rummygym/GinRummy-v1", "rummygym/IndianRummy-v1", "rummygym/IndianRummyMatch-v1"])
def test_a_policy_treats_suits_alike(id):
    """With the suits of the observation exchanged, the logits are exchanged."""
    envs = gymnasium.make_vec(id, num_envs=8, observation="cards", opponents="random")
    seen, infos = envs.reset(seed=1)
    spec = envs.unwrapped.table_spec
    policy = CardPolicy(spec)
    kinds = seen["cards"].shape[1]
    order = np.r_[np.arange(52).reshape(4, 13)[[2, 0, 3, 1]].ravel(), np.arange(52, kinds)]
    free = np.ones_like(infos["action_mask"])
    logits, values = policy(seen, free)
    moved, same = policy({"cards": seen["cards"][:, order], "numbers": seen["numbers"]}, free)
    torch.testing.assert_close(values, same)
    for name in ("discard", "declare"):
        if name in spec.card_actions:
            actions = spec.card_actions[name]
            torch.testing.assert_close(moved[:, actions], logits[:, actions[order]])
            assert logits[:, actions].std() > 0
    masked = policy(seen, infos["action_mask"])[0]
    assert torch.equal(masked.isfinite(), torch.from_numpy(infos["action_mask"]).bool())
    assert infos["action_mask"][np.arange(8), policy.act(seen, infos["action_mask"])].all()
    rows = np.concatenate([seen["cards"].reshape(8, -1), seen["numbers"]], 1)
    saved = Policy.from_bytes(policy.network().to_bytes()).outputs(rows)
    np.testing.assert_allclose(saved["policy"], logits.detach(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(saved["value"][:, 0], values.detach(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_a_file_plays_as_its_policy(game, tmp_path):
    """On the same deals the engine plays the network as the module plays itself."""
    options = LEARNING[game]
    spec = rummygym.describe(game, observation="cards", fields=options["fields"])
    torch.manual_seed(1)
    policy = CardPolicy(spec, never=["drop"] if game == "indian" else [])
    policy.network().save(tmp_path / "net.safetensors")
    same = {"game": game, "against": "random", "games": 40, "seed": 3}
    own = evaluate(policy.act, fields=options["fields"], observation="cards", **same)
    (own,), (played,) = own.rows, evaluate(f"learned:{tmp_path / 'net.safetensors'}", **same).rows
    assert (own.gain_mean, own.gain_se, own.endings) == (played.gain_mean, played.gain_se, played.endings)


@pytest.mark.parametrize(
    ("learner", "decisions", "printed", "bar"),
    [("ppo_torch", 24576, "mean reward", 0.6), ("maskable_ppo", 24576, "mean reward", 0.6), ("dmc_torch", 73728, "mean points", -8)],
)
def test_a_learner_learns(learner, decisions, printed, bar, tmp_path):
    """With a fixed seed and number of decisions a hand gains much more than by random play, which has a reward of .27 and -50 points."""
    line = [sys.executable, LEARNERS / f"{learner}.py", "gin", "--decisions", decisions, "--games", 20, "--out", tmp_path]
    done = subprocess.run([*map(str, line)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    means = [float(m) for m in re.findall(printed + r" ([+-]\d+\.\d+)", done.stdout)]
    assert means and means[-1] > bar, done.stdout
    assert "win rate" in done.stdout
    assert Policy.load(max(tmp_path.glob("*.safetensors"))).game == "gin"
