"""Read a dataset of matches of Gin Rummy and check its columns without the rules.

Usage: python read_gin_dataset.py FOLDER
"""

import sys

import numpy as np
import pyarrow.dataset as ds

data = ds.dataset(f"{sys.argv[1]}/decisions", format="arrow").to_table()
column = {name: np.array(data[name].to_pylist()) for name in ("phase", "action")}
mask, hand = np.stack(data["mask"].to_numpy()), np.stack(data["obs_hand"].to_numpy())
assert mask.shape[1] == 241 and mask[np.arange(len(data)), column["action"]].all(), "an action is not in its mask"
discards = column["phase"] == "discard"
assert discards.any() and set(hand[discards].sum(axis=1)) == {11} and set(hand[~discards].sum(axis=1)) == {10}, "want hands of 10 cards, and of 11 before a discard"

# A plane has one row per suit, in the order of the actions of cards.
discarded = column["action"][discards]
assert (discarded < 52).all() and hand[discards, discarded].all(), "a discarded card is not in the hand"
after = np.stack(data["obs_deadwood_after_discard"].to_numpy())[discards]
assert ((after >= 0) == (hand[discards] == 1)).all(), "want deadwood after the discard of exactly the cards in the hand"
assert (after.max(axis=1) >= np.array(data["obs_deadwood"].to_pylist())[discards]).all(), "the best discard leaves more deadwood than the worst"

results = ds.dataset(f"{sys.argv[1]}/results", format="arrow").to_table()
for episode, gains in enumerate(results["gain"].to_numpy().reshape(-1, 2)):
    assert gains.sum() == 0, f"the gains of match {episode} are {gains}"
assert sum(results["decisions"].to_pylist()) == len(data), "want the results to count the decisions"
print(f"{len(data)} decisions of {len(results) // 2} matches are correct")
