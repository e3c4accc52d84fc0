"""OpenSpiel's gin_rummy with small parameters: positions without a legal action, and chance nodes without outcomes."""

import collections
import random

import pyspiel

for parameters in (
    {"num_ranks": 4, "num_suits": 2, "hand_size": 2, "knock_card": 4},
    {"num_ranks": 3, "num_suits": 3, "hand_size": 3},
):
    game = pyspiel.load_game("gin_rummy", parameters)
    rng, ends = random.Random(1), collections.Counter()
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal() and state.legal_actions():
            state.apply_action(rng.choice(state.legal_actions()))
        stuck = "no outcome of chance" if state.is_chance_node() else f"no legal action in {state.current_phase()}"
        ends["the end" if state.is_terminal() else stuck] += 1
    print(f"{game}: 200 random hands led to", ", ".join(f"{what} {n} times" for what, n in sorted(ends.items())))
