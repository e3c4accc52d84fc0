"""A player that is a function of what it reads, and the games that it plays at a TextEnv."""

import os
import re
import zlib

from rummygym.text import TextEnv

DOORS = os.environ.get("RUMMYGYM_DOORS", "").split()
MOVE = re.compile(r"^  ([^:\n]+)", re.M)
TABLE = {"gin": {}, "indian": {"max_steps": 30}}  # short games


def answer(conversation):
    """Answers the last decision of a conversation. Some first answers are invalid."""
    asked, said = conversation.rpartition("Legal moves:\n")[::2]
    moves = [m for m in MOVE.findall(said) if m != "drop"]
    number = zlib.crc32(repr((moves, len(asked.rpartition("You are seat")[2]))).encode())
    if number % 7 == 0 and "not accepted" not in said:
        return "I have no idea."
    return f'I think about {moves}.\n{{"move": "{moves[number % len(moves)]}"}}'


def joined(messages):
    """Returns the contents of chat messages as one text."""
    return "\n".join(m["content"] for m in messages)


def game(name, seed, opponents=None, seat=0, answer=answer, table=None, **options):
    """Plays a game at a TextEnv and returns the table."""
    env = TextEnv(name, opponents=opponents, seat=seat, **(table or TABLE[name]) | options)
    env.reset(seed=seed)
    while env.seat is not None:
        env.act(answer(joined(env.transcripts[env.seat].messages)))
    return env
