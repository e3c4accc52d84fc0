"""OpenSpiel's gin_rummy does not allow some knocks: the deadwood of 11 cards is not that after the best discard."""

import pyspiel

utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
number = {utils.card_string(c): c for c in range(52)}
for knock_card, cards in (10, "6s 7s Ac 4c 7c 5d 6d 7d 8d 6h 7h"), (0, "As 2s Ac 2c 6c 7c 8c 2d Ah 2h 3h"):
    state = pyspiel.load_game("gin_rummy", {"knock_card": knock_card}).new_initial_state()
    hand = [number[c] for c in cards.split()]
    others = [c for c in range(52) if c not in hand][:10]
    for card in [*hand[:10], *others, hand[10]]:
        state.apply_action(card)
    state.apply_action(52)  # draws the upcard, the last card above
    best = min(utils.min_deadwood([c for c in hand if c != discard]) for discard in hand)
    print(
        f"{cards}: {utils.min_deadwood(hand)} by OpenSpiel, {best} after the best discard; limit {knock_card};", end=" "
    )
    print("a knock is", "legal" if 55 in state.legal_actions() else "not legal")
