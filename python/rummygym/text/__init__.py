"""Rummy for language models: what a seat knows as text, a parser of answers, and models as agents.

Start from :class:`TextEnv`, or from ``python -m rummygym.text.player``, with which the program ``rummygym``
can use a model as an agent. The texts and the rules in words come from the engine.
"""

from .costs import Decision
from .decisions import judge
from .env import Result, TextEnv, Turn
from .parser import InvalidAnswer, parse
from .transcript import Transcript, Usage

__all__ = ["Decision", "InvalidAnswer", "Result", "TextEnv", "Transcript", "Turn", "Usage", "judge", "parse"]
