"""``make hub-huggingface``, with few games: the Hub's libraries read the folders, and the costs are those of the moves."""

import json

import datasets as hf
import pytest
from huggingface_hub import DatasetCard, ModelCard

from hub import hubs
from rummygym.policy import Policy
from rummygym.text import TextEnv, judge


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("hub") / "huggingface"
    hubs.main(["huggingface", str(path), "--games", "20", "--chats", "8", "--workers", "1"])
    return path


@pytest.fixture
def load(folder, tmp_path):
    return lambda name, config: hf.load_dataset(str(folder / name), config, split="train", cache_dir=str(tmp_path))


def test_cards(folder):
    """Each repository has a card with a licence, figures, and no link to files that only this repository has."""
    cards = {p.parent.relative_to(folder).as_posix(): p for p in folder.glob("**/README.md")}
    networks = {f"networks/{n}": n.split("-")[0] for n in ("gin", "indian", "indian-seats")}
    assert cards.keys() == {*networks, *(f"{k}/{g}" for k in ("positions", "games") for g in hubs.TITLES), "chats"}
    for name, path in cards.items():
        card = (ModelCard if name in networks else DatasetCard).load(path)
        assert card.data.license == "apache-2.0" and "](../" not in card.text and ".md)" not in card.text
        if name in networks:
            assert card.data.eval_results and "### How it was trained" in card.text
            assert Policy.load(path.parent / "model.safetensors").game == networks[name]
        assert not name.startswith("positions") or "| `learned:standard` | built-in | 0." in card.text
    assert "--preset club --seats 4" in cards["networks/indian-seats"].read_text()


@pytest.mark.parametrize("game", hubs.TITLES)
def test_data(game, folder, load):
    """The moves of both seats' chats play the game again; each decision with a choice has the cost that the judge finds."""
    results, rows = load(f"games/{game}", "results"), list(load("chats", game))
    assert load(f"positions/{game}", "default").num_rows == 2000 and results.num_rows == 40 and sum(results["gain"]) == 0
    assert load(f"games/{game}", "default").num_rows == sum(results["decisions"])
    assert len(rows) == 4 and f"| {game} | `{rows[0]['player']}` |" in (folder / "chats" / "README.md").read_text()
    said = [[m["content"] for m in row["messages"] if m["role"] == "assistant"] for row in rows[:2]]
    with TextEnv(game, reward="gain") as env:
        env.reset(hubs.SEED, rows[0]["episode"])
        turns = [iter(answers) for answers in said]
        while env.seat is not None:
            env.act(next(turns[env.seat]))
        for seat, row in enumerate(rows[:2]):
            assert row["messages"] == env.transcripts[seat].messages and row["gain"] == env.result.gains[seat]
            found = judge(env, seat, rollouts=hubs.CHATS[game][2], agent=hubs.CHATS[game][1])
            assert {i: c for i, c in enumerate(row["costs"]) if c is not None} == {d.index: d.cost for d in found}
            assert len(row["costs"]) == len(row["cost_errors"]) == len(row["best"]) == len(said[seat])
            assert all(json.loads(said[seat][d.index])["move"] == d.action for d in found)


def test_workers(folder, tmp_path):
    """The chats are the same files for any number of workers."""
    hubs.chats(tmp_path, 8, workers=3)
    made = {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.glob("**/*.*")}
    assert made == {name: (folder / "chats" / name).read_bytes() for name in made} and len(made) == 3
