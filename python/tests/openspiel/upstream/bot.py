"""OpenSpiel's bot for gin_rummy declares no melds when the opponent has gone gin, and so pays for them."""

import collections
import random

import pyspiel

game = pyspiel.load_game("gin_rummy", {"knock_card": 0})  # all knocks are gin
utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
rng = random.Random(1)
first, points = collections.Counter(), 0
while first.total() < 100:
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in range(2)]
    state = game.new_initial_state()
    answered = False
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        player = state.current_player()
        action = bots[player].step(state)
        if state.current_phase() == pyspiel.gin_rummy.Phase.LAYOFF and not answered:
            answered, hand = True, state.hands()[player]
            can = any(a >= 56 for a in state.legal_actions())
            first[
                "declares a meld" if action >= 56 else "passes, and has a meld" if can else "passes, and has none"
            ] += 1
            points += utils.total_card_value(hand) - utils.min_deadwood(hand)
        state.apply_action(action)
print(
    "100 times that the bot's opponent went gin, the bot",
    "; ".join(f"{what}: {n}" for what, n in sorted(first.items())),
)
print(f"its melds would have saved it {points / 100:.1f} points a hand")
