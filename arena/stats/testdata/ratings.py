"""Generates ratings.json, the expected results of the tests of ratings and of shares.

python3 -m venv v && v/bin/pip install scipy==1.17.1 && v/bin/python ratings.py > ratings.json
"""

import json
import sys

import numpy as np
import scipy
from scipy import linalg, optimize

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


def covariance(points, prior, r):
    p = 1 / (1 + np.exp(r[None, :] - r[:, None]))
    w = (points + points.T) * p * (1 - p)
    q = 1 / (1 + np.exp(-r))
    return np.linalg.inv(np.diag(w.sum(axis=1) + prior * q * (1 - q)) - w)


def nash(a):
    """The equilibrium of highest entropy, by sequential quadratic programs from the shares of a linear program."""
    n = len(a)
    lp = optimize.linprog(np.zeros(n), A_ub=a, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1])
    entropy = lambda p: float(np.sum(np.where(p > 0, p * np.log(np.maximum(p, 1e-300)), 0)))
    found = optimize.minimize(
        entropy, 0.9 * lp.x + 0.1 / n, bounds=[(0, 1)] * n, method="SLSQP", options={"ftol": 1e-15, "maxiter": 1000},
        constraints=[{"type": "ineq", "fun": lambda p: -a @ p}, {"type": "eq", "fun": lambda p: p.sum() - 1}],
    )
    assert found.success
    return found.x


def alpha_rank(m, alpha, size):
    n = len(m)
    t = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i != j:
                u = alpha * (m[j, i] - m[i, j])
                t[i, j] = (1 / size if u == 0 else (1 - np.exp(-u)) / (1 - np.exp(-size * u))) / (n - 1)
        t[i, i] = 1 - t[i].sum()
    values, left = linalg.eig(t, left=True, right=False)
    v = np.real(left[:, np.argmin(np.abs(values - 1))])
    return v / v.sum()


out = {"versions": f"numpy {np.__version__}, scipy {scipy.__version__}", "bradley_terry": [], "nash": [], "alpha": []}
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
        out["bradley_terry"].append({"points": points.tolist(), "prior": prior, "ratings": r.tolist(), "covariance": covariance(points, prior, r).tolist()})
for n in (3, 4, 5, 6, 7):
    b = rng.normal(size=(n, n)).round(2)
    a = b - b.T
    out["nash"].append({"payoff": a.tolist(), "shares": nash(a).tolist()})
cycle = np.array([[0.0, 1, -2], [-1, 0, 3], [2, -3, 0]])
copied = cycle[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]  # a copy of the third agent
weak = np.block([[cycle, np.ones((3, 1))], [-np.ones((1, 3)), np.zeros((1, 1))]])  # and an agent that all beat
two = np.zeros((5, 5))
two[:3, :3], two[:3, 3:], two[3:, :3] = cycle, 0, 0  # a cycle and two agents that draw with all
for a in (cycle, copied, weak, two):
    out["nash"].append({"payoff": a.tolist(), "shares": nash(a).tolist()})
for n, alpha, size in ((2, 0.5, 10), (3, 1.0, 50), (4, 2.0, 20), (6, 0.7, 50)):
    m = rng.normal(size=(n, n)).round(2)
    out["alpha"].append({"payoff": m.tolist(), "alpha": alpha, "population": size, "shares": alpha_rank(m, alpha, size).tolist()})
json.dump(out, sys.stdout, indent=1)
