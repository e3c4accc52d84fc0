"""Lessons on the play page: whole ones by keyboard alone and by touch alone, what a wrong choice does, and axe."""

import re

import pytest

from .tablepage import Player
from .test_replay_page import PHONE, serious

NARROW = {**PHONE, "viewport": {"width": 390, "height": 844}}

MOVES = {
    "Indian Rummy": [
        ["Take 6♥ from the pile", "Discard Q♦", "Draw from the stock", "Declare with J♣"],
        ["Take Q♠ from the pile", "Discard 9♣", "Draw from the stock", "Declare with 9♦"],
        ["Drop out for 20 points"],
    ],
    "Gin Rummy": [
        ["Take 9♠ from the pile", "Discard Q♦", "Draw from the stock", "Discard K♠", "Knock"],
        ["Take 2♠ from the pile", "Discard K♥", "Draw from the stock", "Discard 9♦", "Knock"],
        ["Draw from the stock", "Discard K♥", "Lay off 8♠", "Lay off 7♠", "Lay off no more"],
    ],
}
"""The right moves of the lessons."""

SAID = "() => document.querySelector('.lesson [role=status]').textContent"

SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def move_of(page, text):
    """Return the button of a move."""
    return page.locator(".choose").filter(has_text=re.compile(f"{text}$"))


def make(player, text):
    """Choose a move, and its card before it. Return what the lesson said before."""
    page = player.page
    page.wait_for_function("() => document.querySelector('main[aria-busy=false] .choose')")
    page.locator(".choose").first.wait_for()
    while move_of(page, "Go on").count():
        act(player, "Go on")
    if not move_of(page, text).count():
        card = re.search("([AJQK]|[0-9]+)([♣♦♥♠])", text)
        name = f"{RANKS.get(card[1], card[1])} of {SUITS[card[2]]}"
        button = page.get_by_role("group", name="Your hand").get_by_role("button", name=re.compile(f"^{name}"))
        if player.how == "keyboard":
            for _ in range(15):
                if move_of(page, text).count():
                    break
                page.keyboard.press("ArrowLeft")
        else:
            button.tap(position={"x": 5, "y": 20})  # most of a card is under the next one
    before = page.evaluate(SAID)
    act(player, text)
    return before


def act(player, text):
    """Press the number of a move, or tap its button."""
    button = move_of(player.page, text)
    if player.how == "keyboard":
        player.page.keyboard.press(button.locator(".digit").inner_text())
    else:
        button.tap()


def instruction(page):
    """Return what the lesson says."""
    return page.get_by_role("region", name="Lesson")


@pytest.mark.parametrize(
    ("game", "how", "scheme"),
    [
        ("Indian Rummy", "keyboard", "light"),
        ("Gin Rummy", "keyboard", "dark"),
        ("Indian Rummy", "touch", "dark"),
        ("Gin Rummy", "touch", "light"),
    ],
)
def test_whole_lessons(game, how, scheme, visit, serve):
    page = visit(serve, color_scheme=scheme, **(NARROW if how == "touch" else {}))
    player = Player(page, how)
    page.get_by_role("form", name="New table").wait_for()
    assert serious(page) == []
    player.press(f"Learn {game}")
    for number, moves in enumerate(MOVES[game], 1):
        instruction(page).get_by_text(f"Lesson {number} of 3").wait_for()
        assert number > 1 or serious(page) == []
        for i, text in enumerate(moves):
            before = make(player, text)
            if text.startswith("Drop"):
                act(player, "Yes, drop out for 20 points")
            if text == "Knock":
                act(player, "Yes, knock")
            page.wait_for_function(
                f"(before) => ({SAID})() !== before && document.querySelectorAll('.lesson [role=status] p').length === 2",
                arg=before,
            )
            assert instruction(page).get_by_text("Right.").is_visible()
            if (number, i) == (1, 1):
                assert serious(page) == []
        instruction(page).get_by_text("Remember").wait_for()
        assert number < 3 or serious(page) == []
        if how == "keyboard":
            page.keyboard.press("n")
        else:
            player.press("Next lesson" if number < 3 else "Play")
    page.get_by_role("form", name="New table").wait_for()
    assert page.get_by_role("button", name="Continue the last table").count() == 0  # a lesson is none


def test_wrong_choices_and_skipping(visit, serve):
    page = visit(serve)
    page.get_by_role("button", name="Learn Gin Rummy").click()
    said = instruction(page)
    question = "Take it, or pass?"
    assert question not in said.inner_text()
    page.locator("[data-place=stock]").click()  # nothing before the question
    for _ in range(2):
        page.get_by_role("button", name="Go on").click()
    page.get_by_text(question).wait_for()
    page.get_by_role("button", name="Pass").click()
    page.get_by_text("Not that.").wait_for()
    assert "After the best discard your deadwood would be 14, and not 42 as now." in said.inner_text()
    assert question in said.inner_text()
    page.get_by_role("button", name="Take 9♠").click()
    page.get_by_text("9♣ 9♦ 9♠ is a set.").wait_for()
    assert (
        page.get_by_role("button", name="Hint").count() == page.get_by_role("button", name="Save records").count() == 0
    )
    page.get_by_role("group", name="Your hand").get_by_role("button", name="2 of clubs").click(
        position={"x": 5, "y": 20}
    )
    page.get_by_role("button", name="Discard 2♣").click()
    page.get_by_text("If you discard 2♣, your hand has 22 points of deadwood; if you discard K♠, 14 points").wait_for()
    for number in (2, 3):
        page.get_by_role("button", name="Skip lesson").click()
        said.get_by_text(f"Lesson {number} of 3").wait_for()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("form", name="New table").wait_for()
