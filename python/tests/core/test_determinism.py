"""Tables play the games of the Go program: its recorded games are reproduced bit for bit."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from rummygym import Tables

ds = pytest.importorskip("pyarrow.dataset")

ROOT = Path(__file__).parents[3]
GAMES = 12


@pytest.fixture(scope="session")
def rummygym_binary(tmp_path_factory):
    """The path of the Go program."""
    if binary := os.environ.get("RUMMYGYM_BINARY"):
        return binary
    binary = tmp_path_factory.mktemp("bin") / "rummygym"
    subprocess.run(["go", "build", "-o", binary, "./cmd/rummygym"], cwd=ROOT, check=True)
    return binary


CASES = {
    "indian": ([], {}, ["min-dist-opp", "random"]),
    "indian of three": (
        ["--preset", "club", "--seats", "3"],
        {"preset": "club", "rules": {"seats": 3}},
        ["min-dist", "min-score", "random"],
    ),
    "gin": (["--game", "gin"], {}, ["sigra", "simple"]),
    "gin by hand": (
        ["--game", "gin", "--preset", "openspiel", "--melding", "chosen"],
        {"preset": "openspiel", "rules": {"melding": "chosen"}},
        ["random", "medium"],
    ),
}


@pytest.fixture(params=CASES, ids=list(CASES))
def recorded(request, rummygym_binary, tmp_path):
    """The options of the tables, the agents, and the rows that the program recorded with seed 21."""
    flags, options, agents = CASES[request.param]
    command = [rummygym_binary, "collect", *flags, "--agents", ",".join(agents), "--games", str(GAMES), "--seed", "21",
               "--seating", "fixed", "--fields", "default", "--out", tmp_path / "data"]  # fmt: skip
    subprocess.run([str(x) for x in command], check=True, capture_output=True)
    rows = ds.dataset(tmp_path / "data", format="arrow", exclude_invalid_files=True).to_table().to_pylist()
    options = {"game": "gin" if "gin" in flags else "indian"} | options
    return options, agents, [[r for r in rows if r["episode"] == i] for i in range(GAMES)]


def flat(row, spec):
    """Return the observation of a recorded row as a vector."""
    return np.concatenate([np.ravel(np.asarray(row[f"obs_{f.name}"], np.float32)) for f in spec.observation])


def test_self_play_of_the_recorded_actions(recorded):
    options, _, episodes = recorded
    with Tables(**options, tables=GAMES, autoreset="disabled") as t:
        t.reset(seed=21)
        paid = np.zeros((GAMES, t.spec.seats))
        for k in range(max(map(len, episodes))):
            actions = np.full(GAMES, -1)
            for i, rows in enumerate(episodes):
                if k >= len(rows):
                    assert t.players[i] == -1
                    continue
                row = rows[k]
                assert t.players[i] == row["player"]
                np.testing.assert_array_equal(t.observations[i], flat(row, t.spec))
                np.testing.assert_array_equal(t.masks[i].view(bool), row["mask"])
                actions[i] = row["action"]
            t.step(actions)
            paid += t.rewards
        for i, rows in enumerate(episodes):
            gains = {row["player"]: row["gain"] for row in rows}
            assert {p: paid[i, p] for p in gains} == gains


@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_repeat_their_actions(recorded, seat):
    """If one seat plays its recorded actions, the other agents repeat theirs."""
    options, agents, episodes = recorded
    others = agents[seat + 1 :] + agents[:seat]
    with Tables(**options, tables=GAMES, autoreset="disabled", opponents=others, seat=seat) as t:
        t.reset(seed=21)
        mine = [[row for row in rows if row["player"] == seat] for rows in episodes]
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
