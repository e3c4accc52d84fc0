"""Rummy for language models: texts of a seat, a reader of answers, and models as agents."""

from .parse import InvalidAnswer, parse

__all__ = ["InvalidAnswer", "parse"]
