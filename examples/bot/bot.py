"""A bot for the protocol of docs/protocol.md. It discards the highest card that it can.

rummygym tournament --game gin --agents simple,'exec:python examples/bot/bot.py' --games 100
"""

import json
import sys

RANKS = "A23456789TJQK"  # a card is its rank and its suit, such as KD


def choose(legal: list[str]) -> str:
    """Return the legal action that discards the highest card, or the last legal action."""
    cards = [name for name in legal if len(name) == 2 and name[0] in RANKS]
    return max(cards, key=lambda name: RANKS.index(name[0]), default=legal[-1])


def main() -> None:
    """Answer the lines of the engine until the end of the input."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "highest card", "tables": 64}
        elif message["type"] == "act":
            action = choose(message["legal"])
            answer = {"type": "act", "table": message["table"], "action": action}
        else:
            continue  # the end of a game at one table
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
