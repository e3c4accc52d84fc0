"""Tables of the play page: begin one, and play it by clicks or by keys."""

import re

KINDS = {
    "indian": ("Indian Rummy", "max-rounds=5", "min-dist"),
    "gin-hand": ("Gin Rummy", "episode=hand max-turns=10", "simple"),
    "gin-match": ("Gin Rummy", "episode=match target=10 max-hands=2 max-turns=8", "simple"),
}
"""The kinds of games: title, changes of the rules that make them short, opponent."""


def begin(page, kind, you="play", seed="7", seats=2, changes=None):
    """Fill in the form, with the keyboard where it can be reached by one key, and deal."""
    title, short, opponent = KINDS[kind]
    page.get_by_role("combobox", name="Game", exact=True).select_option(title)
    if seats > 2:
        page.get_by_role("combobox", name="Rules", exact=True).select_option("club")
        page.get_by_role("combobox", name="Table", exact=True).select_option(str(seats))
    page.get_by_role("combobox", name="You", exact=True).select_option(you)
    for agent in page.get_by_role("group", name=re.compile("^(Opponent|Agents)")).get_by_role("combobox").all():
        agent.select_option(opponent)
    if not page.get_by_label("Seed of the cards").is_visible():
        page.get_by_text("More", exact=True).click()
    page.get_by_label("Changes of the rules").fill(short if changes is None else changes)
    page.get_by_label("Seed of the cards").fill(seed)
    page.get_by_role("button", name="Watch" if you == "watch" else "Deal", exact=True).press("Enter")
    page.get_by_role("region", name="Table").wait_for()


def settle(page):
    """Wait until the person is to move, or a hand or the game is over."""
    page.wait_for_function(
        "() => /Your move|is over/.test(document.querySelector('main[aria-busy=false] .say')?.textContent)"
    )


def over(page):
    """Return whether the game is over."""
    return page.locator(".say").inner_text().startswith("The game is over")


def hand_over(page):
    """Return whether a hand of a match is over and its result is shown."""
    return page.locator(".say").inner_text().startswith("The hand is over")


def at_once(page):
    """Let agents move without a pause."""
    page.get_by_label("Agents move").select_option("At once")


def play_by_keys(page):
    """Play to the end of the game with keys alone, and return the number of moves."""
    moves = 0
    while not over(page):
        if hand_over(page):
            page.keyboard.press("Enter")  # passes no result
            assert hand_over(page)
            page.keyboard.press("n")
            settle(page)
            continue
        if moves % 3 == 1:
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        settle(page)
        moves += 1
        assert moves < 500
    return moves


def play_by_clicks(page):
    """Play to the end of the game with clicks alone, and return the number of moves."""
    moves = 0
    while not over(page):
        if hand_over(page):
            page.get_by_role("button", name="Next hand").click()
            settle(page)
            continue
        cards = page.locator(".pick.playable")
        if cards.count() > 0 and moves % 2:
            cards.last.click()
        page.locator(".choose").first.click()
        settle(page)
        moves += 1
        assert moves < 500
    return moves
