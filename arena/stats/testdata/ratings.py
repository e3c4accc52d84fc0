"""Generates ratings.json, the expected results of the tests of ratings.

python3 -m venv v && v/bin/pip install scipy==1.17.1 && v/bin/python ratings.py > ratings.json
"""

import json
import sys

import numpy as np
import scipy
from scipy import optimize

rng = np.random.default_rng(7)


def bradley_terry(points, prior):
    n = len(points)

    def negative(r):
        d = r[:, None] - r[None, :]
        return np.sum(points * np.logaddexp(0, -d)) + prior / 2 * np.sum(np.logaddexp(0, r) + np.logaddexp(0, -r))

    best = min((optimize.minimize(negative, rng.normal(size=n), method=m, tol=1e-14) for m in ("BFGS", "Powell")), key=lambda s: s.fun)

    def slope(r):
        p = 1 / (1 + np.exp(r[None, :] - r[:, None]))
        return np.sum(points - (points + points.T) * p, axis=1) + prior * (0.5 - 1 / (1 + np.exp(-r)))

    return optimize.root(slope, best.x, tol=1e-14).x


out = {"versions": f"numpy {np.__version__}, scipy {scipy.__version__}", "bradley_terry": []}
for n in (2, 3, 5, 8):
    for prior in (1.0, 0.25):
        strength = rng.normal(size=n)
        points = np.zeros((n, n))
        for i in range(n):
            for j in range(i):
                games = int(rng.integers(0 if n > 3 else 5, 300))
                won = rng.binomial(games, 1 / (1 + np.exp(strength[j] - strength[i])))
                draws = int(rng.integers(0, 3)) if games > 3 else 0
                points[i, j], points[j, i] = won + draws / 2, games - won + draws / 2
        if n == 5:
            points[:4, 4] += points[4, :4]
            points[4, :4] = 0  # loses every game
        r = bradley_terry(points, prior)
        out["bradley_terry"].append({"points": points.tolist(), "prior": prior, "ratings": r.tolist()})
json.dump(out, sys.stdout, indent=1)
