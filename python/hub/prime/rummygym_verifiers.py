"""The taskset ``rummygym-verifiers`` of verifiers, which finds tasksets by the names of modules: see rummygym.text.verifiers."""

from rummygym.text.verifiers import RummyEnv, RummyHarness, RummyTaskset

__all__ = ["RummyEnv", "RummyHarness", "RummyTaskset"]
