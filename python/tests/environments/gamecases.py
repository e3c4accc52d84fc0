"""Option sets of the environments, for tests that run with all of them."""

from __future__ import annotations

from typing import Any

import pytest

IDS = {
    "indian": "rummygym/IndianRummy-v1",
    "gin": "rummygym/GinRummy-v1",
    "indian-match": "rummygym/IndianRummyMatch-v1",
    "gin-match": "rummygym/GinRummyMatch-v1",
}

#: Option sets by name: the game, and the options of make().
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "indian": ("indian", {}),
    "indian-dict": ("indian", {"observation": "dict"}),
    "indian-all-fields": ("indian", {"fields": "all", "observation": "dict"}),
    "indian-scaled": ("indian", {"fields": "all", "observation": "scaled"}),
    "indian-cards": ("indian", {"observation": "cards", "masked": "observations"}),
    "indian-actions": ("indian", {"observation": "actions"}),
    "indian-bytes": ("indian", {"dtype": "uint8"}),
    "indian-opp": ("indian", {"opponents": "min-dist-opp", "seating": "alternating"}),
    "indian-released": ("indian", {"preset": "released", "opponents": "min-dist:variant=released"}),
    "indian-dropping": ("indian", {"opponents": "min-dist:drop=3", "seat": 1}),
    "indian-any-declaration": ("indian", {"rules": {"declaring": "any-cards"}}),
    "indian-four": (
        "indian",
        {"rules": {"seats": 4, "packs": 2}, "opponents": ["min-dist", "min-score", "random"], "seat": 2},
    ),
    "indian-six": (
        "indian",
        {"rules": {"seats": 6, "packs": 2}, "opponents": "random", "seating": "alternating"},
    ),
    "indian-ten-cards": ("indian", {"rules": {"hand-size": 10}, "opponents": "random"}),
    "indian-shaped": (
        "indian",
        {"potential": "min-dist", "potential_scale": -0.1, "gamma": 0.99, "reward_scale": 0.01},
    ),
    "indian-cut": ("indian", {"max_steps": 30, "opponents": "random", "penalty": -1.0}),
    "gin": ("gin", {}),
    "gin-dict": ("gin", {"observation": "dict"}),
    "gin-all-fields": ("gin", {"fields": "all", "observation": "dict"}),
    "gin-bytes": ("gin", {"dtype": "uint8"}),
    "gin-cards": ("gin", {"observation": "cards", "fields": "all"}),
    "gin-actions": ("gin", {"observation": "actions", "masked": "observation"}),
    "gin-scaled": ("gin", {"observation": "scaled", "masked": "observation"}),
    "gin-scaled-dict": ("gin", {"fields": "all", "observation": "scaled-dict"}),
    "gin-bytes-dict": ("gin", {"dtype": "uint8", "observation": "dict"}),
    "gin-sigra": ("gin", {"opponents": "sigra", "seating": "alternating"}),
    "gin-openspiel": ("gin", {"preset": "openspiel", "opponents": "random"}),
    "gin-classic": ("gin", {"preset": "classic", "opponents": "medium", "seat": 1}),
    "gin-stepwise": ("gin", {"rules": {"melding": "chosen", "laying-off": "chosen"}}),
    "gin-shaped": ("gin", {"potential": "deadwood", "gamma": 0.9, "reward_scale": 0.01}),
    "gin-cut": ("gin", {"max_steps": 50}),
    "pool-four": (
        "indian-match",
        {"rules": {"seats": 4, "rejoins": 1, "split": "agreed"}, "opponents": ["min-dist", "random", "min-score"]},
    ),
    "hollywood": ("gin-match", {"preset": "hollywood", "opponents": "sigra", "rules": {"target": 20}}),
}

every_option_set = pytest.mark.parametrize(("game", "options"), OPTIONS.values(), ids=OPTIONS)
