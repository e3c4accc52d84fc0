"""OpenSpiel's gin_rummy shows the knocker the hand of the defender, who has not yet shown it."""

import random

import pyspiel
from open_spiel.python.observation import make_observation

rng = random.Random(1)
game = pyspiel.load_game("gin_rummy")
observer = make_observation(game)
sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
decisions = in_struct = in_tensor = resampled = 0
while decisions < 60:
    state = game.new_initial_state()
    while not state.is_terminal() and decisions < 60:
        actions = state.legal_actions()
        if state.current_phase() == pyspiel.gin_rummy.Phase.LAYOFF:
            defender = state.current_player()
            knocker, hand = 1 - defender, sorted(state.hands()[defender])
            decisions += 1
            in_struct += sorted(state.to_observation_struct(knocker).hands[defender]) == sorted(
                map(utils.card_string, hand)
            )
            observer.set_from(state, knocker)
            in_tensor += observer.dict["private_hand"][defender].nonzero()[0].tolist() == hand
            resampled += sorted(state.resample_from_infostate(knocker, sampler).hands()[defender]) == hand
        state.apply_action(55 if 55 in actions else rng.choice(actions))
print(f"{decisions} decisions of the defender: its hand is in the knocker's observation struct {in_struct} times,")
print(f"in the knocker's tensor {in_tensor} times, and in a state resampled for the knocker {resampled} times")
