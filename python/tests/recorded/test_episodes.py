"""Episodes in NumPy, compared with the rows of the files."""

from collections import defaultdict

import numpy as np
import pytest

from rummygym import datasets

from .conftest import RECIPES


def by_player(rows):
    """Return the rows of each player of each game, by (game, seat), in the order of play."""
    found = defaultdict(list)
    for r in rows:
        found[r["episode"], r["player"]].append(r)
    return dict(sorted(found.items()))


def observation(row, layout, kind):
    if kind == "dict":
        return {f.name: np.asarray(row["obs_" + f.name], f.dtype).reshape(f.shape) for f in layout}
    parts = [np.ravel(np.asarray(row["obs_" + f.name], np.float32)) for f in layout]
    return np.concatenate([*parts, np.zeros(0, np.float32)])


@pytest.mark.parametrize("kind", ["flat", "dict"])
@pytest.mark.parametrize("name", RECIPES)
def test_episodes_are_the_rows(name, kind, recorded, all_rows):
    data = datasets.load(recorded(name))
    want = by_player(all_rows(name))
    episodes = list(data.episodes(observation=kind, moved_only=True))
    assert [(e.number, e.seat) for e in episodes] == list(want)
    for e, rows in zip(episodes, want.values(), strict=True):
        acted = [r for r in rows if r["action"] != 65535]
        assert len(e) == len(acted)
        assert e.has_final == (data.metadata.final == "rows") == (len(rows) == len(acted) + 1)
        assert e.actions.tolist() == [r["action"] for r in acted]
        assert e.actions.dtype == np.int64
        assert e.steps.tolist() == [r["step"] for r in acted]
        assert e.phases.tolist() == [r["phase"] for r in acted]
        assert e.rewards.tolist() == [r["reward"] for r in acted]
        assert e.rewards.dtype == np.float32
        assert e.terminations.tolist() == [bool(r["terminated"]) for r in acted]
        assert e.truncations.tolist() == [bool(r["truncated"]) for r in acted]
        assert np.array_equal(e.probabilities.astype(np.float32), np.float32([r["probability"] for r in acted]))
        assert e.masks.astype(int).tolist() == [[int(m) for m in r["mask"]] for r in rows]
        for key in ("agent", "seed", "deal", "winner", "ending", "gain", "rounds"):
            assert {r[key] for r in rows} == {getattr(e, key)}, key
        for t, row in enumerate(rows):
            o = observation(row, data.metadata.layout, kind)
            if kind == "flat":
                assert np.array_equal(e.observations[t], o)
                assert e.observations.dtype == np.float32
            else:
                assert all(
                    np.array_equal(e.observations[k][t], v) and e.observations[k].dtype == v.dtype for k, v in o.items()
                )


@pytest.mark.parametrize("name", RECIPES)
def test_invariants(name, recorded):
    """Actions are legal, rewards sum to the gain, and only the last decision ends the game."""
    data = datasets.load(recorded(name))
    gains = defaultdict(int)
    for e in data.episodes(moved_only=True):
        assert e.masks[np.arange(len(e)), e.actions].all()
        assert not e.has_final or not e.masks[-1].any()
        assert e.rewards.sum() == e.gain
        assert (np.diff(e.steps) > 0).all()
        assert not e.terminations[:-1].any()
        assert not e.truncations[:-1].any()
        assert e.terminations[-1] != e.truncations[-1]
        assert e.truncations[-1] == (e.ending == "")
    for e in data.episodes(fields=[]):
        gains[e.number] += e.gain
    assert set(gains.values()) == {0}
    assert len(gains) == data.num_episodes


def test_selection_of_players_and_fields(recorded):
    data = datasets.load(recorded("indian"))
    everyone = list(data.episodes())
    for seat in (0, 1):
        assert [(e.number, e.seat) for e in data.episodes(seat=seat)] == [
            (e.number, e.seat) for e in everyone if e.seat == seat
        ]
    for agent in data.metadata.agents:
        chosen = list(data.episodes(agent=agent))
        assert [(e.number, e.seat) for e in chosen] == [(e.number, e.seat) for e in everyone if e.agent == agent]
        assert len(chosen) == 60
        assert {e.seat for e in chosen} == {0, 1}
    both = list(data.episodes(seat=1, agent="random"))
    assert {(e.seat, e.agent) for e in both} == {(1, "random")}
    assert len(both) == 30
    part = next(data.episodes(fields=["min_dist", "hand"]))
    full = everyone[0]
    hand, dist = data.metadata.select(["min_dist", "hand"])
    assert (hand.name, dist.name, hand.offset, dist.offset) == ("hand", "min_dist", 0, 53)
    by_name = {f.name: f.slice for f in data.metadata.layout}
    assert np.array_equal(
        part.observations,
        np.hstack([full.observations[:, by_name["hand"]], full.observations[:, by_name["min_dist"]]]),
    )
    assert list(next(data.episodes(fields=["hand"], observation="dict")).observations) == ["hand"]
    assert next(data.episodes(fields=[])).observations.shape[1] == 0


def test_batches_without_the_player(rummygym, tmp_path):
    """With one game per batch, every other batch has no row of the agent at the seat."""
    rummygym("collect", "--agents", "min-dist,min-score", "--games", 8, "--batch-rows", 1, "--out", tmp_path / "data")
    data = datasets.load(tmp_path / "data")
    assert sum(1 for _ in data.batches()) == 8
    chosen = list(data.episodes(seat=0, agent="min-score"))
    assert [e.number for e in chosen] == [1, 3, 5, 7]
    assert {(e.seat, e.agent) for e in chosen} == {(0, "min-score")}


def test_wrong_selections_fail_at_once(recorded):
    data = datasets.load(recorded("indian"))
    for wrong, why in (
        ({"seat": 2}, "there is no seat 2: want 0 to 1"),
        ({"agent": "mindist"}, "there is no agent 'mindist' in .*: want min-dist-opp or random"),
        ({"fields": ["hands"]}, "there is no observation field 'hands': want hand"),
    ):
        with pytest.raises(datasets.DatasetError, match=why):
            data.episodes(**wrong)
    with pytest.raises(ValueError, match="'flat' or 'dict'"):
        data.episodes(observation="box")


@pytest.mark.parametrize("name", ["indian", "indian-three", "indian-blind", "gin"])
def test_spaces_contain_the_recorded_observations(name, recorded):
    data = datasets.load(recorded(name))
    flat, named = data.observation_space(), data.observation_space("dict")
    assert flat.shape == (data.metadata.size,)
    assert flat.dtype == np.float32
    assert data.action_space.n == data.metadata.actions
    for kind, space in (("flat", flat), ("dict", named)):
        for e in list(data.episodes(observation=kind))[:3]:
            for t in range(len(e.masks)):
                o = e.observations[t] if kind == "flat" else {k: np.asarray(v[t]) for k, v in e.observations.items()}
                assert space.contains(o)
            assert all(data.action_space.contains(a) for a in e.actions)
