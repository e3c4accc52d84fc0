import numpy as np
import pyarrow.dataset as ds

# rummygym collect --agents min-dist-opp,random --games 200 --seed 1 --out data
data = ds.dataset("data", format="arrow", exclude_invalid_files=True).to_table()
last = data.filter(ds.field("terminated"))  # each player's last decision of a game
agents, gains = np.array(last["agent"].to_pylist()), np.array(last["return_to_end"])
for name in sorted(set(agents)):
    print(name, "gains", round(gains[agents == name].mean(), 2), "points a game")
legal = np.stack(data["mask"].to_numpy())  # [rows, actions], 1 where the action is legal
print(len(data), "decisions with", round(legal.sum(axis=1).mean(), 1), "legal actions each")
