"""``make hub-huggingface``, with few games: the Hub's libraries read the folders without network, and the costs are those of the moves."""

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
    hubs.main(["huggingface", str(path), "--games", "20", "--chats", "8"])
    return path


def load(folder, name, config, tmp_path):
    return hf.load_dataset(str(folder / name), config, split="train", cache_dir=str(tmp_path))


def test_cards(folder):
    """Each repository has a card with a licence, figures, and no link to files that only this repository has."""
    cards = {p.parent.relative_to(folder).as_posix(): p for p in folder.glob("**/README.md")}
    networks, sets = [f"networks/{n}" for n in ("gin", "indian", "indian-seats")], ("gin", "indian")
    assert cards.keys() == {*networks, *(f"{k}/{g}" for k in ("positions", "games") for g in sets), "chats"}
    for name, path in cards.items():
        card = (ModelCard if name in networks else DatasetCard).load(path)
        assert card.data.license == "apache-2.0" and "](../" not in card.text and ".md)" not in card.text
        if name in networks:
            assert card.data.eval_results and "### How it was trained" in card.text
            assert Policy.load(path.parent / "model.safetensors").game == name.removeprefix("networks/").split("-")[0]
    assert "--preset club --seats 4" in cards["networks/indian-seats"].read_text()
    assert all("| `learned:standard` | built-in | 0." in cards[f"positions/{g}"].read_text() for g in sets)


def test_sets_and_games(folder, tmp_path):
    for game in ("gin", "indian"):
        assert load(folder, f"positions/{game}", "default", tmp_path).num_rows == 2000
        results = load(folder, f"games/{game}", "results", tmp_path)
        assert results.num_rows == 40 and sum(results["gain"]) == 0
        assert load(folder, f"games/{game}", "default", tmp_path).num_rows == sum(results["decisions"])


@pytest.mark.parametrize("game", ["gin", "indian"])
def test_chats(game, folder, tmp_path):
    """The moves of both seats' chats play the game again; each decision with a choice has the cost that the judge finds."""
    rows = list(load(folder, "chats", game, tmp_path))
    assert len(rows) == 4 and f"| {game} | `{rows[0]['player']}` |" in (folder / "chats" / "README.md").read_text()
    _, agent, rollouts = hubs.CHATS[game]
    said = [[m["content"] for m in row["messages"] if m["role"] == "assistant"] for row in rows[:2]]
    with TextEnv(game, reward="gain") as env:
        env.reset(hubs.SEED, rows[0]["episode"])
        turns = [iter(answers) for answers in said]
        while env.seat is not None:
            env.act(next(turns[env.seat]))
        for seat, row in enumerate(rows[:2]):
            assert row["messages"] == env.transcripts[seat].messages and row["gain"] == env.result.gains[seat]
            assert len(row["costs"]) == len(row["cost_errors"]) == len(row["best"]) == len(said[seat])
            costs = {d.index: d.cost for d in judge(env, seat, rollouts=rollouts, agent=agent)}
            assert {i: c for i, c in enumerate(row["costs"]) if c is not None} == costs
            for move, best, cost in zip(said[seat], row["best"], row["costs"], strict=True):
                assert cost is None or (best == json.loads(move)["move"]) >= (cost == 0)
