"""The games of which there are pages."""

SHORT = "--game gin --preset openspiel --agents random-unmelded,simple"
"""A short game, as arguments of collect."""

GAMES = {
    "gin-match": "--game gin-match --preset uk --target 25 --agents sigra,simple --seed 4",
    "gin-hand": "--game gin --preset openspiel --agents simple,simple --seed 9",
    "indian-two": "--agents min-dist,min-score --seed 7",
    "indian-six": f"--preset club --seats 6 --agents {','.join(['min-dist:drop=3', 'min-score'] * 3)} --seed 1",
    "indian-reshuffle": f"--preset club --seats 6 --agents {','.join(['min-dist'] * 6)} --seed 3",
}
"""The games of the pages, as arguments of collect: one game of each."""

KINDS = {
    "gin-match": {"knock", "meld", "lay-off", "score"},
    "gin-hand": {"knock", "meld", "lay-off", "pass"},
    "indian-two": {"declare", "score"},
    "indian-six": {"drop", "declare"},
    "indian-reshuffle": {"reshuffle"},
}
"""The kinds of events for which a game is here."""
