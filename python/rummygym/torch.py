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
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from .layers import by_term, neighbours
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
        never: Names of actions that it takes only where there is no other, such as "drop".
    """

    def __init__(self, spec: Spec, width: int = 32, rounds: int = 2, never: Sequence[str] = ()) -> None:
        super().__init__()
        self.plain = Policy.over_cards(spec, width, rounds, never=never)
        planes, numbers, head = len(spec.card_planes), len(spec.numbers), self.plain.heads[0].cards
        assert head is not None
        self.ace, self.take, self.top = spec.ace, head.take, head.top
        self.rounds = nn.ModuleList(nn.Linear(4 * (width if k else planes) + numbers, width) for k in range(rounds))
        self.pooled = nn.Linear(width + numbers, 2 * width)
        kinds = torch.arange(self.plain.inputs[0].shape[0])
        of_cards = torch.cat([kinds + first for first in head.first])
        others = torch.tensor([a for a in range(spec.num_actions) if a not in set(of_cards.tolist())])
        self.policy, self.value = nn.Linear(2 * width, len(others)), nn.Linear(2 * width, 1)
        self.scores = nn.Linear(width, len(head.first) + 1)
        self.register_buffer("others", others, persistent=False)
        self.register_buffer("order", torch.cat([of_cards, others]).argsort(), persistent=False)
        for name, field in zip(("card_scales", "number_scales"), self.plain.inputs, strict=True):
            self.register_buffer(name, torch.tensor(field.scales))
        with torch.no_grad():  # a nearly uniform policy learns best
            for layer in (self.policy, self.value, self.scores):
                layer.weight *= 0.1
                layer.bias *= 0
            self.policy.bias += torch.from_numpy(self.plain.weights["policy.bias"])[others]

    def forward(self, seen: Mapping[str, Any], masks: Any = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits [N, A], and values [N] of ``cards`` [N, K, F] and ``numbers`` [N, G]. Masks make logits of illegal actions -inf."""
        x = planes = torch.as_tensor(seen["cards"]) / self.card_scales
        numbers = torch.as_tensor(seen["numbers"]) / self.number_scales
        for layer in self.rounds:
            at = 4 * x.shape[2]
            hand = nn.functional.linear(numbers, layer.weight[:, at:], layer.bias)
            terms = neighbours(x, self.ace, torch).flatten(2)
            x = torch.relu(nn.functional.linear(terms, by_term(layer.weight[:, :at])) + hand[:, None])
        pooled = torch.relu(self.pooled(torch.cat([x.mean(1), numbers], 1)))
        scores = self.scores(x)  # [N, K, groups and take]
        took = (scores[:, :, -1] * (planes[:, :, self.top] != 0)).sum(1, keepdim=True)
        others = self.policy(pooled) + took * (self.others == self.take)
        logits = torch.cat([scores[:, :, :-1].transpose(1, 2).flatten(1), others], 1)[:, self.order]
        if masks is not None:
            logits = logits.masked_fill(~torch.as_tensor(masks).bool(), -torch.inf)
        return logits, self.value(pooled)[:, 0]

    def act(self, seen: Mapping[str, Any], masks: Any) -> np.ndarray:
        """Returns the best action of each row, for :func:`rummygym.arena.evaluate`."""
        with torch.inference_mode():
            best: np.ndarray = self(seen, masks)[0].argmax(1).numpy()
        return best

    def network(self, notes: Mapping[str, str] | None = None) -> Policy:
        """Returns the network as it is now, for a file that ``learned:`` plays."""
        names = {"scores": "policy.cards"} | {f"rounds.{k}": f"round{k}" for k in range(len(self.rounds))}
        weights = {}
        for name, value in self.named_parameters():
            layer, kind = name.rsplit(".", 1)
            weights[f"{names.get(layer, layer)}.{kind}"] = value.detach()
        for kind in ("weight", "bias"):  # actions of cards have no logit but the score of the card
            few = weights[f"policy.{kind}"]
            weights[f"policy.{kind}"] = few.new_zeros(len(self.order), *few.shape[1:]).index_copy(0, self.others, few)
        return dataclasses.replace(self.plain, weights=weights, notes=notes or {})
