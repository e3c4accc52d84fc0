"""OpenSpiel's gin_rummy allows two lay-offs at an end of a run, and no third."""

import pyspiel

utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
number = {utils.card_string(c): c for c in range(52)}
state = pyspiel.load_game("gin_rummy").new_initial_state()
knocker, defender = "3s 4s 5s Kc Kd Kh Ac Ad Ah 2d", "6s 7s 8s 9s 2c 4c 6c Tc 4d 6d"
for card in [*knocker.split(), *defender.split(), "Qd"]:
    state.apply_action(number[card])
named = {state.action_to_string(0, a).rpartition(": ")[2]: a for a in range(241)}
for move in ("Draw upcard", "Knock", "Qd", "3s4s5s", "KcKdKh", "AcAdAh", "Pass", "6s", "7s"):
    state.apply_action(named[move])
print(
    "after 6s and 7s on 3s 4s 5s the defender may:",
    ", ".join(name for name, a in named.items() if a in state.legal_actions()),
)
