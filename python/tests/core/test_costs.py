"""What the legal moves of a decision cost: :meth:`rummygym.Tables.costs`."""

import re

import numpy as np
import pytest

from rummygym import ConfigError, Tables


@pytest.mark.parametrize(("game", "rules"), [("gin", None), ("indian", None)])
def test_costs_are_of_all_legal_moves(game, rules):
    with Tables(game, rules=rules, fields="none", record=True, num_envs=2) as tables:
        tables.reset(2)
        rng = np.random.default_rng(1)
        for _ in range(4):
            moves = tables.costs(1, rollouts=100)
            assert sorted(m.action for m in moves) == tables.masks[1].nonzero()[0].tolist()
            assert all(m.name == tables.spec.actions[m.action] for m in moves)
            best = moves[0]
            assert best.cost == best.cost_error == best.win_cost == 0
            for m in moves:
                assert m.cost == pytest.approx(best.points - m.points, abs=1e-6) and m.cost_error >= 0
                assert m.win_cost == pytest.approx(best.win - m.win, abs=1e-6) and 0 <= m.win <= 1
                assert m.deals == best.deals >= 32
            assert tables.costs(1, rollouts=100, seed=1) == moves
            actions = tables.sample(rng)
            if game == "indian" and tables.spec.actions[actions[1]] == "drop":
                actions[1] = tables.masks[1].nonzero()[0][0]
            tables.step()


def test_a_blunder_costs():
    """With no deadwood but one card to discard, to break a meld is worse than to discard the odd card."""
    with Tables("gin", preset="openspiel", record=True) as tables:
        tables.reset(1)
        deck = "AC KH 2C QH 3C JS 4D 9S 5D 8S 6D 7D 9H 5S 9D 3S 9C 2D KS TD"
        rest = [r + s for s in "CDHS" for r in "A23456789TJQK" if r + s not in deck]
        tables.deal(0, f"{deck} {' '.join(rest)}")
        for name in ("pass", "pass", "draw stock"):
            tables.step([tables.spec.actions.index(name)])
        costs = {m.name: m for m in tables.costs(rollouts=2000)}
        assert min(costs.values(), key=lambda m: m.cost).name in {"knock", "KS"}
        assert costs["9H"].cost > 4 * costs["9H"].cost_error > 0


def test_wrong_arguments():
    with Tables("gin") as tables:
        with pytest.raises(ConfigError, match="reset first"):
            tables.costs()
        tables.reset(1)
        for options, message in [
            ({"table": 1}, "there is no table 1"),
            ({"rollouts": 99}, 'key "rollouts" is 99: want 100 to 1000000'),
            ({"goal": "fun"}, 'key "goal" is "fun": want points or win'),
            ({"agent": "nobody"}, "nobody"),
            ({"seed": -1}, "seed is -1"),
        ]:
            with pytest.raises(ConfigError, match=re.escape(message)):
                tables.costs(**options)
