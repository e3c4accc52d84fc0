"""A small soak test: workers play, forks are refused, memory does not grow, and standard error stays empty."""

import subprocess
import sys
from pathlib import Path

SOAK = Path(__file__).parents[2] / "benchmarks" / "soak.py"


def test_small_soak():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(SOAK), "--decisions", "1e5", "--tables", "16", "--forks", "5"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("grown by") == 8
