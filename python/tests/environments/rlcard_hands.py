"""Plays hands in ``gin_rummy_v4`` of PettingZoo 1.26 or in ours, and digests all that the steps show.

    make rlcard-hands

writes ``rlcard_hands.bin``: PettingZoo's and RLCard's digests, in a virtual environment of their own.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

DIGESTS = Path(__file__).with_suffix(".bin")

#: The number of hands of each of :data:`OPTIONS`.
HANDS = 500

#: The seed of the second half, whose hands follow each other without another seed.
SEED = 7

OPTIONS: list[dict[str, Any]] = [{}, {"knock_reward": 0.3, "gin_reward": 0.8, "opponents_hand_visible": True}]

# 1 where two cards have the same rank, or the same suit and ranks at most two apart.
_SUIT, _RANK = np.divmod(np.arange(52), 13)
_SAME = _RANK[:, None] == _RANK
_NEAR = (_SUIT[:, None] == _SUIT) & (abs(_RANK[:, None] - _RANK) <= 2)
_MATES = ((_SAME | _NEAR) & ~np.eye(52, dtype=bool)).astype(int)


def choose(planes: np.ndarray, mask: np.ndarray, style: int, rng: random.Random) -> int:
    """Returns a legal action of a player that is random (style 0), knocks soon (1), waits for gin (2), or takes each upcard (3)."""
    legal = np.flatnonzero(mask).tolist()
    if style == 0 or len(legal) == 1:
        return int(rng.choice(legal))
    if style == 1 and legal[-1] >= 58:
        return int(legal[-1])
    mates = _MATES @ planes[0]
    if 3 in legal:
        return 3 if style == 3 or mates[planes[1].argmax()] >= 2 else int(min(set(legal) - {3}))
    return int(min((a for a in legal if a < 58), key=lambda a: (style != 3 and mates[a - 6], rng.random())))


def play(env: Any, begin: Callable[[int], None]) -> Iterator[tuple[bytes, int]]:
    """Plays hands, and yields for each the last byte of the digest after each step, and the action that ended the play."""
    rng = random.Random(1)
    for hand in range(HANDS):
        begin(hand)
        styles = [rng.randrange(4), rng.randrange(4)] if hand % 10 else [3, 3]
        digest, digests, ended = 0, [], 0
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            planes, mask, over = seen["observation"], seen["action_mask"], terminated or truncated
            shown = planes[1:3] if ended == 5 else planes  # which card goes with gin may differ
            flags = repr((agent, round(float(reward), 6), bool(terminated), bool(truncated)))
            for part in (shown.tobytes(), mask.tobytes(), flags.encode()):
                digest = zlib.crc32(part, digest)
            digests.append(digest % 256)
            action = None if over else choose(planes, mask, styles[agent == "player_1"], rng)
            if action is not None and (action in (4, 5) or action >= 58):
                ended = min(action, 58)
            env.step(action)
        yield bytes(digests), ended


if __name__ == "__main__":
    from pettingzoo.classic import gin_rummy_v4

    first, second = (gin_rummy_v4.env(**options) for options in OPTIONS)

    def follow(hand: int) -> None:
        if hand == 0:  # reset(seed=...) would also forget the rewards
            second.unwrapped.env.seed(SEED)
        second.reset()

    hands = [*play(first, lambda hand: first.reset(seed=hand)), *play(second, follow)]
    DIGESTS.write_bytes(b"".join(digests for digests, _ in hands))
