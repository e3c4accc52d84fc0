"""Games that the Go program records, and tables that play them again."""

import subprocess

import numpy as np

from rummygym import Tables


def record(binary, folder, options, agents, seed, games, fields="default"):
    """Record games of agents in fixed seats, under the options of tables. Return the process."""
    flags = ["--game", options["game"]]
    if "preset" in options:
        flags += ["--preset", options["preset"]]
    for name, value in options.get("rules", {}).items():
        flags += [f"--{name}", str(value)]
    command = [binary, "collect", *flags, "--agents", ",".join(agents), "--games", str(games), "--seed", str(seed),
               "--seating", "fixed", "--fields", fields, "--out", folder]  # fmt: skip
    return subprocess.run([str(x) for x in command], capture_output=True, text=True, check=False)


def episodes(folder, games):
    """Return the recorded rows of each game."""
    import pyarrow.dataset as ds

    rows = ds.dataset(f"{folder}/decisions", format="arrow").to_table().to_pylist()
    return [[r for r in rows if r["episode"] == i] for i in range(games)]


def flat(row, spec):
    """Return the observation of a recorded row as a vector."""
    empty = np.zeros(0, np.float32)
    return np.concatenate([empty, *(np.ravel(np.asarray(row[f"obs_{f.name}"], np.float32)) for f in spec.observation)])


def self_play(options, rows_of, seed):
    """Play recorded games by their actions. Compare all that tables show with the rows.

    Yields the row and the observation of every decision that has one.
    """
    games = len(rows_of)
    with Tables(**options, num_envs=games, autoreset="disabled") as t:
        t.reset(seed=seed)
        paid = np.zeros((games, t.spec.seats))
        for k in range(max(map(len, rows_of))):
            actions = np.full(games, -1)
            for i, rows in enumerate(rows_of):
                if k >= len(rows):
                    assert t.players[i] == -1
                    continue
                row = rows[k]
                assert t.players[i] == row["player"]
                if t.spec.size:
                    np.testing.assert_array_equal(t.observations[i], flat(row, t.spec))
                    yield row, t.observations[i]
                np.testing.assert_array_equal(t.masks[i].view(bool), row["mask"])
                actions[i] = row["action"]
            t.step(actions)
            paid += t.rewards
        for i, rows in enumerate(rows_of):
            gains = {row["player"]: row["gain"] for row in rows}
            assert {p: paid[i, p] for p in gains} == gains
