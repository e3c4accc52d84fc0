"""Games of OpenSpiel played to a position."""


def playout(state, rng, choose=None, until=lambda state: False):
    """Plays a state of OpenSpiel on to the end, or until a condition holds at a decision. ``choose(state)`` returns an action, or None for a random one."""
    while not state.is_terminal():
        chance = state.is_chance_node()
        if not chance and until(state):
            break
        action = None if chance or choose is None else choose(state)
        state.apply_action(rng.choice(state.legal_actions()) if action is None else action)
    return state
