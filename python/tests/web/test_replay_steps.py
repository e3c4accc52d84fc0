"""The replay page goes through whole games, and shows what the engine says."""

import json

import pytest

from .games import GAMES, KINDS
from .tables import code, codes, run, snapshot, stands_at, walk


def record_of(rummygym, dataset, name, *more):
    """Return the events of a game, and with --seat those of a view."""
    lines = rummygym("dataset", "export", "--records", "-", "--episode", "0", dataset(name))
    if more:
        lines = rummygym("record", "convert", *more, "-", input=lines)
    return [json.loads(line) for line in lines.splitlines()][1:]


NAMES = {
    "gin-hand": ["simple", "simple 2"],
    "indian-six": [f"{agent}{n}" for n in ("", " 2", " 3") for agent in ("min-dist:drop=3", "min-score")],
}
"""The names of the players by seat, as the page tells them."""

MOVES = {"draw", "discard", "declare", "drop", "pass", "knock"}


@pytest.mark.parametrize("name", GAMES)
def test_keys_show_the_tables_of_the_engine(name, visit, written, rummygym, dataset):
    events = record_of(rummygym, dataset, name)
    page = visit(written(name))
    seen = walk(page) if name == "indian-two" else run(page)
    assert [s["at"] for s in seen] == list(range(len(events)))
    stands_at(page, f"#event={len(events)}")

    # The states before each move, by the rules.
    moves = [json.loads(line) for line in rummygym("replay", "--format", "json", dataset(name)).splitlines()][:-1]
    chosen = MOVES | ({"meld", "lay-off"} if name == "gin-hand" else set())  # elsewhere the rules meld
    assert KINDS[name] <= {e["type"] for e in events}, "another game has to be chosen"
    before = [i - 1 for i, e in enumerate(events) if e["type"] in chosen]
    assert len(before) == len(moves)
    for i, move in zip(before, moves, strict=True):
        if events[i]["type"] == "reshuffle":
            i -= 1  # the rules reshuffle in the draw that follows
        shown = seen[i]
        assert codes(shown["seats"][move["seat"]]["cards"]) == sorted(move["hand"]), f"event {i + 1}"
        assert [code(c) for c in shown["pile"][-1:]] == ([move["top"]] if move["top"] else []), f"event {i + 1}"
        assert shown["stock"] == f"stock {move['stock']}", f"event {i + 1}"

    end = events[-1]
    assert end["type"] == "end"
    for seat, gain in zip(seen[-1]["seats"], end["gains"], strict=True):
        assert f"{gain:+}".replace("-", "−").replace("+0", "0") in seat["head"]


def test_clicks_show_the_same_tables_as_keys(visit, written):
    page = visit(written("indian-two"))
    keys = run(page)
    links = page.locator(".events a")
    assert links.count() == len(keys)
    for i in [*range(1, len(keys)), 0]:
        links.nth(i).click()
        assert snapshot(page) == keys[i]
    step = page.get_by_role("button", name="Next event")
    for shown in keys[1:5]:
        step.click()
        assert snapshot(page) == shown
    page.get_by_role("button", name="Previous event").click()
    assert snapshot(page) == keys[3]
    page.get_by_role("button", name="First event").click()
    assert snapshot(page) == keys[0]
    page.get_by_role("button", name="Last event").click()
    assert snapshot(page) == keys[-1]
    slider = page.get_by_role("slider", name="Event")
    slider.fill("3")
    assert snapshot(page) == keys[3]
    assert slider.get_attribute("aria-valuetext") == f"event 4 of {len(keys)}: {keys[3]['event']}"


def unnumbered(seen):
    """Return snapshots without the numbers of the events, which the page of a view counts for itself."""
    return [{k: v for k, v in s.items() if k != "at"} for s in seen]


@pytest.mark.parametrize(("name", "seat"), [("gin-hand", 0), ("indian-six", 4)])
def test_view_of_a_seat_is_that_of_the_engine(name, seat, visit, written, rummygym, dataset):
    page = visit(written(name), f"#event=1&view={seat}")
    seen = run(page)
    assert len(seen) == len(record_of(rummygym, dataset, name, "--seat", seat))
    alone = visit(written(name, seat))
    assert unnumbered(run(alone)) == unnumbered(seen)
    assert [o.strip() for o in alone.get_by_label("View").locator("option").all_inner_texts()] == [
        NAMES[name][seat],
        "Blind",
    ]

    hidden = [s for s in seen[0]["seats"] if not s["name"].startswith(f"Seat {seat},")]
    assert all(c == "hidden card" for s in hidden for c in s["cards"])
    assert all(c != "hidden card" for c in seen[0]["seats"][seat]["cards"])

    # What everybody sees is the same, wherever the page comes from.
    page.get_by_label("View").select_option("Blind")
    alone.get_by_label("View").select_option("Blind")
    blind = unnumbered(run(page))
    assert unnumbered(run(alone)) == blind
    assert all(c == "hidden card" for s in blind[0]["seats"] for c in s["cards"])
    assert "next" not in blind[0]["centre"]


def test_every_view_can_be_chosen(visit, written):
    page = visit(written("indian-six"), "#event=30")
    names = [(str(s), label) for s, label in enumerate(NAMES["indian-six"])]
    for view, label in [*names, ("blind", "Blind"), ("all", "All cards")]:
        page.get_by_label("View").select_option(label)
        page.wait_for_function(
            "([view]) => (new URLSearchParams(location.hash.slice(1)).get('view') ?? 'all') === view", arg=[view]
        )
        for seat in snapshot(page)["seats"]:
            mine = view == "all" or seat["name"].startswith(f"Seat {view},")
            assert any(c != "hidden card" for c in seat["cards"]) >= mine
            assert not mine or "hidden card" not in seat["cards"]
    front = page.locator(".seat.own")
    page.get_by_label("View").select_option(NAMES["indian-six"][3])
    assert front.get_attribute("aria-label") == "Seat 3, min-score"


def test_turns_and_deals_by_keys(visit, written, rummygym, dataset):
    events = record_of(rummygym, dataset, "gin-match")
    deals = [i for i, e in enumerate(events) if e["type"] == "deal"]
    assert len(deals) > 2
    page = visit(written("gin-match"))
    for deal in deals[1:]:
        page.keyboard.press("PageDown")
        assert snapshot(page)["at"] == deal
    for deal in reversed(deals[:-1]):
        page.keyboard.press("PageUp")
        assert snapshot(page)["at"] == deal
    page.keyboard.press("ArrowDown")
    turns = [snapshot(page)["at"]]
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        turns.append(snapshot(page)["at"])
    assert all(events[i].get("seat") != events[i - 1].get("seat") or "seat" not in events[i] for i in turns)
    assert turns == sorted(set(turns))
    for i in reversed(turns[:-1]):
        page.keyboard.press("ArrowUp")
        assert snapshot(page)["at"] == i
    page.keyboard.press("End")
    assert snapshot(page)["at"] == len(events) - 1
    page.keyboard.press("Home")
    assert snapshot(page)["at"] == 0


def test_plays_by_itself(visit, written):
    page = visit(written("indian-two"), clock=True)
    last = page.locator(".events a").count() - 1
    page.get_by_label("Speed").select_option("4×")
    page.locator("body").press("Space")
    for i in range(1, 4):
        page.clock.run_for(250)
        assert snapshot(page)["at"] == i
    page.locator("body").press("Space")
    page.clock.run_for(5000)
    assert snapshot(page)["at"] == 3
    page.get_by_role("button", name="Play").click()
    for _ in range(last):
        page.clock.run_for(250)
    page.clock.run_for(250)
    assert snapshot(page)["at"] == last
    assert page.get_by_role("button", name="Play").count() == 1
    page.get_by_role("button", name="Play").click()  # again from the start
    assert snapshot(page)["at"] == 0
