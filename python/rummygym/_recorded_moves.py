"""Plays games again by the protocol of docs/protocol.md, for ``rummygym.arena.record``.

The argument names a JSON file: for each game, in the order in which they are played, the list of
the actions of the seat, as numbers.
"""

import json
import sys


def main() -> None:
    """Answer the lines of the engine until the end of the input."""
    with open(sys.argv[1], encoding="utf-8") as file:
        games = iter(json.load(file))
    moves = iter(next(games))
    names = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            names = message["actions"]
            answer = {"type": "hello", "protocol": 1, "name": "recorded moves"}
        elif message["type"] == "act":
            answer = {"type": "act", "table": message["table"], "action": names[next(moves)]}
        else:
            moves = iter(next(games, []))
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
