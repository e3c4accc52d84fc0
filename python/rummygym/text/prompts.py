"""All the text that a model reads besides the texts of the engine."""

from __future__ import annotations

__all__ = ["AIMS", "SYSTEM", "refusal", "system"]

AIMS = {
    "result": "Only this counts: whether you gain or lose points in the game, not how many.",
    "gain": "Only this counts: how many points you gain or lose in the game, not whether you win.",
}
"""The sentence that says what is scored, by the argument ``reward`` of :class:`rummygym.text.TextEnv`."""

SYSTEM = """{rules}

You play one seat of this game. {aim} At each of your decisions you are told what your seat knows, and the legal moves. \
Think as long as you like, then name one legal move in a JSON object at the end of your answer, such as

{{"move": "draw stock"}}"""
"""The system message. ``{rules}`` are the rules in words, ``{aim}`` says what is scored."""


def system(rules: str, aim: str) -> str:
    """Returns the system message for the rules in words and a sentence that says what is scored."""
    return SYSTEM.format(rules=rules.strip(), aim=aim)


def refusal(reason: str) -> str:
    """Returns the message after an answer that does not name exactly one legal move."""
    return f"This is not accepted. {reason.rstrip('.')}.\nIt is the same decision: name one legal move in a JSON object at the end of your answer."
