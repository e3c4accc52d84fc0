"""What a seat is told as text and JSON: :meth:`rummygym.Tables.text` and its relatives."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rummygym
from rummygym import ConfigError, Tables

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_text_follows_from_what_the_seat_saw(game: str) -> None:
    with Tables(game, record=True) as tables:
        tables.reset(3)
        rng = np.random.default_rng(1)
        for i in range(100):
            seat = int(tables.players[0])
            if seat < 0:
                break
            names: Any = {"names": i, "relabel": "DCSH"}
            position = rummygym.Position.from_json(tables.position(**names), **names)
            assert (position.game, position.seat) == (game, seat)
            with position.tables(num_envs=3, seed=i) as worlds:
                for k in range(3):
                    assert worlds.text(k, history="all", numbers=i % 2 == 0) == tables.text(
                        history="all", numbers=i % 2 == 0
                    )
                    assert worlds.position(k) == tables.position()
                    assert worlds.events(k) == tables.events()
                    assert worlds.players[k] == seat and (worlds.masks[k] == tables.masks[0]).all()
                others = {str(worlds.show(k)["seats"][1 - seat]["cards"]) for k in range(3)}
                assert len(others) > 1
            tables.sample(rng)
            tables.step()


def test_information_states_are_those_of_go() -> None:
    """The file is of a Go test, which lists the events of the games without tables."""
    for line in (ROOT / "cmd/librummygym/testdata/information.jsonl").read_text().splitlines():
        case = json.loads(line)
        options: Any = {key: value for key, value in case["config"].items() if key != "game"}
        with Tables(case["config"]["game"], **options) as tables:
            tables.reset(case["seed"])
            for action in case["actions"]:
                tables.step([action])
            states = [tables.information_state(0, seat) for seat in range(tables.spec.seats)]
            assert [state.hex() for state in states] == case["states"]


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_information_states_tell_apart_what_the_seat_can(game: str) -> None:
    """In many deals of a small game: the same key for games in which a seat saw and did the same all along, and only for games
    in which it saw and did the same at its decisions. Bytes and text agree, and the states of a game are prefixes of later ones."""
    past: dict[tuple[int, bytes], str] = {}
    state: dict[tuple[int, str], bytes] = {}
    texts: dict[bytes, str] = {}
    with Tables(game, preset="tiny", num_envs=300, record=True, autoreset="disabled") as tables:
        tables.reset(3)
        rng = np.random.default_rng(1)
        seats = range(tables.spec.seats)
        saw = [["" for _ in seats] for _ in range(300)]
        decided = [["" for _ in seats] for _ in range(300)]
        before = [[b"" for _ in seats] for _ in range(300)]
        equal = 0
        while (tables.players >= 0).any():
            actions = tables.sample(rng)
            for t in np.flatnonzero(tables.players >= 0).tolist():
                for seat in seats:
                    seen = json.dumps(tables.show(t, seat) | {"table": 0})
                    saw[t][seat] += seen
                    if seat != tables.players[t]:
                        continue
                    decided[t][seat] += seen
                    key, text = tables.information_state(t), tables.information_state_text(t)
                    assert key == tables.information_state(t, seat) and key.startswith(before[t][seat])
                    assert texts.setdefault(key, text) == text
                    before[t][seat] = key
                    equal += (seat, key) in past
                    assert past.setdefault((seat, key), decided[t][seat]) == decided[t][seat]
                    assert state.setdefault((seat, saw[t][seat]), key) == key
                    saw[t][seat] += f" {actions[t]} "
                    decided[t][seat] += f" {actions[t]} "
            tables.step()
    assert equal > 100 and len({seat for seat, _ in past}) == 2 and len(set(texts.values())) == len(texts) > 100


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_information_states_of_redeals(game: str) -> None:
    with Tables(game, record=True, autoreset="disabled") as tables:
        tables.reset(3)
        rng = np.random.default_rng(1)
        for i in range(12):
            if tables.players[0] < 0:
                tables.reset()
            seat = int(tables.players[0])
            mine, theirs = (tables.information_state(0, s) for s in (seat, 1 - seat))
            with rummygym.Position.from_json(tables.position(history="all")).tables(num_envs=2, seed=i) as worlds:
                assert [worlds.information_state(k) for k in range(2)] == [mine] * 2
                worlds.redeal(0, seat, i)
                assert worlds.information_state(0) == mine != theirs
                assert theirs != worlds.information_state(0, 1 - seat) != mine
            tables.sample(rng)
            tables.step()


def test_wrong_positions() -> None:
    with Tables("gin", record=True) as tables:
        tables.reset(3)
        good = json.loads(tables.position())
    for change, words in {
        "seat": "position: ",
        "events": "position: member events is null: want the events",
        "version": "position: member version is null: want the version of this format, the number 1",
    }.items():
        with pytest.raises(ConfigError, match=words):
            rummygym.Position.from_json(good | {change: None})
    with pytest.raises(ConfigError, match=r"position: member stock_size is 30: by the events it is 31"):
        rummygym.Position.from_json(good | {"stock_size": 30})
    with pytest.raises(ConfigError, match='position: member "stok_size" is not known, did you mean "stock_size"'):
        rummygym.Position.from_json(good | {"stok_size": 30})
    good["events"][0]["hands"][good["seat"]][0] = good["events"][0]["upcard"]
    with pytest.raises(ConfigError, match=r"position: member events: event 1 .deal.: QD is turned up, which is not left in the deck"):
        rummygym.Position.from_json(good)
    with pytest.raises(ConfigError, match="want a JSON object with the members"):
        rummygym.Position.from_json("[]")


def test_text_lists_the_legal_moves() -> None:
    with Tables("indian", opponents="min-dist", record=True) as tables:
        tables.reset(3)
        legal = [tables.spec.actions[a] for a in np.flatnonzero(tables.masks[0])]
        text = tables.text()
        _, _, moves = text.partition("Legal moves:\n")
        assert sorted(line.strip().partition(":")[0] for line in moves.splitlines()) == sorted(legal)
        assert [m["name"] for m in json.loads(tables.position())["legal"]] == [
            line.strip().partition(":")[0] for line in moves.splitlines()
        ]
        assert "Legal moves" not in tables.text(legal=False)
        assert "♣" in tables.text(cards="symbols")
        assert "is the ace" in tables.text(names=3)


def test_record_can_be_replayed(tmp_path: Any) -> None:
    with Tables("gin", record=True) as tables:
        tables.reset(3)
        rng = np.random.default_rng(1)
        while not tables.terminated[0]:
            tables.sample(rng)
            tables.step()
        lines = [json.loads(line) for line in tables.record().splitlines()]
        assert lines[0]["type"] == "game" and lines[1]["type"] == "deal" and lines[-1]["type"] == "end"
        seen = tables.events(0, 1, history="all")
        assert len(seen) <= len(lines) - 1 and seen[0]["hands"][0] is None and seen[-1] == lines[-1]


def test_wrong_options() -> None:
    with Tables("gin") as tables:
        tables.reset(3)
        assert "What happened" not in tables.text()
        with pytest.raises(ConfigError, match='there is no key "colour"'):
            tables.text(colour=True)  # type: ignore[call-arg]
        with pytest.raises(ConfigError, match="keep no events: open them with record"):
            tables.events()
        with pytest.raises(ConfigError, match="keep no events: open them with record"):
            tables.information_state()
        with pytest.raises(ConfigError, match="there is no table 3"):
            tables.text(3)
        with pytest.raises(ConfigError, match="there is no seat 2"):
            tables.text(0, 2)
        assert rummygym.describe("gin", record=True).config["record"]
