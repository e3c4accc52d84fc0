"""Read a dataset of matches of Gin Rummy and check its columns without the rules.

Usage: python read_gin_dataset.py FOLDER
"""

import sys

import numpy as np
import pyarrow.dataset as ds

data = ds.dataset(sys.argv[1], format="arrow", exclude_invalid_files=True).to_table()
column = {name: np.array(data[name].to_pylist()) for name in ("player", "phase", "action", "gain", "episode", "terminated", "return_to_end")}
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

last = column["terminated"]
for episode in np.unique(column["episode"]):
    gains = column["return_to_end"][last & (column["episode"] == episode)]
    assert len(gains) == 2 and gains.sum() == 0, f"the gains of match {episode} are {gains}"
print(f"{len(data)} decisions of {len(np.unique(column['episode']))} matches are correct")
