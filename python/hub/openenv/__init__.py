"""A server of the games for OpenEnv, and its client."""

from .client import RummyAction, RummyClient, RummyObservation

__all__ = ["RummyAction", "RummyClient", "RummyObservation"]
