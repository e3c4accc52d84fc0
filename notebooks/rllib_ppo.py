"""Trains RLlib's PPO with masked actions on hands of Gin Rummy, by self-play of one network at all seats.

Needs ``pip install './python[rllib]' torch``. CI does not run it, since it has no PyTorch; the tests in
``python/tests/ray`` step the same environments. Usage: ``python notebooks/rllib_ppo.py [ITERATIONS] [RUNNERS]``.
"""

import sys

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import rummygym.rllib  # noqa: F401 - registers the environments


def main(iterations: int, runners: int) -> None:
    network = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "tanh"},
    )
    config = (
        PPOConfig()
        .environment(
            "rummygym/GinRummy-multi-v1",
            env_config={"reward_scale": 1 / 50},
        )
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": network}))
        .env_runners(num_env_runners=runners)
        .training(lr=3e-4, gamma=1.0, lambda_=0.9, entropy_coeff=0.003, train_batch_size_per_learner=8192)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    for i in range(iterations):
        result = algorithm.train()
        print(i, result["env_runners"].get("episode_len_mean"), result["learners"]["shared"].get("entropy"))
    print(algorithm.save("rllib_ppo").checkpoint.path)


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:]]
    main(*numbers, *(20, 2)[len(numbers) :])
