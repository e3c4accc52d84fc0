"""Pictures and coloured text."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set

import rummygym  # noqa: F401 - registers
from rummygym._glyphs import LETTERS, SUITS
from rummygym.render import colored, picture


def test_glyphs_are_distinct() -> None:
    for glyphs, shape in ((LETTERS, (7, 5)), (SUITS, (11, 11))):
        assert {g.shape for g in glyphs.values()} == {shape}
        assert len({g.tobytes() for g in glyphs.values()}) == len(glyphs)
    assert SUITS["H"][:, ::-1].tolist() == SUITS["H"].tolist()


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
    env = gymnasium.make(IDS["indian"], render_mode="rgb_array", render_seat="all")
    env.reset(seed=1)
    scene = env.unwrapped._tables.show(0, None)
    scene["pile_size"] = 1
    names = [r + s for r in "A23456789TJQK" for s in "CDHS"] + ["JK"]
    frames = set()
    for name in names:
        one = copy.deepcopy(scene)
        one["top"] = name
        frames.add(picture(one).tobytes())
    assert len(frames) == len(names)


def test_hidden_cards_are_not_drawn() -> None:
    """Two deals of the learner's same view have one picture; with all cards they have two."""
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
