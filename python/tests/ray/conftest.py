"""These tests need Ray, which only .venv-ray has: "make test-ray" runs them."""

import importlib.util

# This folder is a namespace package called ray, too.
collect_ignore_glob = [] if importlib.util.find_spec("ray.data") else ["test_*.py"]
