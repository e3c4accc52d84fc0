"""The play page: the person's own hand, by keys, mouse and touch, without help, and learning."""

import itertools
import re

import pytest

from .tablepage import at_once, begin, drag, settle
from .test_play_page import page_at as page_at
from .test_play_page import past_the_edge
from .test_replay_page import PHONE, serious


def groups(page):
    """Return the groups of the person's hand, as names of cards."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".own-hand .group")].map((g) =>
          [...g.querySelectorAll(".pick")].map((c) => c.getAttribute("aria-label").split(", ")[0]))"""
    )


def cards_of(hand):
    """Return the cards of all groups in their order."""
    return list(itertools.chain.from_iterable(hand))


def draw(page):
    """Draw from the stock."""
    page.locator("[data-place=stock]").click()
    settle(page)


def test_sorts(page_at):
    page = page_at()
    begin(page, "indian")
    at_once(page)
    settle(page)
    page.locator("h1").click()
    melds = groups(page)
    page.keyboard.press("s")
    suits = groups(page)
    assert [{name.split(" of ")[1] for name in g} for g in suits if " of " in g[0]] == [
        {suit} for suit in ("clubs", "diamonds", "hearts", "spades") if any(suit in g[0] for g in suits)
    ]
    page.keyboard.press("s")
    assert len(groups(page)) == 1  # by rank
    page.keyboard.press("s")
    assert groups(page) == melds
    page.get_by_role("combobox", name="Hand", exact=True).select_option("By suit")
    assert groups(page) == suits


def test_an_order_by_keys_lasts_from_turn_to_turn(page_at):
    page = page_at()
    begin(page, "indian")
    at_once(page)
    settle(page)
    draw(page)
    page.locator("h1").click()
    page.keyboard.press("s")
    page.keyboard.press("s")  # by rank: one group
    before = groups(page)[0]
    page.keyboard.press("ArrowRight")
    first = page.locator(".pick.chosen").get_attribute("aria-label").split(", ")[0]
    at = before.index(first)
    page.keyboard.press("Shift+ArrowLeft")
    now = groups(page)[0]
    assert now.index(first) == (at - 1) % len(now) or at == 0
    page.keyboard.press("g")
    assert len(groups(page)) == 2 or at <= 1
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    mine = groups(page)
    assert sorted(cards_of(mine)) == sorted(before)
    page.keyboard.press("ArrowLeft")
    gone = page.locator(".pick.chosen").get_attribute("aria-label").split(", ")[0]
    page.keyboard.press("Enter")
    settle(page)
    draw(page)
    drawn = page.locator(".pick[aria-label*='just drawn']").get_attribute("aria-label").split(", ")[0]
    after = groups(page)
    assert after[-1][-1] == drawn  # what comes stands last
    expected = [list(g) for g in mine]
    next(g for g in expected if gone in g).remove(gone)
    after[-1].pop()
    assert [g for g in after if g] == [g for g in expected if g]
    hand = page.get_by_role("combobox", name="Hand", exact=True)
    assert hand.input_value() == "own"
    now = groups(page)
    for kept, order in ((None, "own"), ('{"deal": "7 0 1", "groups": [[1]]}', "rank"), ("7", "rank")):
        if kept:  # what no version of the page has written
            page.evaluate("(kept) => sessionStorage.setItem('rummygym-order', kept)", kept)
        page.reload()
        page.get_by_role("button", name="Continue the last table").click()
        settle(page)
        assert hand.input_value() == order
        if order == "own":
            assert groups(page) == now


def test_a_new_table_is_sorted_and_so_is_a_hand_after_a_key(page_at):
    page = page_at()
    for _ in range(2):
        begin(page, "indian")  # the same cards
        at_once(page)
        settle(page)
        page.locator("h1").click()
        hand = page.get_by_role("combobox", name="Hand", exact=True)
        assert hand.input_value() == "melds"
        page.keyboard.press("Shift+ArrowRight")
        assert hand.input_value() == "own"
        page.get_by_role("button", name="New table").click()
    begin(page, "indian")
    settle(page)
    page.locator("h1").click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("s")
    assert hand.input_value() == "melds"


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_cards_are_dragged_in_the_hand_and_to_the_pile(how, page_at):
    page = page_at(**(PHONE if how == "touch" else {}))
    begin(page, "indian")
    at_once(page)
    settle(page)
    stock = page.locator("[data-place=stock]")
    stock.tap() if how == "touch" else stock.click()
    settle(page)
    cards = page.locator(".pick")
    before = cards_of(groups(page))
    drag(page, how, cards.last, cards.first)
    page.wait_for_function("() => document.querySelector('option[value=own]')")
    assert cards_of(groups(page)) == [before[-1], *before[:-1]]
    assert past_the_edge(page) == []
    count = page.locator(".log .is-discard").count()
    drag(page, how, cards.nth(1), page.locator("[data-place=pile]"), left=20)
    page.locator(".log .is-discard").nth(count).wait_for()
    settle(page)
    if how == "touch":
        assert serious(page) == []
    assert before[-1] == cards_of(groups(page))[0]  # it stays


@pytest.mark.parametrize("kind", ["indian", "gin-hand"])
def test_no_help(kind, page_at):
    page = page_at()
    page.get_by_role("combobox", name="Help", exact=True).select_option("none")
    begin(page, kind)
    at_once(page)
    settle(page)
    own = page.locator(".seat.own")
    assert page.get_by_role("button", name="Hint").count() == 0
    page.locator("h1").click()
    page.keyboard.press("h")
    for _ in range(4):
        if kind == "indian" or page.locator(".own-hand .kind").count() == 0:
            assert own.locator(".kind").count() == 0
        for word in ("MinDist", "deadwood", "points"):
            assert word not in own.inner_text()
        page.keyboard.press("Enter")
        settle(page)
    assert page.get_by_role("region", name="Hint").count() == 0
    assert "By melds" not in page.get_by_role("combobox", name="Hand", exact=True).inner_text()


def test_no_help_judges_no_declaration(page_at):
    page = page_at()
    page.get_by_role("combobox", name="Help", exact=True).select_option("none")
    begin(page, "indian", changes="declaring=any-cards")
    at_once(page)
    settle(page)
    draw(page)
    page.get_by_role("button", name="Declare").click()
    assert page.locator(".say").inner_text() == "You then show your hand. Declare?"


def test_learning_says_what_a_turn_missed(page_at):
    page = page_at()
    page.get_by_role("combobox", name="Help", exact=True).select_option("learn")
    begin(page, "indian")
    at_once(page)
    settle(page)
    draw(page)
    page.locator(".pick.playable").nth(1).click()  # of the best group
    page.keyboard.press("Enter")
    settle(page)
    last = page.get_by_role("region", name="Your last turn").or_(page.get_by_role("status", name="Your last turn"))
    last.get_by_text("MinDist").first.wait_for()
    assert re.search("better than|would", last.inner_text())
    assert serious(page) == []
    # A turn as the adviser plays it misses nothing.
    for _ in range(2):
        page.keyboard.press("h")
        page.get_by_role("button", name="Do it").click()
        settle(page)
    last.get_by_text("Nothing missed.").wait_for()
