# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # MinScore and MinDist
#
# Two numbers of `saha2025mindist` say how good a hand of Indian Rummy is. **MinScore** is what it costs if the opponent declares
# now: the points outside the best melds. **MinDist** is how many of its cards must still be replaced for a declaration.
# The environment variable `HANDS` sets the number of random hands.

# %%
import matplotlib.pyplot as plt
import numpy as np
from program import setting

import rummygym
from rummygym.hands import CARDS

HANDS = setting("HANDS", 20_000)
SUITS = {"C": ("♣", "#10763a"), "D": ("♦", "#1c58c4"), "H": ("♥", "#cc1c2c"), "S": ("♠", "#1a1a20"), "K": ("★", "#7e2c9c")}


def draw(groups, wild):
    """Draw groups of cards beside each other, cards of the wild rank with a star."""
    ax = plt.figure(figsize=(11, 2.6)).add_subplot()
    x = 0.0
    for name, cards in groups.items():
        ax.text(x, 1.55, name, fontsize=9)
        for card in cards:
            symbol, colour = SUITS[card[-1]]
            ax.add_patch(plt.Rectangle((x, 0), 0.92, 1.4, facecolor="#fdfcf7", edgecolor="#465058"))
            rank = "" if card == "JK" else card[0].replace("T", "10")
            ax.text(x + 0.46, 0.75, f"{rank}{symbol}", ha="center", va="center", fontsize=15, color=colour)
            if rank and card[0] == wild:
                ax.text(x + 0.8, 1.15, "★", ha="center", fontsize=9, color=SUITS["K"][1])
            x += 1
        x += 0.6
    ax.set(xlim=(-0.1, x), ylim=(-0.1, 1.9))
    ax.axis("off")
    plt.show()


# %% [markdown]
# ## MinScore
#
# The hand of the paper's section IV.A with wild rank 2: no joker is in it. At least two runs are needed, one of them pure, that is
# without a joker; then sets count too. Two kings and a seven are left: 10 + 10 + 7 = 27 points.

# %%
hand, wild = "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", "2"
found = rummygym.solve(hand, wild)
left = f"left: {found['minscore']} points"
draw(dict(zip(("pure run", "pure run too", "set", left), [*found["groups"], found["deadwood"]], strict=True)), wild)

# %% [markdown]
# With wild rank 3 the three of clubs is a joker. It stands for a third king, and 4, 5 and 6 of clubs are still a run: only the
# seven is left.

# %%
found = rummygym.solve(hand, "3")
draw({f"meld {i + 1}": cards for i, cards in enumerate(found["groups"])} | {f"left: {found['minscore']} points": found["deadwood"]}, "3")

# %% [markdown]
# ## MinDist
#
# In both cases one card is missing: MinDist is 1. The outs are the cards that lower it. A hand can cost 80 points and be one card
# from a declaration, because without a pure run all cards count.

# %%
near = "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD"
print("MinScore", rummygym.min_score(near, "7"), "and MinDist", rummygym.min_dist(near, "7"))
outs = rummygym.outs(near, "7")
draw({"hand": near.split()}, "7")
print(len(outs), "cards help:", " ".join(outs))

# %% [markdown]
# ## Which discard?
#
# With 14 cards, MinDist after each discard says which cards the hand can spare, and MinScore which of those is the most expensive.
# The agent `min-dist-score` plays by this; [Write an agent](../docs/agent.md) has it in ten lines.

# %%
cards = [*hand.split(), "8H"]
for card in cards:
    rest = [c for c in cards if c != card]
    print(f"without {card}: MinDist {rummygym.min_dist(rest, wild)}, MinScore {rummygym.min_score(rest, wild):2}")

# %% [markdown]
# ## Random hands
#
# Two in five dealt hands cost the maximum of 80; MinDist tells them apart.

# %%
rng = np.random.default_rng(1)
deck = np.array([*range(52), 52, 52])
dealt = deck[rng.random((HANDS, len(deck))).argsort(axis=1)[:, :13]]
counts = np.zeros((HANDS, len(CARDS)), np.uint8)
np.add.at(counts, (np.arange(HANDS)[:, None], dealt), 1)
wilds = rng.integers(13, size=HANDS)
scores, distances = rummygym.min_score(counts, wilds), rummygym.min_dist(counts, wilds)
_, axes = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
axes[0].hist(scores, bins=range(0, 85, 4))
axes[0].set(xlabel="MinScore", ylabel="hands")
axes[1].boxplot([scores[distances == d] for d in range(7)], tick_labels=range(7))
axes[1].set(xlabel="MinDist", ylabel="MinScore")
plt.show()
