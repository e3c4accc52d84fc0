"""All the text that a model reads besides the texts of the engine."""

from __future__ import annotations

__all__ = ["SYSTEM", "refusal", "system"]

SYSTEM = """{rules}

You play one seat of this game. At each of your decisions you are told what your seat knows, and the legal moves. \
Think as long as you like, then name one legal move in a JSON object at the end of your answer, such as

{{"move": "draw stock"}}"""
"""The system message. ``{rules}`` are the rules in words."""


def system(rules: str) -> str:
    """Returns the system message for the rules in words."""
    return SYSTEM.format(rules=rules.strip())


def refusal(reason: str) -> str:
    """Returns the message after an answer that does not name exactly one legal move."""
    return f"This is not accepted. {reason.rstrip('.')}.\nIt is the same decision: name one legal move in a JSON object at the end of your answer."
