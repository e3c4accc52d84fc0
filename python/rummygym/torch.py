"""A policy in PyTorch that computes the same function of every card, for observations in planes of cards.

>>> import gymnasium, rummygym
>>> from rummygym.torch import CardPolicy
>>> envs = gymnasium.make_vec("rummygym/GinRummy-v1", num_envs=256, observation="cards")
>>> observations, infos = envs.reset(seed=1)
>>> policy = CardPolicy(envs.unwrapped.table_spec)
>>> logits, values = policy(observations, infos["action_mask"])  # [256, A], [256]

The package does not import this module by itself, because it needs torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn

from .spec import Spec

__all__ = ["CardPolicy", "neighbours"]


def neighbours(x: torch.Tensor, king_beside_ace: bool) -> torch.Tensor:
    """Returns the rows of cards [N, K, C] with sums over their neighbours, [N, K, 4 C].

    They are the card itself, the sum over the cards next to it in its suit, that over the cards two ranks away, and that over the cards
    of its rank in other suits. The printed joker has no neighbours.
    """
    n, kinds, c = x.shape
    suits = x[:, :52].reshape(n, 4, 13, c)
    ends = suits[:, :, -2:] if king_beside_ace else torch.zeros_like(suits[:, :, -2:])
    starts = suits[:, :, :2] if king_beside_ace else torch.zeros_like(ends)
    line = torch.cat([ends, suits, starts], dim=2)  # the king and the ace meet
    one, two = line[:, :, 1:-3] + line[:, :, 3:-1], line[:, :, :-4] + line[:, :, 4:]
    terms = torch.cat([suits, one, two, suits.sum(1, keepdim=True) - suits], dim=3).reshape(n, 52, 4 * c)
    if kinds == 52:
        return terms
    return torch.cat([terms, nn.functional.pad(x[:, 52:], (0, 3 * c))], dim=1)


class CardPolicy(nn.Module):  # type: ignore[misc, unused-ignore]
    """The logits of all actions, and the value of the position, with weights that all cards share.

    Each round computes features of each card from those of the card and its :func:`neighbours`, and from the numbers of the hand. The
    last features of a card give the logit of each action that chooses it; their mean gives those of other actions, and the value.

    Args:
        spec: Of tables or environments with ``observation="cards"``.
        width: Features of a card.
        rounds: Number of rounds.
    """

    def __init__(self, spec: Spec, width: int = 32, rounds: int = 2) -> None:
        super().__init__()
        planes, numbers = len(spec.card_planes), len(spec.numbers)
        self.king_beside_ace = spec.game.startswith("indian")
        self.names = [name for name in spec.card_actions if name != "take"]
        self.top, self.take = spec.plane(spec.top_plane), int(spec.card_actions["take"][0])
        self.of_cards = nn.ModuleList(nn.Linear(4 * (width if k else planes), width) for k in range(rounds))
        self.of_numbers = nn.ModuleList(nn.Linear(numbers, width, bias=False) for _ in range(rounds))
        self.scores = nn.Linear(width, len(self.names) + 1)
        self.pooled = nn.Linear(width + numbers, 2 * width)
        self.rest = nn.Linear(2 * width, spec.num_actions + 1)
        for name, n in (("card", planes), ("number", numbers)):
            self.register_buffer(f"{name}_mean", torch.zeros(n))
            self.register_buffer(f"{name}_scale", torch.ones(n))
        for name in self.names:
            self.register_buffer(name, torch.from_numpy(spec.card_actions[name]))
        with torch.no_grad():  # a nearly uniform policy learns best
            for layer in (self.scores, self.rest):
                layer.weight *= 0.1
                layer.bias *= 0

    def fit(self, cards: torch.Tensor, numbers: torch.Tensor) -> None:
        """Sets the scales of the inputs by observations ``cards`` [..., K, F] and ``numbers`` [..., G], such as those of the first steps."""
        for name, x in (("card", cards), ("number", numbers)):
            rows = x.flatten(0, -2)
            getattr(self, f"{name}_mean").copy_(rows.mean(0))
            getattr(self, f"{name}_scale").copy_(1 / rows.std(0).clamp(min=0.1))

    def forward(self, seen: Mapping[str, Any], masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits [N, A], -inf for illegal actions, and values [N] of ``cards`` [N, K, F] and ``numbers`` [N, G]."""
        planes, numbers = torch.as_tensor(seen["cards"]), torch.as_tensor(seen["numbers"])
        x = (planes - self.card_mean) * self.card_scale
        numbers = (numbers - self.number_mean) * self.number_scale
        for of_cards, of_numbers in zip(self.of_cards, self.of_numbers, strict=True):
            x = torch.relu(of_cards(neighbours(x, self.king_beside_ace)) + of_numbers(numbers)[:, None])
        scores = self.scores(x)  # [N, K, names and take]
        rest = self.rest(torch.relu(self.pooled(torch.cat([x.mean(1), numbers], 1))))
        logits, value = rest[:, :-1], rest[:, -1]
        for i, name in enumerate(self.names):
            logits = logits.index_copy(1, getattr(self, name), scores[:, :, i])
        took = (scores[:, :, -1] * planes[:, :, self.top]).sum(1, keepdim=True)
        logits = logits.index_add(1, torch.tensor([self.take]), took)
        return logits.masked_fill(~torch.as_tensor(masks).bool(), -torch.inf), value

    def act(self, seen: Mapping[str, Any], masks: Any) -> np.ndarray:
        """Returns the best action of each row, for :func:`rummygym.arena.evaluate`."""
        with torch.inference_mode():
            best: np.ndarray = self(seen, masks)[0].argmax(1).numpy()
        return best
