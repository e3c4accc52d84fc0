"""``python -m rummygym``."""

import subprocess
import sys


def test_runs_the_program_of_the_package() -> None:
    """Without arguments it shows the commands by task."""
    ran = subprocess.run([sys.executable, "-m", "rummygym"], capture_output=True, text=True, check=False)
    assert "Play, watch and review:" in ran.stdout or "there is no program at" in ran.stderr
