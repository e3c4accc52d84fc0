import numpy as np
import pyarrow.dataset as ds

# rummygym collect --agents min-dist-opp,random --games 200 --seed 1 --out data
results = ds.dataset("data/results", format="arrow").to_table()  # one row for each seat of each game
agents, gains = np.array(results["agent"].to_pylist()), np.array(results["gain"])
for name in sorted(set(agents)):
    print(name, "gains", round(gains[agents == name].mean(), 2), "points a game")
data = ds.dataset("data/decisions", format="arrow").to_table()  # one row for each decision
legal = np.stack(data["mask"].to_numpy())  # [rows, actions], 1 where the action is legal
print(len(data), "decisions with", round(legal.sum(axis=1).mean(), 1), "legal actions each")
