"""These tests need the libraries with torch, which only .venv-clients has: "make test-clients" runs them."""

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("stable_baselines3") else ["test_*.py"]
