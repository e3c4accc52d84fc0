"""Generates golden.json, the expected results of the package's tests.

python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.15.0 && v/bin/python golden.py > golden.json
"""
import json
import numpy as np
import scipy, statsmodels
from scipy import stats
from statsmodels.stats.proportion import proportion_confint, proportions_ztest
from statsmodels.stats.multitest import multipletests

out = {"versions": f"numpy {np.__version__}, scipy {scipy.__version__}, statsmodels {statsmodels.__version__}"}
out["wilson"] = []
for k, n in [(0, 10), (10, 10), (1, 1), (0, 1), (495, 1000), (651, 10000), (4286, 10000), (3, 7)]:
    for conf in (0.9, 0.95, 0.99):
        lo, hi = proportion_confint(k, n, 1 - conf, "wilson")
        out["wilson"].append({"k": k, "n": n, "confidence": conf, "low": float(lo), "high": float(hi)})
out["null"] = []
for k, n, p0 in [(495, 1000, 0.5), (617, 1000, 0.5), (1000, 1000, 0.5), (0, 20, 0.5), (40, 100, 1 / 3)]:
    z, p = proportions_ztest(k, n, p0, prop_var=p0)
    out["null"].append({"k": k, "n": n, "null": p0, "z": float(z), "p": float(p)})
out["equal"] = []
for a, n, b, m in [(530, 1000, 5350, 10000), (1, 10, 9, 10), (617, 1000, 5800, 10000), (0, 50, 3, 60)]:
    z, p = proportions_ztest([a, b], [n, m])
    out["equal"].append({"a": a, "n": n, "b": b, "m": m, "z": float(z), "p": float(p)})
out["holm"] = []
for p in [[0.01, 0.04, 0.03, 0.005], [0.5], [0.9, 0.8, 0.7], [1e-9, 0.02, 0.02, 0.3, 0.04, 1.0], [0.001] * 4]:
    out["holm"].append({"p": p, "corrected": [float(x) for x in multipletests(p, method="holm")[1]]})
rng = np.random.default_rng(1)
out["sample"] = []
for n in (1, 2, 5, 10, 41, 400):
    x = rng.integers(-80, 81, n)
    q = [0.025, 0.25, 0.5, 0.9, 0.975, 0, 1]
    out["sample"].append({"x": [int(v) for v in x], "mean": float(np.mean(x)),
        "sem": None if n < 2 else float(stats.sem(x)), "q": q, "quantiles": [float(v) for v in np.quantile(x, q)]})
out["joint"] = [{"m": m, "confidence": c, "z": float(stats.norm.ppf(1 - (1 - c ** (1 / m)) / 2))}
    for m, c in [(1, 0.95), (16, 0.99), (36, 0.99), (15, 0.95)]]
out["chi2"] = [{"z": z, "sum": sum(v * v for v in z), "p": float(stats.chi2.sf(sum(v * v for v in z), len(z)))}
    for z in ([1.0], [0.5, -2.4, 1.1, 0.3], [0.0, 0.0], [5.0, -6.0])]
json.dump(out, __import__("sys").stdout, indent=1)
