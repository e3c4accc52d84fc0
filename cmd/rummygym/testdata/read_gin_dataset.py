"""Read a dataset of matches of Gin Rummy and check what can be seen without rules.

Usage: python read_gin_dataset.py FOLDER
"""

import sys

import numpy as np
import pyarrow.dataset as ds

data = ds.dataset(sys.argv[1], format="arrow", exclude_invalid_files=True).to_table()
column = {name: np.array(data[name].to_pylist()) for name in ("player", "phase", "action", "gain", "episode", "terminated", "return_to_end")}
mask, hand = np.stack(data["mask"].to_numpy()), np.stack(data["obs_hand"].to_numpy())
assert mask.shape[1] == 241 and mask[np.arange(len(data)), column["action"]].all(), "an action is outside its mask"
discards = column["phase"] == "discard"
assert discards.any() and set(hand[discards].sum(axis=1)) == {11} and set(hand[~discards].sum(axis=1)) == {10}, "hands are not of 10 cards, 11 before a discard"

# Planes are rows of suits in the order of the cards' actions: what is thrown is held.
thrown = column["action"][discards]
assert (thrown < 52).all() and hand[discards, thrown].all(), "a card is thrown that is not held"
after = np.stack(data["obs_deadwood_after_discard"].to_numpy())[discards]
assert ((after >= 0) == (hand[discards] == 1)).all(), "deadwood after a discard is of cards that are not held"
assert (after.max(axis=1) >= np.array(data["obs_deadwood"].to_pylist())[discards]).all(), "the best discard leaves more than the worst"

last = column["terminated"]
for episode in np.unique(column["episode"]):
    gains = column["return_to_end"][last & (column["episode"] == episode)]
    assert len(gains) == 2 and gains.sum() == 0, f"the gains of match {episode} are {gains}"
print(f"{len(data)} decisions of {len(np.unique(column['episode']))} matches are as they should be")
