"""Tables play the games of the Go program: its recorded games are reproduced bit for bit."""

import numpy as np
import pytest

from rummygym import Tables

from .recordings import episodes, flat, record, self_play

pytest.importorskip("pyarrow.dataset")

GAMES, SEED = 12, 21


CASES = {
    "indian": ({"game": "indian"}, ["min-dist-opp", "random"]),
    "indian of three": (
        {"game": "indian", "preset": "club", "rules": {"seats": 3}},
        ["min-dist", "min-score", "random"],
    ),
    "gin": ({"game": "gin"}, ["sigra", "simple"]),
    "gin by hand": (
        {"game": "gin", "preset": "openspiel", "rules": {"melding": "chosen"}},
        ["random", "medium"],
    ),
}


@pytest.fixture(params=CASES, ids=list(CASES))
def recorded(request, binary, tmp_path):
    """The options of the tables, the agents, and the rows that the program recorded with seed 21."""
    options, agents = CASES[request.param]
    record(binary, tmp_path / "data", options, agents, SEED, GAMES).check_returncode()
    return options, agents, episodes(tmp_path / "data", GAMES)


def test_self_play_of_the_recorded_actions(recorded):
    options, _, rows = recorded
    assert sum(1 for _ in self_play(options, rows, SEED)) == sum(map(len, rows))


@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_repeat_their_actions(recorded, seat):
    """If one seat plays its recorded actions, the other agents repeat theirs."""
    options, agents, games = recorded
    others = agents[seat + 1 :] + agents[:seat]
    with Tables(**options, num_envs=GAMES, autoreset="disabled", opponents=others, seat=seat) as t:
        t.reset(seed=SEED)
        mine = [[row for row in rows if row["player"] == seat] for rows in games]
        paid = np.zeros(GAMES)
        for k in range(max(map(len, mine))):
            actions = np.full(GAMES, -1)
            for i, rows in enumerate(mine):
                if k < len(rows):
                    np.testing.assert_array_equal(t.observations[i], flat(rows[k], t.spec))
                    actions[i] = rows[k]["action"]
                else:
                    assert t.players[i] == -1
            t.step(actions)
            paid += t.rewards[:, seat]
        for i, rows in enumerate(mine):
            assert not rows or paid[i] == rows[0]["gain"]
