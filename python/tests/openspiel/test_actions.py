"""The actions of OpenSpiel's gin_rummy and of this package, by what they mean."""

import numpy as np
import pyspiel
import pytest

import rummygym
from rummygym import openspiel

UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
SPEC = rummygym.describe("gin", preset="openspiel")
WORDS = {52: "draw upcard", 53: "draw stock", 54: "pass", 55: "knock"}


def cards(numbers):
    return {UTILS.card_string(c).upper() for c in numbers}


def test_every_action_by_its_cards():
    names = openspiel.action_names()
    assert len(names) == len(set(names)) == 241
    for number, name in enumerate(names):
        if number < 52:
            assert {name} == cards([number])
        elif number in WORDS:
            assert name == WORDS[number]
        else:
            melded = name.removeprefix("meld ")
            assert name != melded
            assert {melded[i : i + 2] for i in range(0, len(melded), 2)} == cards(UTILS.int_to_meld[number - 56])


def test_numbers_there_and_back():
    ours = np.arange(241)
    theirs = openspiel.to_openspiel(ours)
    assert [openspiel.action_names()[a] for a in theirs] == list(SPEC.actions)
    np.testing.assert_array_equal(openspiel.from_openspiel(theirs), ours)
    assert (theirs != ours).sum() > 200  # who mixes them plays other cards
    assert openspiel.to_openspiel([[0], [54]]).tolist() == [[13], [54]]  # the ace of clubs is the 14th card there


@pytest.mark.parametrize("wrong", [241, -1, [3, 500], 0.5, "pass"])
def test_refuses(wrong):
    with pytest.raises(rummygym.ConfigError, match="0 to 240"):
        openspiel.to_openspiel(wrong)


def test_games_are_not_mixed():
    ours, theirs = pyspiel.load_game("rummygym_gin"), pyspiel.load_game("gin_rummy")
    with pytest.raises(rummygym.ConfigError, match="the game is rummygym_gin, whose actions"):
        openspiel.Bot("simple", ours, 0)
    with (
        openspiel.Bot("simple", theirs, 0) as bot,
        pytest.raises(rummygym.ConfigError, match="the state is of the game"),
    ):
        bot.step(ours.new_initial_state())
    with pytest.raises(rummygym.ConfigError, match="gin_rummy"):
        openspiel.tables_of(ours.new_initial_state())
    assert (
        ours.observation_tensor_size() != theirs.observation_tensor_size()
    )  # a network of one does not take the other
