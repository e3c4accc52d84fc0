"""The client of this server, which is a part of rummygym."""

from rummygym.text.openenv import RummyAction, RummyClient, RummyObservation  # noqa: F401
