"""Pictures and coloured text."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set

import rummygym  # noqa: F401 - registers
from rummygym.render import colored, picture

pytest.importorskip("PIL")

from rummygym._cardfaces import face

CARDS = [r + s for r in "A23456789TJQK" for s in "CDHS"] + ["JK"]


def some_scene(game: str = "indian", seat: int | None = None) -> dict[str, Any]:
    """Returns the scene of a new deal as a seat sees it, or with all hands if seat is None."""
    env = gymnasium.make(IDS[game], render_mode="rgb_array")
    env.reset(seed=1)
    return env.unwrapped._tables.show(0, seat)


def test_suits_differ_by_shape() -> None:
    """Suits and joker differ without colours."""
    inks = [np.array(face(name).convert("L"))[36:74, 16:52] < 160 for name in ("7C", "7D", "7H", "7S", "JK")]
    for i, a in enumerate(inks):
        for b in inks[:i]:
            assert (a ^ b).sum() > 0.2 * max(a.sum(), b.sum())
    columns = inks[2].any(axis=0).nonzero()[0]
    heart = inks[2][:, columns[0] : columns[-1] + 1]
    assert (heart ^ heart[:, ::-1]).mean() < 0.02  # symmetric


@every_option_set
def test_pictures_of_an_episode_have_one_size(game: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(IDS[game], render_mode="rgb_array", render_seat="all", **options)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    sizes, pictures = set(), set()
    for _ in range(60):
        frame = env.render()
        sizes.add(frame.shape)
        pictures.add(frame.tobytes())
        *_, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            sizes.add(env.render().shape)
            _, info = env.reset()
    assert len(sizes) == 1
    assert len(pictures) > 30


def test_every_card_looks_different() -> None:
    scene = some_scene()
    scene["pile_size"] = 1
    frames = set()
    for name in CARDS:
        one = copy.deepcopy(scene)
        one["top"] = name
        frames.add(picture(one).tobytes())
    assert len(frames) == len(CARDS)


def test_pictures_show_every_part_of_the_scene() -> None:
    """A known, drawn or wild card, the mover, the counts and the gains each change the picture."""
    scene = some_scene("gin", seat=0)
    assert scene["mover"] == 0
    changes: list[dict[str, Any]] = [
        {},
        {"mover": 1},
        {"stock_size": 2},
        {"pile_size": 0, "top": None},
        {"wild": scene["seats"][0]["cards"][0][0]},
        {"wildcard": "JK"},
        {"outcome": scene["outcome"] | {"over": True, "winner": 1, "ending": "gin", "gains": [-30, 30]}},
    ]
    own, other = scene["seats"]
    changes += [
        {"seats": [own | change, other | more]}
        for change, more in (
            ({"drawn": own["cards"][3]}, {}),
            ({"knocked": True}, {}),
            ({"active": False}, {}),
            ({"score": 7}, {}),
            ({}, {"known": ["AS"]}),
            ({}, {"known": ["AS"], "drawn": "AS"}),
            ({}, {"cards": ["AS"], "hidden": 9}),
            ({}, {"melds": [["AS", "AC", "AD"]], "hidden": 7}),
        )
    ]
    pictures = [picture(scene | change) for change in changes]
    assert {p.shape for p in pictures} == {pictures[0].shape}
    assert len({p.tobytes() for p in pictures}) == len(pictures)


def test_long_hands_stay_on_their_panel() -> None:
    scene = some_scene("gin", seat=0)
    narrow = picture(scene)
    scene["seats"][0]["cards"] = CARDS[:40]
    scene["seats"][0]["melds"] = [CARDS[40:44], CARDS[44:48]]
    scene["seats"][1] |= {"hidden": 30, "known": CARDS[:4]}
    wide = picture(scene)
    assert wide.shape == narrow.shape
    assert not np.array_equal(wide, narrow)
    assert np.array_equal(wide[:, -24:], narrow[:, -24:])


def test_without_pillow() -> None:
    """Text does not need Pillow. The error of a picture says how to install it."""
    program = f"""
import sys
sys.modules["PIL"] = None
import gymnasium
import rummygym
env = gymnasium.make({IDS["gin"]!r}, render_mode="ansi")
env.reset(seed=1)
assert "seat 0" in env.render()
env = gymnasium.make({IDS["gin"]!r}, render_mode="rgb_array")
env.reset(seed=1)
try:
    env.render()
except ImportError as e:
    print(e)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "needs Pillow: pip install './python[render]'" in done.stdout


def test_hidden_cards_are_not_drawn() -> None:
    """The view of a seat has no cards of the opponent, only their number."""
    env = gymnasium.make(IDS["gin"], render_mode="ansi")
    env.reset(seed=1)
    assert "cards" in env.render()
    scene = env.unwrapped._tables.show(0, 0)
    hidden = scene["seats"][1]
    assert hidden["cards"] == []
    assert hidden["hidden"] == 10


def test_human_prints_in_colours(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(IDS["gin"], render_mode="human")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert env.render() is None
    out = capsys.readouterr().out
    assert out.count("seat 0:") == 3
    assert "\x1b[91m" in out


def test_colored_marks_cards_only() -> None:
    assert (
        colored("seat 0: TD | AS | JK, stock 12")
        == "seat 0: \x1b[91mTD\x1b[0m | \x1b[1mAS\x1b[0m | \x1b[94mJK\x1b[0m, stock 12"
    )


def test_render_needs_a_mode_and_a_deal() -> None:
    env = gymnasium.make(IDS["gin"])
    env.reset()
    assert env.render() is None
    with pytest.raises(gymnasium.error.ResetNeeded):
        gymnasium.make(IDS["gin"], render_mode="ansi").unwrapped.render()
