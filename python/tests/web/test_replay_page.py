"""The replay page as a page: its address, what it refuses, how it looks."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from rummygym import Tables

from .tables import data_of, plain, run, snapshot, stands_at, with_data

PHONE = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_address_names_a_place(visit, written):
    path = written("indian-six")
    page = visit(path, "#event=20&view=2")
    shown = snapshot(page)
    assert shown["at"] == 19
    page.keyboard.press("ArrowRight")
    stands_at(page, "#event=21&view=2")
    page.evaluate("location.hash = '#event=5'")
    page.wait_for_function("document.querySelector('input[type=range]').value === '4'")
    assert page.get_by_label("View").input_value() == "all"
    link = page.locator(".events a").nth(9).get_attribute("href")
    again = visit(path, link)
    assert snapshot(again)["at"] == 9
    last = page.locator(".events a").count() - 1
    for odd, at in {
        "#event=99999": last,
        "#event=0": 0,
        "#event=x&view=77": 0,
        "#": 0,
        "#event=3&line=1&step=9": 2,
        "#%": 0,
    }.items():
        again.keyboard.press("End")
        stands_at(again, f"#event={last + 1}")
        again.evaluate("(fragment) => { location.hash = fragment; }", odd)
        again.wait_for_function("(at) => document.querySelector('input[type=range]').value === String(at)", arg=at)


def test_policy_forbids_every_connection(visit, written):
    page = visit(written("gin-hand"))
    blocked = page.evaluate("""async () => {
      const directives = [];
      document.addEventListener("securitypolicyviolation", (e) => directives.push(e.effectiveDirective));
      await fetch("https://example.org/").catch(() => {});
      const load = (tag, name, value) => new Promise((done) => {
        const e = document.createElement(tag);
        e.onload = e.onerror = done;
        e[name] = value;
        document.body.append(e);
      });
      await load("img", "src", "https://example.org/a.png");
      await load("script", "src", "https://example.org/a.js");
      const inline = document.createElement("script");
      inline.textContent = "window.ran = true";
      document.body.append(inline);
      await new Promise((done) => setTimeout(done)); // the last event
      return { directives, ran: window.ran };
    }""")
    assert blocked == {"directives": ["connect-src", "img-src", "script-src-elem", "script-src-elem"], "ran": None}
    page.complaints.clear()  # they are of these attempts
    page.requests[:] = [r for r in page.requests if not r.startswith("https:")]  # they were stopped


def test_names_are_text(visit, rummygym, dataset, tmp_path):
    name = "</script><img src=x onerror=alert(1)><!--<b>&amp;\u2028"
    lines = rummygym("dataset", "export", "--records", "-", "--episode", "0", dataset("indian-two"))
    head, _, rest = lines.partition("\n")
    header = json.loads(head)
    header["seats"][0] = name
    (tmp_path / "game.jsonl").write_text(json.dumps(header) + "\n" + rest)
    path = tmp_path / "game.html"
    rummygym("replay", "--html", path, tmp_path / "game.jsonl")
    page = visit(path)
    page.keyboard.press("End")
    assert page.locator("h2 .name").all_text_contents() == ["min-score", name]
    assert re.search(r"pays \d+: ", page.locator(".result").inner_text())
    assert page.locator("img").count() == 0
    assert page.title() == f"Indian Rummy: {name} – min-score".replace("\u2028", "\u2028")


def test_a_record_that_makes_no_table_is_named(visit, written, tmp_path):
    data = data_of(written("gin-hand"))
    data["record"]["events"][3]["type"] = "juggle"
    page = visit(with_data(written("gin-hand"), tmp_path / "bad.html", data))
    assert (
        page.locator("#page").inner_text()
        == "This page cannot show its record: event 4 (juggle): there is no event juggle"
    )


def review_of(events, at):
    """Return a review of the discard at: with it, another card, and what follows."""
    made = events[at]
    other = next(c for c in events[0]["hands"][made["seat"]] if c != made["card"])
    return {
        "decisions": [
            {
                "event": at + 1,
                "text": "discard this",
                "made": {"win": 0.48, "win_error": 0.01, "points": -2.5},
                "cost": {"win": 0.04},
                "alternatives": [
                    {
                        "text": "discard another",
                        "estimate": {"win": 0.52},
                        "line": [
                            {"type": "discard", "seat": made["seat"], "card": other},
                            {"type": "draw", "seat": 1 - made["seat"], "from": "pile", "card": other},
                        ],
                    }
                ],
            }
        ]
    }


def test_review_and_its_lines(visit, written, tmp_path):
    data = data_of(written("indian-two"))
    events = data["record"]["events"]
    at = next(i for i, e in enumerate(events) if e["type"] == "discard")
    data["review"] = review_of(events, at)
    path = with_data(written("indian-two"), tmp_path / "review.html", data)
    page = visit(path)
    review = page.get_by_role("region", name="Review")
    assert review.count() == 0
    game = run(page)
    link = page.locator(".events a.costly")
    assert link.count() == 1
    link.click()
    assert "win 48.0 % ± 1.0 %, points -2.50" in plain(review)
    assert "cost: win 4.0 %" in plain(review)
    choice = review.get_by_role("button", name="Discard another", exact=True)
    choice.click()
    assert choice.get_attribute("aria-pressed") == "true"
    tried = snapshot(page)
    assert tried["pile"][:-1] == game[at]["pile"][:-1]
    assert tried["pile"][-1] != game[at]["pile"][-1]
    stands_at(page, f"#event={at + 1}&line=1&step=1")
    for _ in range(3):  # the line ends after its second event
        page.keyboard.press("ArrowRight")
    stands_at(page, f"#event={at + 1}&line=1&step=2")
    assert snapshot(page)["pile"] == tried["pile"][:-1]
    assert "What if" in page.locator(".what-if").inner_text()
    same = visit(path, f"#event={at + 1}&line=1&step=2")
    assert snapshot(same) == snapshot(page)
    assert serious(page) == []
    page.keyboard.press("Escape")
    assert snapshot(page) == game[at]
    page.keyboard.press("ArrowRight")
    assert snapshot(page) == game[at + 1]
    assert review.count() == 0


AXE = Axe()


def serious(page):
    """Return the serious findings of axe-core, as text."""
    found = AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{v['id']}: {v['help']}: {[n['html'][:120] for n in v['nodes'][:3]]}"
        for v in found
        if v["impact"] in ("serious", "critical", "moderate")
    ]


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", "wide"), ("light", "phone"), ("dark", "phone"), pytest.param("dark", "wide", marks=pytest.mark.long)],
)
def test_accessible(size, scheme, visit, written):
    options = {"color_scheme": scheme, **(PHONE if size == "phone" else {})}
    name = "gin-hand" if (size == "phone") == (scheme == "dark") else "indian-six"
    page = visit(written(name), "#event=3&view=0", **options)
    assert serious(page) == []
    page.get_by_label("View").select_option("All cards")
    page.get_by_text("Keys and rules").click()
    page.keyboard.press("End")
    assert serious(page) == []


def test_readers_hear_events_and_cards(visit, written):
    page = visit(written("indian-two"))
    live = page.locator("[aria-live=polite]")
    heard = []
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        heard.append(live.inner_text())
    assert len(set(heard)) == 4
    assert all(re.match(r"min-\S+( \(2\))? (draws|takes|discards) ", text) for text in heard)
    seat = page.get_by_role("region", name="Seat 0, min-dist")
    cards = seat.get_by_role("listitem")
    assert cards.count() == 13
    assert all(
        re.search("of (spades|hearts|clubs|diamonds)|joker", i.get_attribute("aria-label"))
        for i in seat.get_by_role("img").all()
    )


def test_the_page_is_left_and_entered_by_tab(visit, written):
    page = visit(written("gin-hand"))
    stops = []
    for _ in range(20):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("(({ tagName, textContent, href }) => tagName === 'BODY' ? tagName : `${href} ${textContent}`)(document.activeElement)")
        )
    # The list of events is one stop, at the current event, and follows the keys.
    assert stops.count("BODY") >= 1
    assert len({s for s in stops if "#event=" in s}) == 1
    page.locator(".events a[aria-current]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    assert snapshot(page)["at"] == 1


@pytest.mark.parametrize("name", ["gin-match", "indian-six"])
def test_fits_a_phone(name, visit, written):
    page = visit(written(name), **PHONE)
    too_wide = page.evaluate("""async () => {
      const events = [];
      for (const link of document.querySelectorAll(".events a")) {
        link.click();
        await new Promise((done) => setTimeout(done));
        const past = (e) => e.getBoundingClientRect().right > innerWidth;
        if (innerWidth !== 375 || document.documentElement.scrollWidth > 375 || [...document.querySelectorAll(".board *")].some(past))
          events.push(link.hash);
      }
      return events;
    }""")
    assert too_wide == []
    step = page.get_by_role("button", name="First event")
    box = step.bounding_box()
    assert box["width"] >= 40 and box["height"] >= 40
    assert box["y"] + box["height"] <= 812  # in reach, wherever the page stands
    step.tap()
    assert snapshot(page)["at"] == 0


def test_wrong_declaration(visit, rummygym, tmp_path):
    with Tables("indian", rules={"declaring": "any-cards"}, record=True) as tables:
        tables.reset(7)
        for move in ("draw pile", "declare AC"):
            tables.step([tables.spec.actions.index(move)])
        (tmp_path / "game.jsonl").write_text(tables.record())
    rummygym("replay", "--html", tmp_path / "game.html", tmp_path / "game.jsonl")
    page = visit(tmp_path / "game.html", "#event=3")
    assert "declared wrongly" in snapshot(page)["seats"][0]["head"]
    page.keyboard.press("End")
    fault = "The declaration lacks a meld for every card: 9♣ 2♥ 3♥ J♥ are left over (24 points)"
    said = ["Seat 0 pays 80: a wrong declaration", fault, "A wrong declaration: seat 1 wins 80"]
    assert page.locator(".result p").all_inner_texts() == said


def test_scheme(visit, written):
    ground = "getComputedStyle(document.body).backgroundColor"
    page = visit(written("gin-hand"), color_scheme="light")
    light = page.evaluate(ground)
    page.get_by_label("Colours").select_option("Dark")
    dark = page.evaluate(ground)
    assert dark != light
    for _ in range(100):  # a busy browser can give a page that loads at once what was stored a moment before
        page.reload()
        if page.evaluate(ground) == dark:
            break
    assert page.evaluate(ground) == dark
    page.get_by_label("Colours").select_option("System")
    assert page.evaluate(ground) == light
    assert visit(written("gin-hand"), color_scheme="dark").evaluate(ground) == dark


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_motion(wish, moves, visit, written):
    page = visit(written("indian-two"), reduced_motion=wish)
    page.evaluate("""() => {
      const { animate } = Element.prototype;
      window.moved = [];
      Element.prototype.animate = function (...how) {
        moved.push(this.getAttribute("aria-label"));
        return animate.apply(this, how);
      };
    }""")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("moved") == (["printed joker"] if moves else [])


def test_order_of_hands(visit, written):
    page = visit(written("indian-two"))
    hand = page.locator(".own .cards")
    by_suit = hand.get_by_role("img").evaluate_all("(cards) => cards.map((c) => c.getAttribute('aria-label'))")
    page.get_by_label("Order").select_option("By rank")
    by_rank = hand.get_by_role("img").evaluate_all("(cards) => cards.map((c) => c.getAttribute('aria-label'))")
    assert sorted(by_suit) == sorted(by_rank)
    assert by_suit != by_rank

    def runs(cards, part):
        seen = [c.split(" of ")[part].split(",")[0] for c in cards if " of " in c]
        return [c for i, c in enumerate(seen) if i == 0 or c != seen[i - 1]]

    assert len(runs(by_suit, 1)) == len(set(runs(by_suit, 1)))
    assert len(runs(by_rank, 0)) == len(set(runs(by_rank, 0)))
