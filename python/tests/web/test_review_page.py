"""The replay page with a review: the curve, the mistakes, and the question what the reader would play."""

import re

import pytest

from .games import SHORT
from .tables import data_of, plain, snapshot, stands_at
from .test_replay_page import PHONE, serious

GAMES = {"indian": "--agents min-score,random --seed 3", "gin": f"{SHORT} --seed 9"}
"""Games with mistakes, as arguments of collect."""


@pytest.fixture(scope="session")
def reviewed(rummygym, tmp_path_factory):
    """Return a function that returns the file of the review of a game, and what the review says, made once."""
    folder, made = tmp_path_factory.mktemp("reviews"), {}

    def make(name):
        if name not in made:
            path = folder / f"{name}.html"
            rummygym("collect", *GAMES[name].split(), "--games", "1", "--fields", "none", "--out", folder / name)
            rummygym("review", "--html", path, "--rollouts", "200", folder / name)
            made[name] = path, data_of(path)
        return made[name]

    return make


def first_mistake(data):
    """Return the index of the event of the first mistake, and the review of it."""
    decision = next(d for d in data["review"]["decisions"] if d["mistake"])
    return decision["event"] - 1, decision


def test_the_reader_answers_first(visit, reviewed):
    path, data = reviewed("indian")
    at, decision = first_mistake(data)
    seat = data["record"]["events"][at]["seat"]
    before = snapshot(visit(path, f"#event={at}&view={seat}"))
    page = visit(path, f"#event={at}")
    page.keyboard.press("m")
    stands_at(page, f"#event={at + 1}")
    question = page.get_by_role("region", name="Try it again")
    moves = question.locator(".buttons").get_by_role("button")
    assert moves.count() == 1 + len(decision["alternatives"])
    words = re.compile("(Draw from the stock|Take .+ from the pile|Discard .+|Declare with .+|Drop out for .+ points)")
    assert [t for t in moves.all_inner_texts() if not words.fullmatch(t)] == []  # as at a table
    assert page.get_by_role("region", name="Review").count() == 0
    shown = snapshot(page)
    assert (shown["seats"], shown["pile"], shown["centre"]) == (before["seats"], before["pile"], before["centre"])
    assert page.locator(".seat.own").get_attribute("data-place") == f"seat-{seat}"
    assert page.locator(".seat .card.back").count() > 0
    assert page.locator(".events a").count() <= at  # neither the move nor what followed is told
    assert "%" not in question.inner_text()
    assert serious(page) == []
    verdicts = []
    for i in range(moves.count()):
        moves.nth(i).click()
        verdicts.append(page.get_by_role("status").inner_text())
        page.get_by_role("button", name="Try it again").click()
    assert sum("is the best one" in v for v in verdicts) == 1
    assert sum("the move of the game" in v for v in verdicts) == 1
    assert sum("Your move costs" in v for v in verdicts) == len(verdicts) - 2
    page.get_by_role("button", name="Show the answer").click()
    assert serious(page) == []
    review = page.get_by_role("region", name="Review")
    assert page.get_by_role("status").count() == 0
    for reason in decision.get("reasons", []):
        assert reason in review.inner_text()
    made = decision["made"]
    assert f"points {made['points']:.2f} ± {made['points_error']:.2f}" in plain(review)
    review.get_by_role("listitem").first.get_by_role("button").click()
    assert "What if" in page.locator(".what-if").inner_text()
    page.keyboard.press("Escape")
    stands_at(page, f"#event={at + 1}")
    assert page.get_by_role("region", name="Try it again").count() == 0  # the answer is known


def test_curve_and_mistakes(visit, reviewed):
    path, data = reviewed("indian")
    decisions = data["review"]["decisions"]
    page = visit(path)
    curve = page.get_by_role("region", name="Win chance").get_by_role("img")
    label = curve.get_attribute("aria-label")
    for seat in (0, 1):
        own = [d for d in decisions if data["record"]["events"][d["event"] - 1]["seat"] == seat]
        for percent, chance in zip(
            re.findall(rf"{data['record']['seats'][seat]} from (\d+) % to (\d+) %", label)[0], (own[0], own[-1]), strict=True
        ):
            assert abs(int(percent) - 100 * chance["made"]["win"]) <= 0.51
    assert page.locator(".curve-dot").count() == len(decisions)
    box = curve.bounding_box()
    for decision in (decisions[0], decisions[-1]):
        share = (decision["event"] - 1) / (len(data["record"]["events"]) - 1)
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        stands_at(page, f"#event={decision['event']}")
    buttons = page.get_by_role("navigation", name="Mistakes").get_by_role("button")
    mistakes = [d["event"] for d in decisions if d["mistake"]]
    assert buttons.count() == len(mistakes) == page.locator(".events a.costly").count()
    for i, event in enumerate(mistakes):
        buttons.nth(i).click()
        stands_at(page, f"#event={event}")
        assert buttons.nth(i).get_attribute("aria-pressed") == "true"
    page.keyboard.press("m")  # after the last one comes the first
    stands_at(page, f"#event={mistakes[0]}")


@pytest.mark.parametrize("name", ["indian", "gin"])
def test_every_event_of_a_review_fits_a_phone(name, visit, reviewed):
    path, _ = reviewed(name)
    assert path.stat().st_size <= 150_000
    page = visit(path, **PHONE)
    too_wide = page.evaluate("""async () => {
      const events = [];
      const last = document.querySelectorAll(".events a").length - 1;
      for (let i = 0; i <= last; i++) {
        document.querySelectorAll(".events a")[i].click();
        await new Promise((done) => setTimeout(done));
        for (const answer of document.querySelectorAll(".question > button")) answer.click();
        await new Promise((done) => setTimeout(done));
        if (document.documentElement.scrollWidth > 375) events.push(i);
      }
      return events;
    }""")
    assert too_wide == []
    assert serious(page) == []
