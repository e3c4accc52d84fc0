"""The learners of examples/learners, in short form, and the policy in torch that they train."""

import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch

import rummygym  # noqa: F401 - registers
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


def test_ppo_learns(tmp_path):
    """With a fixed seed and number of decisions the mean reward of a hand rises from that of random play, .27, to more than .6."""
    command = [sys.executable, LEARNERS / "ppo_torch.py", "gin", "--decisions", 24576, "--games", 20, "--out", tmp_path / "net.safetensors"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    means = [float(m) for m in re.findall(r"mean reward ([+-]\d+\.\d+)", done.stdout)]
    assert len(means) > 1 and means[-1] > 0.6, done.stdout
    assert "win rate" in done.stdout
    assert Policy.load(tmp_path / "net.safetensors").stack.rounds == 2
