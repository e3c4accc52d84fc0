"""Trains MaskablePPO of sb3-contrib on hands of Gin Rummy, and plays the network in the Go arena.

Needs the program (``make build``) and ``pip install './python[policy]' sb3-contrib``, which installs
PyTorch. CI does not run it. Usage: ``python notebooks/maskable_ppo.py [DECISIONS] [FILE.safetensors]``.
"""

import sys

import gymnasium
from program import rummygym
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from rummygym.policy import Policy  # the package registers its environments

FIELDS = "own-cards,pile,progress,deadwood,discard-deadwood,best-melds,almost-melds"
OPPONENT, HIDDEN = "simple", [128, 128]


def make() -> gymnasium.Env:
    """Return the environment of one hand against the opponent, with observations scaled as in the policy file."""
    return gymnasium.make(
        "rummygym/GinRummy-v1",
        opponents=OPPONENT,
        fields=FIELDS,
        observation="scaled",
        seating="alternating",
        reward_scale=1 / 50,
        potential="deadwood",
        potential_scale=1 / 50,
    )


def main(decisions: int, path: str) -> None:
    envs = make_vec_env(make, n_envs=8)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=512,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.003,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": HIDDEN},
        seed=1,
        verbose=1,
        device="cpu",
    )
    policy = Policy.new(make().unwrapped.table_spec, hidden=HIDDEN, activation="tanh")
    names = {
        "hidden0": "mlp_extractor.policy_net.0",
        "hidden1": "mlp_extractor.policy_net.2",
        "policy": "action_net",
    }
    for learn in (False, True):
        if learn:
            model.learn(decisions)
        weights = model.policy.state_dict()
        policy.with_weights(
            {
                f"{ours}.{kind}": weights[f"{theirs}.{kind}"]
                for ours, theirs in names.items()
                for kind in ("weight", "bias")
            }
        ).save(path)
        print("after training:" if learn else "before training:")
        print(
            rummygym(
                *["tournament", "--game", "gin", "--games", 4000, "--seed", 2],
                *["--agents", f"learned:{path},{OPPONENT}"],
            )
        )


if __name__ == "__main__":
    decisions, path = [*sys.argv[1:], *["500000", "maskable_ppo.safetensors"][len(sys.argv) - 1 :]]
    main(int(decisions), path)
