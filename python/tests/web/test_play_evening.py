"""The play page: looking back at games, and deals that are shared."""

import json
import re

import pytest

from .tablepage import Player, at_once, begin, drag, hand_over, over, play_by_keys, settle
from .test_play_page import below, saved
from .test_play_page import page_at as page_at
from .test_replay_page import PHONE, serious


def test_a_file_of_many_games_is_a_list(page_at, rummygym, tmp_path):
    path = tmp_path / "games.jsonl"
    command = "watch --plain --agents min-dist,min-score --games 30 --seed 4 --save"
    rummygym(*command.split(), path)
    page = page_at(**PHONE)
    page.get_by_label("Open records").set_input_files(path)
    games = page.get_by_role("region", name="Games of the file")
    rows = games.get_by_role("listitem")
    rows.nth(29).wait_for()
    assert rows.count() == 30
    assert re.search(r"min-(dist|score) wins \d+", rows.nth(6).inner_text())
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    rows.nth(6).get_by_role("button").click()
    record = [json.loads(line) for line in path.read_text().splitlines()]
    starts = [i for i, e in enumerate(record) if e["type"] == "game"]
    page.get_by_text("Keys and rules").click()
    assert f"deal{record[starts[6]]['origin']['deal']}" in page.locator(".about").inner_text().replace("\n", "")
    page.get_by_role("region", name="Review").get_by_role("button", name="Review").wait_for()
    page.get_by_role("button", name="Back").click()
    games.wait_for()
    games.get_by_role("button", name="Back").click()
    page.get_by_role("form", name="New table").wait_for()


def test_rows_of_the_sheet_open_their_games(page_at):
    page = page_at()
    begin(page, "gin-match", changes="target=200 max-deals=3 max-turns=8")
    at_once(page)
    page.locator("h1").click()
    settle(page)
    while not hand_over(page):
        page.keyboard.press("Enter")
        settle(page)
    page.get_by_role("button", name="Hand 1").click()
    back, sheet = page.get_by_role("button", name="Back"), page.get_by_role("region", name="Score sheet")  # which a replay lacks
    back.wait_for()
    assert page.locator(".seat.own h2").inner_text() == "You"
    assert page.locator(".seat .card.back").count() > 0  # the view is the player's
    page.get_by_role("button", name="Last event").click()
    assert "Hand 1: " in page.locator(".result").inner_text()
    assert page.locator(".events a.is-deal").count() == 1  # the next hand is not known yet
    back.click()
    sheet.wait_for()
    page.keyboard.press("n")
    play_by_keys(page)
    page.keyboard.press("n")
    settle(page)
    page.get_by_role("button", name="Game 1").click()
    back.wait_for()
    assert page.locator(".events a.is-end").count() == 1
    page.get_by_role("region", name="Review").get_by_role("button", name="Review").wait_for()
    back.click()
    sheet.wait_for()
    hands = page.locator(".hand-row").count()
    page.get_by_role("button", name=f"Hand {hands}", exact=True).click()
    back.wait_for()
    assert f"Hand {hands} is dealt" in page.locator(".events [aria-current] .unseen").inner_text()


def test_a_seed_is_used_once_and_seen(page_at):
    page = page_at()
    begin(page, "gin-hand", seed="7")
    assert "seed 7" in page.locator(".players").inner_text()
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("region", name="Table").wait_for()
    assert "seed 7" not in page.locator(".players").inner_text()


def test_two_tabs_keep_their_games(page_at):
    page = page_at()
    begin(page, "gin-hand", seed="7")
    settle(page)
    other = page.context.new_page()
    other.goto(page.url)
    begin(other, "gin-hand", seed="8")
    settle(other)
    for tab, seed in ((page, "7"), (other, "8")):
        tab.reload()
        tab.get_by_role("button", name="Continue the last table").click()
        settle(tab)
        assert f"seed {seed}" in tab.locator(".players").inner_text()
    other.close()


def hand_of(page):
    """Return the names of the cards in the person's hand."""
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    return sorted(re.sub(", .*", "", c.get_attribute("aria-label")) for c in hand.all())


def test_a_link_deals_the_same_cards_and_compares(page_at, visit):
    page = page_at()
    begin(page, "indian")
    at_once(page)
    settle(page)
    dealt = hand_of(page)
    page.locator("h1").click()
    play_by_keys(page)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The link to these cards").input_value()
    gain = page.locator(".sheet tbody td").first.inner_text()
    assert "against=min-dist" in link and "seed=7" in link
    fragment = link.partition("#")[2]
    other = visit(page.url, "#" + fragment)
    offer = other.get_by_role("region", name="Shared deal")
    offer.wait_for()
    assert gain in offer.inner_text()
    assert serious(other) == []
    offer.get_by_role("button", name="Play this deal").click()
    at_once(other)
    settle(other)
    assert hand_of(other) == dealt
    other.locator("h1").click()
    play_by_keys(other)
    assert other.locator(".sheet tbody td").last.inner_text() == gain


@pytest.mark.parametrize(("size", "game"), [("wide", "Gin Rummy"), ("phone", "Indian Rummy Match")])
def test_the_deal_of_the_day_is_the_same_for_all(size, game, page_at):
    hands = []
    for host in ("site" if size == "phone" else "serve", "serve"):
        page = page_at(host, **(PHONE if size == "phone" else {}))
        page.clock.set_fixed_time("2026-11-27T23:59:59Z")
        page.get_by_role("combobox", name="Game", exact=True).select_option(game)
        page.get_by_role("link", name="Deal of the day").click()
        offer = page.get_by_role("region", name="Shared deal")
        assert "November 27, 2026" in offer.inner_text()
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        offer.get_by_role("button", name="Play this deal").click()
        settle(page)
        assert "seed 20261127" in page.locator(".players").inner_text()
        hands.append(hand_of(page))
    assert hands[0] == hands[1]


def test_a_link_that_names_nothing_known_is_said(page_at, visit):
    page = page_at()
    page = visit(page.url, "#game=gin&rules=eaai&against=nobody&seed=3")
    page.get_by_role("button", name="Play this deal").click()
    page.get_by_role("alert").filter(has_text='there is no agent "nobody"').wait_for()


@pytest.mark.parametrize("where", ["form", "table"])
def test_the_rules_print(where, page_at):
    page = page_at()
    if where == "table":
        begin(page, "indian")
        settle(page)
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("table", name="Points").wait_for()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.get_by_role("heading", name="How to play").is_visible()
    assert page.get_by_role("dialog").evaluate("(e) => e.getBoundingClientRect().top + scrollY") == 0  # nothing is cut off
    assert page.get_by_role("heading", name="Declaring").first.is_visible()
    assert not page.get_by_role("button", name="Deal", exact=True).is_visible()
    assert page.locator(".example .card").first.is_visible()
    assert not page.locator(".stack").is_visible()
    assert not page.get_by_role("button", name="Print").is_visible()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("game", ["Indian Rummy", "Gin Rummy", "Gin Rummy Match", "Indian Rummy Match"])
def test_how_to_play_is_one_screen_of_a_phone(game, page_at):
    page = page_at(**PHONE)
    page.get_by_role("combobox", name="Game", exact=True).select_option(game)
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("table", name="Points").wait_for()
    guide = page.get_by_role("dialog", name="How to play")
    assert guide.evaluate("(e) => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
    assert guide.bounding_box()["height"] <= 812
    assert serious(page) == []


@pytest.mark.parametrize("kind", ["indian", "gin-hand"])
def test_the_moves_cover_no_card_at_200_percent(kind, page_at):
    page = page_at(viewport={"width": 640, "height": 400})
    begin(page, kind)
    at_once(page)
    settle(page)
    page.locator("h1").click()
    page.keyboard.press("Enter")
    settle(page)
    hand = page.get_by_role("group", name="Your hand")
    hand.scroll_into_view_if_needed()
    box, moves = hand.bounding_box(), page.get_by_role("group", name="Moves").bounding_box()
    assert box["y"] + box["height"] <= moves["y"]


def test_cards_grow_on_large_windows(page_at):
    widths = []
    page = page_at()
    begin(page, "indian")
    settle(page)
    for width, height in ((2560, 1440), (1920, 1080), (1280, 800)):  # the last is that of other tests
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        widths.append(page.locator(".pick .card").first.bounding_box()["width"])
    assert widths[0] > widths[1] > widths[2]


def test_only_what_may_be_drawn_is_gold(page_at):
    page = page_at()
    begin(page, "gin-hand")
    settle(page)
    gold = "(e) => getComputedStyle(e).strokeWidth"
    stock, pile = (page.locator(f"[data-place={place}] .paper").last for place in ("stock", "pile"))
    assert stock.evaluate(gold) != pile.evaluate(gold)  # the first upcard is taken or passed
    assert not over(page)


def test_saved_records_name_the_seed_of_the_table(page_at, tmp_path):
    page = page_at()
    begin(page, "gin-hand", seed="11")
    settle(page)
    assert saved(page, tmp_path / "game.jsonl")[0]["origin"]["seed"] == "11"


@pytest.mark.parametrize(
    ("how", "host", "target"),
    [
        ("keyboard", "serve", 60),
        ("touch", "site", 60),
        *(pytest.param(*p, 100, marks=pytest.mark.long) for p in (("mouse", "serve"), ("keyboard", "serve"), ("touch", "site"))),
    ],
)
def test_a_newcomers_evening(how, host, target, page_at):
    """Read the rules, arrange the hand, play a match, look back, share; a wrong declaration. With a match to 100, a review too."""
    page = page_at(host, **(PHONE if how == "touch" else {}))
    me = Player(page, how)
    hand = page.get_by_role("combobox", name="Hand", exact=True)
    me.press("How to play")
    page.get_by_role("table", name="Points").wait_for()
    me.press("Back")
    me.start("Gin Rummy Match", "Beginner", seed="4", changes=f"target={target}")  # few moves and several hands
    me.enter("Hand", "By suit")
    if how == "keyboard":
        me.reach(page.locator(".pick[tabindex='0']"))
        page.keyboard.press("Shift+ArrowRight")
    else:
        source, target = page.locator(".pick").last, page.locator(".pick").first
        name = source.get_attribute("aria-label")
        if how == "touch":  # from row to row, though no card can be played
            assert source.bounding_box()["y"] > below(target) and page.locator(".pick.playable").count() == 0
        drag(page, how, source, target)
        page.wait_for_function("() => document.querySelector('option[value=own]')")
        assert target.get_attribute("aria-label") == name
    assert hand.input_value() == "own"
    hands = 0
    while not over(page):
        if hand_over(page):
            hands += 1
            assert page.locator(".result").is_visible()
            assert page.locator(".seat .card.back").count() == 0
            page.keyboard.press("n") if how == "keyboard" else me.press("Next hand")
        elif how == "keyboard":
            page.keyboard.press("Enter")
        else:
            me.use(page.locator(".choose").first)
        settle(page)
    assert hands >= (2 if target == 100 else 1)  # and the last one, which ends the match
    assert "The match is decided" in page.locator(".result").inner_text()
    me.press("Share")
    assert "against=" in page.locator(".share input").input_value()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    me.press("Hand 1")
    page.get_by_role("button", name="Last event").wait_for()
    assert page.locator(".others h2").inner_text() == "Beginner"
    assert page.locator(".seat.own h2").inner_text() == "You"
    me.press("Back")
    me.press("New table")
    me.start("Indian Rummy", "Medium", seed="7", changes="declaring=any-cards")
    me.use(page.locator(".choose" if how == "keyboard" else "[data-place=stock]").first)
    settle(page)
    me.use(page.get_by_role("button", name=re.compile("Declare")))
    page.get_by_text("The declaration is wrong: it lacks a").wait_for()
    me.use(page.get_by_role("button", name="Yes, declare"))
    settle(page)
    assert over(page)
    assert "it lacks a" in page.get_by_role("region", name="What happened").inner_text()
    assert re.search(r"The declaration lacks a .*: .* left over \(\d+ points\)", page.locator(".result").inner_text())
    if target == 100:
        me.press("Review")
        page.get_by_role("region", name="Win chance").wait_for(timeout=60_000)


@pytest.mark.parametrize("host", ["site", "serve"])
def test_a_game_is_saved_as_a_page_of_the_players_view(host, page_at, visit, rummygym, tmp_path):
    page = page_at(host)
    begin(page, "indian")
    at_once(page)
    settle(page)
    page.locator("h1").click()
    play_by_keys(page)
    page.get_by_role("button", name="Look at the game").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save page").click()
    path = tmp_path / "game.html"
    download.value.save_as(path)
    assert path.stat().st_size <= 150_000
    alone = visit(path)
    assert alone.locator(".seat.own h2").inner_text() == "You"
    assert alone.locator(".seat .card.back").count() == 13
    alone.keyboard.press("End")
    assert alone.locator(".result").is_visible()
    assert serious(alone) == []
    assert alone.get_by_label("View").locator("option").all_inner_texts() == ["All cards", "You", "min-dist", "Blind"]


def test_a_hand_of_a_shared_race(page_at, visit):
    page = visit(page_at("site").url, "#game=gin-match&rules=hollywood&against=simple&seed=7")
    page.get_by_role("button", name="Play this deal").click()
    at_once(page)
    settle(page)
    while not hand_over(page):
        page.keyboard.press("Enter")
        settle(page)
    assert re.search(r"Games, you first: \d+–\d+, \d+–\d+, \d+–\d+, to 100$", page.locator(".result").inner_text())
    page.get_by_role("button", name="Share").click()
    assert "game=gin-match&rules=hollywood" in page.get_by_label("The link to these cards").input_value()


@pytest.mark.parametrize("how", ["keys", pytest.param("touch", marks=pytest.mark.long)])
def test_a_pool_of_four_is_played_to_the_end(page_at, how):
    page = page_at(**PHONE) if how == "touch" else page_at("site")
    page.get_by_role("combobox", name="Game", exact=True).select_option("Indian Rummy Match")
    page.get_by_role("combobox", name="Table", exact=True).select_option("4")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Seed for the cards").fill("7")
    page.get_by_role("button", name="Deal", exact=True).press("Enter")
    at_once(page)
    settle(page)
    rows = page.locator(".hand-row")
    ended = set()  # the numbers of rows seen at the end of a hand: a tap may find that hand's result once more
    if how == "keys":
        page.locator("h1").click()
        play_by_keys(page)
        ended.update(range(1, rows.count()))
    while not over(page):
        if hand_over(page):
            assert re.search(r"Score: you \d+.*, .* \d+.*, .* \d+.*, .* \d+.*; out at 101", page.locator(".result").inner_text())
            ended.add(rows.count())
            page.get_by_role("button", name="Next hand").tap()
        else:
            page.locator(".choose").first.tap()
        settle(page)
    assert rows.count() >= 3
    assert ended == set(range(1, rows.count()))
    out = page.locator(".seat").filter(has=page.locator(".badge", has_text=re.compile("^out$")))
    assert out.count() >= 1
    assert all("points" not in seat and "score" in seat for seat in out.all_inner_texts())
    last = rows.last.locator("td")
    assert last.all_inner_texts().count("") == out.count()  # who was not dealt in
    assert "0" in last.all_inner_texts()  # who won
    assert "The last player in the pool" in page.locator(".result").inner_text()
    assert page.get_by_role("button", name="Review").count() == 1
    assert how == "keys" or page.evaluate("document.documentElement.scrollWidth") <= 375
    assert serious(page) == []


def pool_with_a_question(page, changes):
    """Drop in a pool of three until it asks a question, and return what it asks."""
    page.get_by_role("combobox", name="Game", exact=True).select_option("Indian Rummy Match")
    page.get_by_role("combobox", name="Table", exact=True).select_option("3")
    agents = page.get_by_role("group", name=re.compile("^(Opponent|Agents)")).get_by_role("combobox")
    agents.first.select_option("random")
    agents.last.select_option("min-score")
    if not page.get_by_label("Seed for the cards").is_visible():
        page.get_by_text("More", exact=True).click()
    page.get_by_label("Rule changes").fill(changes)
    page.get_by_label("Seed for the cards").fill("7")
    page.get_by_role("button", name="Deal", exact=True).click()
    at_once(page)
    settle(page)
    while not over(page) and not page.get_by_text(re.compile("Join again for another|Share the pool of|agrees to share")).count():
        if hand_over(page):
            page.get_by_role("button", name="Next hand").click()
        else:
            page.get_by_role("button", name=re.compile("Drop out")).click()
            page.get_by_role("button", name="Yes, drop").click()
        settle(page)
    return page.locator(".say").inner_text()


def test_questions_of_a_pool(page_at):
    page = page_at(**PHONE)
    asked = pool_with_a_question(page, "pool-limit=61 rejoins=1")
    assert asked.startswith("You are out with 80 points. Join again for another 100 points? You then continue with a score of 1.")
    assert "out at 61" in page.locator(".result").inner_text()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.get_by_role("button", name="Join again for 100 points").click()
    settle(page)
    assert re.search("You join again.*you 1,", page.locator(".result").inner_text(), re.S)
    page.get_by_role("button", name="New table").click()
    assert "Share the pool of 300 points? You get " in pool_with_a_question(page, "pool-limit=81 split=agreed")
    page.get_by_role("button", name="Share the pool").click()
    settle(page)
    assert re.search(r"You agree to share the pool.*(plays on|The pool is shared: you −?\d+)", page.locator(".result").inner_text(), re.S)
