"""Conversations with a model as chat messages."""

from __future__ import annotations

import dataclasses
from typing import Literal

from . import prompts

__all__ = ["Memory", "Message", "Transcript", "Usage"]

Message = dict[str, str]
"""A message of a chat: ``role`` (system, user or assistant) and ``content``."""

Memory = Literal["decision", "game"]
"""The messages that a model sees: the rules and those of this decision, or all of the game."""


@dataclasses.dataclass(frozen=True)
class Usage:
    """What answers cost. ``a + b`` is the sum."""

    requests: int = 0  # sent to the endpoint, repeated ones included
    prompt_tokens: int = 0  # as the endpoint reports them; 0 if it does not
    completion_tokens: int = 0
    seconds: float = 0.0  # from the question to the answer

    def __add__(self, more: Usage) -> Usage:
        return Usage(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(more), strict=True)))


class Transcript:
    """The messages of one seat in one game.

    ``messages`` holds all of them: the rules as the system message, then for each decision what the
    seat knows (user) and the answer (assistant). After an answer that is not accepted, the reason follows (user).
    """

    def __init__(self, rules: str, aim: str = prompts.AIMS["gain"]) -> None:
        self.messages: list[Message] = [{"role": "system", "content": prompts.system(rules, aim)}]
        self.usage = Usage()
        self._decision = 1  # where the messages of the last decision begin

    def ask(self, text: str) -> None:
        """Adds a decision: what the seat knows."""
        self._decision = len(self.messages)
        self._add("user", text)

    def answer(self, text: str, usage: Usage | None = None) -> None:
        """Adds an answer."""
        self._add("assistant", text)
        if usage:
            self.usage += usage

    def refuse(self, reason: str) -> None:
        """Adds the reason why the last answer is not accepted."""
        self._add("user", prompts.refusal(reason))

    def chat(self, memory: Memory = "game") -> list[Message]:
        """Returns the messages for the next answer."""
        if memory == "game":
            return list(self.messages)
        return [self.messages[0], *self.messages[self._decision :]]

    def _add(self, role: str, content: str) -> None:
        self.messages.append({"role": role, "content": content})
