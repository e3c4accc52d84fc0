"""What environments show without the argument ``fields``: the same in all of them, with the values of the solver."""

from __future__ import annotations

import itertools
import json
import subprocess
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS

import rummygym
from rummygym.selfplay import SelfPlay

#: The groups of each game, and fields that the default is there for.
DEFAULTS = {
    "indian": ("cards-and-counts,score,distance,relations",
               ["min_score", "min_score_uncapped", "min_dist", "related_taken", "related_given", "taken", "given", "known"]),
    "gin": ("cards-and-counts,deadwood", ["deadwood", "known", "unknown"]),
}  # fmt: skip

every_game = pytest.mark.parametrize("game", DEFAULTS)

#: The cards in the order of the entries of fields of Indian Rummy.
CARDS = [r + s for s in "CDHS" for r in "A23456789TJQK"] + ["JK"]


@every_game
def test_all_environments_show_the_same_fields(game: str) -> None:
    pytest.importorskip("pettingzoo")
    from rummygym.pettingzoo import gin_rummy_v0, indian_rummy_v0

    groups, names = DEFAULTS[game]
    single = gymnasium.make(IDS[game], observation="dict")
    specs = {
        "describe": rummygym.describe(game),
        "Tables": rummygym.Tables(game).spec,
        "SelfPlay": SelfPlay(game, 2).spec,
        "Gymnasium": single.unwrapped.table_spec,
        "Gymnasium vector": gymnasium.make_vec(IDS[game], num_envs=2).table_spec,
        "PettingZoo": {"indian": indian_rummy_v0, "gin": gin_rummy_v0}[game].env().unwrapped.table_spec,
        "by name": rummygym.describe(game, fields="default"),
    }
    for name, spec in specs.items():
        assert spec.fields == groups, name
        assert spec.observation == specs["describe"].observation, name
    assert set(names) <= set(single.observation_space)


def solve(binary: str, game: str, hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    text = "\n".join(map(json.dumps, hands))
    done = subprocess.run([binary, "solve", "--game", game], input=text, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def decisions(game: str, **options: Any) -> list[dict[str, np.ndarray]]:
    """Plays against the default opponent, and returns the named fields of the learner's observations."""
    env = gymnasium.make(IDS[game], observation="dict", **options)
    rng, seen = np.random.default_rng(5), []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        for _ in itertools.count():
            assert env.observation_space.contains(observation)
            seen.append(observation)
            observation, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            if terminated or truncated:
                break
    return seen


def cards(counts: np.ndarray) -> list[str]:
    return [CARDS[i] for i in np.flatnonzero(counts) for _ in range(int(counts[i]))]


@pytest.mark.parametrize("rules", [{}, {"seats": 3, "packs": 2}], ids=["two players", "three players"])
def test_indian_rummy_shows_the_hand_as_solved(rules: dict[str, Any], binary: str) -> None:
    seen = decisions("indian", rules=rules, opponents="min-dist-opp", max_steps=60)
    hands = [
        {"cards": cards(o["hand"]), "wild": CARDS[int(o["wild_rank"].argmax())][0], "decks": rules.get("packs", 1)}
        for o in seen
    ]
    for o, hand, s in zip(seen, hands, solve(binary, "indian", hands), strict=True):
        shown = [o[name].item() for name in ("min_score", "min_score_uncapped", "min_dist")]
        assert shown == [s["minscore"], s["minscore_uncapped"], s["mindist"]], hand
    assert len({o["min_dist"].item() for o in seen}) > 1
    assert any(len(h["cards"]) == 14 for h in hands) and any(len(h["cards"]) == 13 for h in hands)


def test_indian_rummy_relates_the_opponents_cards_to_the_hand() -> None:
    """For each card held, the different cards of the opponent next to it in its suit, or of its rank."""
    seen = decisions("indian", opponents="min-dist-opp", max_steps=60)
    for o in seen:
        for related, of in (("related_taken", "taken"), ("related_given", "given")):
            want = np.zeros((1, 53))
            for c in np.flatnonzero(o["hand"][:52]):
                suit, rank = divmod(int(c), 13)
                near = {suit * 13 + (rank + d) % 13 for d in (-1, 1)} | {s * 13 + rank for s in range(4)} - {int(c)}
                want[0, c] = sum(o[of][0, n] > 0 for n in near)
            np.testing.assert_array_equal(o[related], want)
    assert any(o["related_taken"].any() for o in seen) and any(o["related_given"].any() for o in seen)


def test_gin_rummy_shows_the_hand_as_solved(binary: str) -> None:
    seen = [o for o in decisions("gin") if not o["phase"].reshape(-1)[-1]]
    hands = [{"cards": cards(o["hand"].reshape(-1))} for o in seen]
    for o, hand, s in zip(seen, hands, solve(binary, "gin", hands), strict=True):
        # Of eleven cards, the best ten count.
        assert o["deadwood"].item() == min(s.get("after_discard") or [s["deadwood"]]), hand
    assert len({o["deadwood"].item() for o in seen}) > 2
    assert any(o["known"].any() for o in seen)
