"""Tables of the play page: begin one, and play it by clicks or by keys."""

import re

KINDS = {
    "indian": ("Indian Rummy", "max-rounds=5", "min-dist"),
    "gin-hand": ("Gin Rummy", "max-turns=10", "simple"),
    "pool": ("Indian Rummy Match", "seats=3 middle-drop=80 pool-limit=80", "min-dist"),
    "gin-match": ("Gin Rummy Match", "target=10 max-deals=2 max-turns=8", "simple"),
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
    if not page.get_by_label("Seed for the cards").is_visible():
        page.get_by_text("More", exact=True).click()
    page.get_by_label("Rule changes").fill(short if changes is None else changes)
    page.get_by_label("Seed for the cards").fill(seed)
    page.get_by_role("button", name="Watch" if you == "watch" else "Deal", exact=True).press("Enter")
    page.get_by_role("region", name="Table").wait_for()


def settle(page):
    """Wait until the person is to move, or a hand or the game is over. A question whether to knock is answered with yes."""
    said = "Your move|is over|Join again|the pool|Knock[?]$"
    for _ in range(2):
        page.wait_for_function(f"() => /{said}/.test(document.querySelector('main[aria-busy=false] .say')?.textContent)")
        if not page.locator(".say").inner_text().endswith("Knock?"):
            return
        page.get_by_role("button", name="Yes, knock").press("Enter")
        page.wait_for_function("() => !/Knock[?]$/.test(document.querySelector('.say')?.textContent)")


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


def drag(page, how, source, target, left=3):
    """Drag a card of the hand to a place by the mouse or by touch."""
    page.get_by_role("group", name="Your hand").scroll_into_view_if_needed()
    a, b = source.bounding_box(), target.bounding_box()
    x, y = a["x"] + 6, a["y"] + 12
    to_x, to_y = b["x"] + left, b["y"] + min(40, b["height"] / 2)
    if how == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=5)
        page.mouse.up()
        return
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for i in range(1, 6):
        point = {"x": x + (to_x - x) * i / 5, "y": y + (to_y - y) * i / 5}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


class Player:
    """A person at the page who has one way to use it: mouse, keyboard or touch."""

    def __init__(self, page, how):
        self.page, self.how = page, how

    def reach(self, control):
        """Give a control the focus by Tab alone."""
        for _ in range(60):
            if control.evaluate("(e) => e === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {control}")

    def use(self, control):
        """Click or tap a control, or press Enter on it."""
        if self.how == "keyboard":
            self.reach(control)
            self.page.keyboard.press("Enter")
        elif self.how == "mouse":
            control.click()
        else:
            control.tap()

    def enter(self, label, text):
        """Choose from a list, or fill in a field."""
        choice = self.page.get_by_role("combobox", name=label, exact=True)
        field = self.page.get_by_role("textbox", name=label, exact=True)
        choice.or_(field).wait_for()
        if self.how == "keyboard":
            self.reach(choice.or_(field))
            self.page.keyboard.type(text)
        elif choice.count():
            choice.select_option(text)
        else:
            field.fill(text)

    def press(self, name):
        """Use a button."""
        self.use(self.page.get_by_role("button", name=name, exact=True))

    def start(self, game, agent, seed="", changes=""):
        """Begin a table with the form."""
        self.enter("Game", game)
        self.enter("Agent", agent)
        if not self.page.get_by_label("Rule changes").is_visible():
            self.use(self.page.get_by_text("More", exact=True))
        self.enter("Rule changes", changes)
        self.enter("Seed for the cards", seed)
        self.press("Deal")
        self.page.get_by_role("region", name="Table").wait_for()
        self.enter("Agents move", "At once")
        settle(self.page)
