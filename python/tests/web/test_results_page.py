"""The page of the results of a ladder: its tables, and the games behind the scores."""

import pytest
from axe_playwright_python.sync_playwright import Axe


@pytest.fixture(scope="session")
def results(rummygym, tmp_path_factory):
    """The page of three agents of Gin Rummy."""
    path = tmp_path_factory.mktemp("results") / "results.html"
    rummygym("tournament", "--game", "gin", "--agents", "simple,random,stubborn", "--games", "4", "--html", path)
    return path


def test_scores_lead_to_games_and_back(visit, results):
    page = visit(results)
    assert page.get_by_role("heading", level=1).inner_text() == "Gin Rummy: results"
    ratings, scores = page.locator("table").all()
    names = [h.inner_text() for h in ratings.locator("tbody th").all()]
    assert names[0] in ("1 simple", "1 stubborn") and names[2] == "3 random"
    assert scores.locator("tbody td").count() == 9 and scores.get_by_role("link").count() == 6
    link = scores.get_by_role("link").first  # the best against the second
    assert "points" in link.get_attribute("title")
    link.click()
    page.get_by_role("slider").wait_for()
    assert page.locator(".players").inner_text().split(" – ") in (["simple", "stubborn"], ["stubborn", "simple"])
    page.get_by_role("button", name="Last event").click()
    page.locator(".board .result").wait_for()
    assert " wins " in page.locator(".board .result").inner_text()
    page.get_by_role("link", name="Results", exact=True).click()
    page.locator("table").nth(1).wait_for()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_accessible_and_fits(visit, results, width, scheme):
    page = visit(results, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.locator("table").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only the tables scroll sideways"
    found = Axe().run(page).response["violations"]
    assert found == [], [v["id"] for v in found]
