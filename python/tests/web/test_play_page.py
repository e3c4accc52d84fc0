"""The play page: whole games by clicks and by keys, records, hints, undo, watching."""

import json
import re
import signal
import subprocess

import pytest

from .games import SHORT
from .tablepage import at_once, begin, hand_over, over, play_by_clicks, play_by_keys, settle
from .tables import plain
from .test_replay_page import PHONE, serious


@pytest.fixture
def page_at(visit, request):
    """Return a function that opens the play page of the fixture site or serve, and returns it.

    Of serve unless the engine in the browser matters: to compile it takes a second.
    """

    def go(host="serve", **options):
        page = visit(request.getfixturevalue(host), **options)
        page.get_by_role("form", name="New table").wait_for()
        return page

    return go


def saved(page, path):
    """Save the records of the table to a file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save records").click()
    download.value.save_as(path)
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(
    ("kind", "host"),
    [("indian", "site"), pytest.param("indian", "serve", marks=pytest.mark.long), ("gin-hand", "serve"), ("gin-match", "site")],
)
def test_games_by_clicks_and_by_keys(kind, host, page_at, rummygym, tmp_path):
    page = page_at(host)
    begin(page, kind)
    at_once(page)
    page.locator("h1").click()  # the focus is on no control
    settle(page)
    assert play_by_keys(page) > 3
    page.keyboard.press("Enter")
    assert over(page)
    page.keyboard.press("n")  # the next game
    settle(page)
    assert not over(page)
    assert play_by_clicks(page) > 3
    sheet = page.get_by_role("region", name="Score sheet")
    assert sheet.locator("tbody tr:not(.hand-row)").count() == 2
    path = tmp_path / "games.jsonl"
    events = saved(page, path)
    assert sum(e["type"] == "game" for e in events) == sum(e["type"] == "end" for e in events) == 2
    rummygym("record", "check", path)
    rummygym("replay", "--html", tmp_path / "game.html", "--episode", "1", path)
    page.get_by_role("button", name="Look at the game").click()
    page.get_by_role("button", name="Last event").click()
    assert page.locator(".result").is_visible()
    assert page.locator(".card.back").count() <= 1  # all hands are shown, and the stock
    page.get_by_role("button", name="Back").click()
    assert over(page)


def tab_to(page, name):
    """Press Tab until a control has the focus whose label or text begins with a name."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate("(e => (e.labels?.[0] ?? e).textContent.trim())(document.activeElement)")
        if focused.startswith(name):
            return
    pytest.fail(f"Tab does not reach {name}")


def test_a_game_without_a_mouse(page_at):
    page = page_at("site")
    tab_to(page, "Agent")
    page.keyboard.type("min-dist")
    tab_to(page, "More")
    page.keyboard.press("Enter")
    tab_to(page, "Seed for the cards")
    page.keyboard.type("7")
    page.keyboard.press("Enter")  # deals
    page.get_by_role("region", name="Table").wait_for()
    tab_to(page, "Agents move")
    page.keyboard.type("At once")
    settle(page)
    tab_to(page, "1 ")  # the first move of the list
    assert play_by_keys(page) > 3
    tab_to(page, "Next game")
    page.keyboard.press("Enter")
    settle(page)
    assert not over(page)


def test_review_says_what_the_command_says(page_at, rummygym, tmp_path):
    page = page_at("site")
    path = tmp_path / "game.jsonl"
    rummygym("collect", *SHORT.split(), "--seed", "4", "--games", "1", "--fields", "none", "--out", tmp_path / "data")
    rummygym("dataset", "export", "--records", path, "--episode", "0", tmp_path / "data")
    page.get_by_label("Open records").set_input_files(path)
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("combobox", name="of").select_option("random-unmelded")
    panel.get_by_role("button", name="Review").click()
    page.get_by_role("region", name="Win chance").wait_for()
    assert serious(page) == []
    said = [json.loads(line) for line in rummygym("review", "--seat", "0", "--format", "json", path).splitlines()]
    assert page.locator(".curve-dot").count() == len(said) > 3
    for decision in said:
        page.locator(".events a").nth(decision["event"] - 1).click()
        made = f"points {decision['points']:.2f} ± {decision['points_se']:.2f}"
        assert made in plain(panel)
        assert ("cost: " in panel.inner_text()) == (decision["cost_points"] > 0)


def test_a_game_just_played_is_reviewed_and_the_review_stopped(page_at):
    page = page_at()
    begin(page, "indian", you="watch")
    page.get_by_role("button", name="To the end").click()
    settle(page)
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("progressbar").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("region", name="Review").get_by_role("button", name="Review").wait_for()
    page.keyboard.press("End")
    page.locator(".result").get_by_text(re.compile(r"pays \d+: ")).wait_for()
    page.get_by_role("button", name="Back").click()
    assert over(page)


def test_practice_hint_undo_and_records(page_at, tmp_path):
    page = page_at("site")  # loads a network
    begin(page, "indian", you="practice")
    at_once(page)
    settle(page)
    hand = page.get_by_role("group", name="Your hand")
    before = hand.inner_html()
    assert page.get_by_role("button", name="Take back").is_disabled()
    page.locator("h1").click()
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    hint.wait_for()
    assert "The adviser would" in hint.inner_text()
    assert "points" in hint.inner_text()
    hint.get_by_role("button", name="Do it").click()
    hint.wait_for(state="detached")
    settle(page)
    assert hand.inner_html() != before
    page.keyboard.press("u")
    settle(page)
    page.get_by_role("button", name="Take back").and_(page.locator(":disabled")).wait_for()
    assert hand.inner_html() == before
    for _ in range(6):
        page.keyboard.press("Enter")
        settle(page)
    path = tmp_path / "game.jsonl"
    events = saved(page, path)
    assert events[0]["seats"] == ["human:practice", "min-dist"]
    log = page.get_by_role("region", name="What happened").inner_text()
    page.get_by_role("button", name="New table").click()
    page.get_by_label("Open records").set_input_files(path)
    settle(page)
    assert page.get_by_role("region", name="What happened").inner_text() == log
    page.reload()
    page.get_by_role("button", name="Continue the last table").click()
    settle(page)
    assert page.get_by_role("region", name="What happened").inner_text() == log


def test_every_hand_of_a_match_is_shown(page_at):
    """Enter pressed again and again passes no result, the count is in words, and the score sheet has the hands."""
    page = page_at()
    begin(page, "gin-match", changes="target=60")
    at_once(page)
    settle(page)
    page.locator("h1").click()
    while not hand_over(page):
        page.keyboard.press("Enter")
        settle(page)
    for _ in range(20):
        page.keyboard.press("Enter")  # passes no result
    assert hand_over(page)
    result = page.locator(".result")
    assert "Hand 1: " in result.inner_text()
    assert re.search("Score: you \\d+, Medium \\d+ of 60", result.inner_text())
    assert page.locator(".seat .card.back").count() == 0
    assert page.locator(".seat .meld").count() > 2
    hands = 1
    while not over(page):
        if not hand_over(page):
            page.keyboard.press("Enter")
            settle(page)
            continue
        assert page.locator(".hand-row").count() == hands
        page.get_by_role("button", name="Next hand").click()
        hands += 1
        settle(page)
    assert hands > 1
    assert page.locator(".hand-row").count() == hands
    assert "The match is decided: " in result.inner_text()


def test_a_card_is_chosen_before_it_is_played(page_at):
    """One click on the card just drawn does not play it, a second one does, and so does dragging it to the pile."""
    page = page_at()
    begin(page, "indian")
    at_once(page)
    settle(page)
    pile = page.locator("[data-place=pile]")
    for drag in (False, True):
        page.locator("[data-place=stock]").click()
        settle(page)
        drawn = page.get_by_role("button", name="just drawn")
        rounds = page.locator(".log .is-discard").count()
        if drag:
            drawn.hover()
            page.mouse.down()
            box = pile.bounding_box()
            page.mouse.move(box["x"] + 30, box["y"] + 30, steps=4)
            page.mouse.up()
        else:
            drawn.click()
            assert page.locator(".log .is-discard").count() == rounds
            assert drawn.get_attribute("aria-pressed") == "true"
            drawn.click()
        page.locator(".log .is-discard").nth(rounds).wait_for()
        settle(page)
    page.get_by_role("button", name="Drop out").click()
    page.get_by_text("You then pay 40 points. Drop out?").wait_for()
    page.locator("h1").click()
    page.keyboard.press("Enter")  # no
    assert page.locator(".say").inner_text() == "Your move"
    page.get_by_role("button", name="Drop out").click()
    page.get_by_role("button", name="Yes, drop out").click()
    settle(page)
    assert over(page)


def test_watch(page_at):
    page = page_at()
    begin(page, "gin-hand", you="watch")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Continue").wait_for()
    log = page.locator(".log li")
    count = log.count()
    page.keyboard.press("ArrowRight")
    log.nth(count).wait_for()
    page.get_by_role("button", name="To the end").click()
    settle(page)
    assert over(page)
    assert page.locator(".seat .card.back").count() == 0


def test_back_goes_from_a_replay_to_the_table_and_from_that_to_the_form(page_at):
    page = page_at()
    begin(page, "gin-hand", you="watch")
    page.get_by_role("button", name="To the end").click()
    settle(page)
    assert page.title() == "Game over – Gin Rummy"
    page.get_by_role("button", name="Look at the game").click()
    page.get_by_role("button", name="Last event").click()
    page.go_back()
    assert over(page)
    page.go_back()
    page.get_by_role("form", name="New table").wait_for()
    assert page.title() == "rummygym"


@pytest.mark.parametrize(("kind", "request_of"), [("indian", "records"), ("gin-hand", "advance")])
def test_a_table_is_left_while_the_engine_works(kind, request_of, page_at):
    page = page_at()
    held = []
    page.route("**/ask?*", lambda r: held.append(r) if f'"{request_of}"' in r.request.post_data else r.continue_())
    with page.expect_request(lambda r: f'"{request_of}"' in (r.post_data or "")):
        begin(page, kind)
    page.get_by_role("button", name="New table").click()
    form = page.get_by_role("form", name="New table")
    form.wait_for()
    for request in held:
        request.continue_()
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("table", name="Points").wait_for()  # which the engine answered later
    assert form.is_visible() and page.get_by_role("alert").count() == 0


def test_who_is_out_of_a_pool_jumps_to_its_end(page_at):
    """The tab says whose turn it is, the result why each player pays, and a hand that is hidden shows no points."""
    page = page_at()
    begin(page, "pool")
    at_once(page)
    settle(page)
    assert page.title() == "Your move – Indian Rummy Match"
    page.locator("[data-place=stock]").click()
    page.get_by_role("group", name="Your hand").get_by_role("button").first.click(position={"x": 5, "y": 20})
    page.get_by_role("button", name=re.compile("^Discard ")).click()
    settle(page)
    page.get_by_role("button", name="Drop out").click()
    page.get_by_role("button", name="Yes, drop out").click()
    settle(page)
    assert hand_over(page), "another seed has to be chosen"
    result = page.locator(".result").inner_text()
    assert "You pay 80: dropped after the first turn" in result
    assert re.search(r"(?i)min-dist( 2)? pays \d+: ", result)
    for seat in page.locator(".seat:has(.card.back)").all():
        assert not re.search(r"\d+ points?\b", seat.inner_text())
    page.get_by_label("Agents move").select_option("Slow")  # at once, the next hand may be over before the click
    page.get_by_role("button", name="Next hand").click()
    page.get_by_role("button", name="To the end").click()
    settle(page)
    assert over(page)


def test_problems_are_said(page_at, tmp_path):
    page = page_at()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Rule changes").fill("caps=9")
    page.get_by_role("button", name="Deal").click()
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert 'rules "paper caps=9": option caps is not known, did you mean "cap"?' in alert.inner_text()
    (tmp_path / "bad.jsonl").write_text("hello\n")
    page.get_by_label("Open records").set_input_files(tmp_path / "bad.jsonl")
    alert.filter(has_text="line 1 is not JSON").wait_for()
    (tmp_path / "bad.jsonl").write_text(
        '{"type":"game","game":"gin","seats":["a","b"],"rules":{}}\n{"type":"juggle"}\n'
    )
    page.get_by_label("Open records").set_input_files(tmp_path / "bad.jsonl")
    alert.filter(has_text="there is no event juggle").wait_for()


def test_looking_at_datasets_and_trainings(page_at, training):
    page = page_at()
    agents = page.get_by_role("group", name="Opponent").get_by_role("combobox")
    page.get_by_role("combobox", name="Game", exact=True).select_option("Gin Rummy")
    agents.select_option("simple:ties=highest")  # named on the command line
    listed = page.get_by_role("region", name="Datasets and trainings")
    listed.get_by_role("button", name="Curves").click()
    entropy = listed.get_by_role("figure").filter(has_text="ppo/entropy")
    entropy.get_by_text("3 values over step; last 1, lowest 1, highest 1.5").wait_for()
    listed.get_by_role("figure").filter(has_text="win/simple").get_by_text("2 values over step; last 0.75").wait_for()
    listed.get_by_role("figure").filter(has_text="win/learned").get_by_text("no value yet").wait_for()
    assert listed.locator(".curve canvas").count() == 3
    with (training / "metrics.csv").open("a") as file:
        file.write("4,0.75,,\n")  # the training goes on
    entropy.get_by_text("4 values over step; last 0.75").wait_for()
    listed.get_by_role("button", name="Episodes").click()
    episode = listed.get_by_role("listitem").first
    episode.wait_for()
    assert serious(page) == []
    episode.get_by_role("button").click()
    page.get_by_role("button", name="Last event").click()
    assert page.locator(".result").is_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("form", name="New table").wait_for()


def test_a_program_that_ends_is_said(visit, binary):
    with subprocess.Popen([binary, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        page = visit(program.stdout.readline().split()[1])
        page.get_by_role("form", name="New table").wait_for()
        program.send_signal(signal.SIGINT)
        page.get_by_role("alert").filter(has_text="the program has ended").wait_for()
        assert program.wait() == 130
    page.complaints.clear()  # the browser says which questions of the page were refused


def test_one_table_too_many_is_said_and_disturbs_no_other(visit, binary):
    with subprocess.Popen([binary, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        address = program.stdout.readline().split()[1]
        first = visit(address)
        more = [first.context.new_page() for _ in range(5)]  # tabs of one browser, which share its connections
        for page in more:
            page.goto(address)
        for page in [first, *more[:-1]]:
            page.get_by_role("form", name="New table").wait_for()
        more[-1].get_by_text("The page cannot start: 5 tables are open, the maximum for one address").wait_for()
        begin(first, "gin-hand")
        settle(first)
        for page in more:
            page.close()
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130


def below(of):
    """Return where an element ends, in pixels from the top of the window."""
    box = of.bounding_box()
    return box["y"] + box["height"]


def past_the_edge(page):
    """Return what ends to the right of the window."""
    return page.evaluate(
        """(width) => [...document.querySelectorAll(".board *, .moves *")]
          .filter((e) => e.getBoundingClientRect().right > width)
          .map((e) => e.outerHTML.slice(0, 80))""",
        page.viewport_size["width"],
    )


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_accessible_and_fits(size, page_at):
    options = PHONE if size == "phone" else {"color_scheme": "dark"}
    page = page_at(**options)
    assert serious(page) == []
    page.get_by_text("More", exact=True).click()
    if size == "phone":
        begin(page, "indian", seats=6)
    else:
        begin(page, "gin-hand")
    at_once(page)
    settle(page)
    page.get_by_role("button", name="How to play").click()
    guide = page.get_by_role("dialog", name="How to play")
    guide.get_by_role("table", name="Points").wait_for()
    assert guide.locator(".example .card").count() in (10, 13)
    assert serious(page) == []
    page.keyboard.press("?")
    guide.wait_for(state="detached")
    page.locator("h1").click()
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    hint.wait_for()
    assert serious(page) == []
    height = page.viewport_size["height"]
    assert round(below(hint)) <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert past_the_edge(page) == []
    for _ in range(2):
        page.keyboard.press("s")  # by suits, and by melds again
        assert past_the_edge(page) == []
    page.evaluate("scrollTo(0, 0)")
    moves = page.get_by_role("group", name="Moves")
    assert below(page.get_by_role("group", name="Your hand")) <= moves.bounding_box()["y"]
    assert below(moves) <= height
    play_by_keys(page)
    assert serious(page) == []
    scores = page.get_by_role("group", name="Scores")
    assert scores.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_a_hand_without_melds_fits_a_phone(page_at):
    page = page_at(**PHONE)
    begin(page, "indian", seed="53")
    settle(page)
    page.locator("h1").click()
    page.keyboard.press("Enter")
    settle(page)
    groups = page.locator(".own-hand .group")
    assert groups.count() == 1, "another seed has to be chosen"
    assert groups.get_by_role("button").count() == 14
    assert past_the_edge(page) == []
