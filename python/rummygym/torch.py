"""A policy in PyTorch that computes the same function of every card, for observations in planes of cards.

>>> import gymnasium, rummygym
>>> from rummygym.torch import CardPolicy
>>> envs = gymnasium.make_vec("rummygym/GinRummy-v1", num_envs=256, observation="cards")
>>> observations, infos = envs.reset(seed=1)
>>> policy = CardPolicy(envs.unwrapped.table_spec)
>>> logits, values = policy(observations, infos["action_mask"])  # [256, A], [256]
>>> policy.network().save("model.safetensors")  # plays as learned:model.safetensors

The package does not import this module by itself, because it needs torch.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn

from .layers import neighbours
from .policy import Policy
from .spec import Spec

__all__ = ["CardPolicy"]


class CardPolicy(nn.Module):  # type: ignore[misc, unused-ignore]
    """The logits of all actions, and the value of the position, with weights that all cards share.

    Each round computes numbers of each card from those of the card and its neighbours in suit and rank, and from the numbers of the
    hand. The last numbers of a card give the logit of each action that chooses it; their mean gives those of other actions, and the
    value. It is :class:`rummygym.policy.Stack` in torch.

    Args:
        spec: Of tables or environments with ``observation="cards"``.
        width: Numbers of a card after each round, a multiple of 8.
        rounds: Number of rounds.
    """

    def __init__(self, spec: Spec, width: int = 32, rounds: int = 2) -> None:
        super().__init__()
        self.plain = Policy.over_cards(spec, width, rounds)
        planes, numbers, head = len(spec.card_planes), len(spec.numbers), self.plain.heads[0].cards
        assert head is not None
        self.ace, self.take, self.top = spec.ace, head.take, head.top
        self.rounds = nn.ModuleList(nn.Linear(4 * (width if k else planes) + numbers, width) for k in range(rounds))
        self.pooled = nn.Linear(width + numbers, 2 * width)
        self.policy, self.value = nn.Linear(2 * width, spec.num_actions), nn.Linear(2 * width, 1)
        self.scores = nn.Linear(width, len(head.first) + 1)
        kinds = torch.arange(self.plain.inputs[0].shape[0])
        self.register_buffer("actions", torch.cat([kinds + first for first in head.first]), persistent=False)
        self.register_buffer("card_scales", torch.ones(planes))
        self.register_buffer("number_scales", torch.ones(numbers))
        with torch.no_grad():  # a nearly uniform policy learns best
            for layer in (self.policy, self.value, self.scores):
                layer.weight *= 0.1
                layer.bias *= 0

    def fit(self, cards: torch.Tensor, numbers: torch.Tensor) -> None:
        """Sets the scales of the inputs by observations ``cards`` [..., K, F] and ``numbers`` [..., G], such as those of the first steps.

        Each plane and each number is divided by its root mean square, but by at least .1.
        """
        for scales, x in ((self.card_scales, cards), (self.number_scales, numbers)):
            rows = x.flatten(0, -2)
            varies = (rows != rows[0]).any(0)
            scales.copy_(torch.where(varies, rows.square().mean(0).sqrt().clamp(min=0.1), 1.0))

    def forward(self, seen: Mapping[str, Any], masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits [N, A], -inf for illegal actions, and values [N] of ``cards`` [N, K, F] and ``numbers`` [N, G]."""
        x = planes = torch.as_tensor(seen["cards"]) / self.card_scales
        numbers = torch.as_tensor(seen["numbers"]) / self.number_scales
        for layer in self.rounds:
            at = 4 * x.shape[2]
            hand = nn.functional.linear(numbers, layer.weight[:, at:], layer.bias)
            terms = neighbours(x, self.ace, torch).flatten(2)
            x = torch.relu(nn.functional.linear(terms, layer.weight[:, :at]) + hand[:, None])
        pooled = torch.relu(self.pooled(torch.cat([x.mean(1), numbers], 1)))
        scores = self.scores(x)  # [N, K, groups and take]
        took = (scores[:, :, -1] * (planes[:, :, self.top] != 0)).sum(1)
        logits = self.policy(pooled).index_add(1, self.actions, scores[:, :, :-1].transpose(1, 2).flatten(1))
        logits = torch.cat([logits[:, : self.take], (logits[:, self.take] + took)[:, None], logits[:, self.take + 1 :]], 1)
        return logits.masked_fill(~torch.as_tensor(masks).bool(), -torch.inf), self.value(pooled)[:, 0]

    def act(self, seen: Mapping[str, Any], masks: Any) -> np.ndarray:
        """Returns the best action of each row, for :func:`rummygym.arena.evaluate`."""
        with torch.inference_mode():
            best: np.ndarray = self(seen, masks)[0].argmax(1).numpy()
        return best

    def network(self, notes: Mapping[str, str] | None = None) -> Policy:
        """Returns the network as it is now, for a file that ``learned:`` plays."""
        inputs = tuple(
            dataclasses.replace(field, scales=tuple(scales.tolist()))
            for field, scales in zip(self.plain.inputs, (self.card_scales, self.number_scales), strict=True)
        )
        names = {"scores": "policy.cards"} | {f"rounds.{k}": f"round{k}" for k in range(len(self.rounds))}
        weights = {}
        for name, value in self.named_parameters():
            layer, kind = name.rsplit(".", 1)
            weights[f"{names.get(layer, layer)}.{kind}"] = value
        return dataclasses.replace(self.plain, inputs=inputs, weights=weights, notes=notes or {})
