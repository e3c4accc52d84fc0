"""Replay pages of datasets are those of the program, and notebooks show them."""

import base64
import gzip
import json
import re

import pytest

from rummygym import datasets


def record_of(page):
    """Return the record in a page."""
    packed = re.search(r'<script id="data" type="application/gzip">(.*?)</script>', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))["record"]


@pytest.mark.parametrize(
    ("name", "episodes"),
    [
        ("indian", (0, 26, 59)),
        ("indian-cut", (0, 3)),
        ("indian-three", (1, 5)),
        ("indian-drops", (0, 1)),
        ("gin", (0, 3, 4)),
        ("random", (0, 31)),
    ],
)
def test_pages_are_those_of_the_program(name, episodes, rummygym, recorded):
    path = recorded(name)
    data = datasets.load(path)
    for episode in episodes:
        page = data.show(episode)
        assert page.html == rummygym("replay", "--html", "-", "--episode", episode, path)
        seat = episode % data.metadata.seats
        assert data.show(episode, seat=seat).html == rummygym(
            "replay", "--html", "-", "--seat", seat, "--episode", episode, path
        )


def test_page_of_an_episode_and_in_a_notebook(recorded, tmp_path):
    data = datasets.load(recorded("indian"))
    episode = next(e for e in data.episodes() if e.number == 3)
    page = data.show(episode)
    assert page.html == data.show(3).html
    record = record_of(page.html)
    assert record["seats"][episode.seat] == episode.agent
    assert record["origin"] == {"seed": str(episode.seed), "deal": episode.deal}
    assert record["events"][-1]["gains"][episode.seat] == episode.gain
    frame = page._repr_html_()
    assert re.fullmatch(
        r'<iframe title="[\w ]+" sandbox="allow-scripts" srcdoc="[^"<>]*" style="[^"]*"></iframe>', frame
    )
    assert len(repr(page)) < 100
    page.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page.html


def test_wrong_games_and_seats_are_named(recorded):
    data = datasets.load(recorded("indian"))
    for episode in (-1, 60):
        with pytest.raises(datasets.DatasetError, match=f"no rows of episode {episode}: its episodes are 0 to 59"):
            data.show(episode)
    with pytest.raises(datasets.DatasetError, match="there is no seat 2"):
        data.show(0, seat=2)
