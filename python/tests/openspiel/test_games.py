"""The games of this package in OpenSpiel."""

import collections
import copy
import itertools
import json
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from playouts import playout

import rummygym
from rummygym.openspiel import games

GAMES = {
    "rummygym_gin": {},
    "rummygym_gin(preset=eaai,rules=knock-limit:7)": {
        "preset": "eaai",
        "rules": {"knock-limit": 7},
    },
    "rummygym_indian": {},
    "rummygym_indian(rules=seats:3,fields=own-cards)": {"rules": {"seats": 3}, "fields": "own-cards"},
}
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)
stays = {"drop"}  # nobody drops, so that games last


def longer(state):
    """Returns no action, or one of the legal actions but dropping."""
    if not state.get_game().get_type().short_name.endswith("indian"):
        return None
    return random.Random(str(state.history())).choice(
        [a for a in state.legal_actions() if state.action_to_string(a) not in stays]
    )


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_simulates_them(name):
    """Chance, clones, legal actions, serialization, tensors and returns, as OpenSpiel checks its own games."""
    pyspiel.random_sim_test(pyspiel.load_game(name), 2, True, False)


@pytest.mark.parametrize("name", GAMES)
def test_python_simulation(name):
    """The same from Python, with pickle."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_games_of_tables(name, rng):
    """The bytes of a seed deal what Tables.reset deals, and the same actions lead to the same masks, observations and points."""
    game = pyspiel.load_game(name)
    short, options = name.partition("(")[0], GAMES[name]
    preset = {"preset": "openspiel"} if short == "rummygym_gin" else {}
    for seed in (0, 2**64 - 1, rng.getrandbits(64)):
        with rummygym.Tables(
            short.removeprefix("rummygym_"), autoreset="disabled", max_steps=1000, **(preset | options)
        ) as tables:
            assert game.num_distinct_actions() == tables.spec.num_actions and game.num_players() == tables.spec.seats
            tables.reset(seed)
            state = game.new_initial_state()
            for byte in seed.to_bytes(8, "big"):
                assert state.is_chance_node()
                state.apply_action(byte)
            while not state.is_terminal():
                assert state.current_player() == tables.players[0]
                assert state.legal_actions() == tables.masks[0].nonzero()[0].tolist()
                assert state.legal_actions_mask() == tables.masks[0].tolist()
                for seat in range(game.num_players()):
                    np.testing.assert_array_equal(state.observation_tensor(seat), tables.observe(0, seat))
                    assert state.observation_string(seat) == tables.text(0, seat)
                action = longer(state) or rng.choice(state.legal_actions())
                assert state.action_to_string(action) == tables.spec.actions[action]
                assert state.string_to_action(state.action_to_string(action)) == action
                state.apply_action(action)
                tables.step([action])
            assert tables.players[0] < 0
            if tables.terminated[0]:
                assert state.returns() == tables.outcomes[0, 3:].tolist()
            assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", GAMES)
def test_information_states(name, rng):
    """A seat's information state is what it saw, from the deal on, and nothing else."""
    whole = pyspiel.load_game(name)
    game = pyspiel.load_game(whole.get_type().short_name, whole.get_parameters() | {"max_steps": 60})
    for _ in range(3):
        before = [""] * game.num_players()

        def check(state, before=before):
            for seat in range(game.num_players()):
                now = state.information_state_string(seat)
                assert now.startswith(before[seat])  # perfect recall
                before[seat] = now
                for event in map(json.loads, now.splitlines()):
                    if event["type"] == "deal":
                        assert [h is None for h in event["hands"]] == [p != seat for p in range(game.num_players())]
                        assert not {"stock", "key"} & event.keys()
                    if event["type"] == "draw" and event["from"] == "stock":
                        assert ("card" in event) == (event["seat"] == seat)
            return longer(state)

        playout(game.new_initial_state(), rng, check)


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states(name, rng):
    """A resampled state shows the seat the same and hides other cards, and the game goes on in it."""
    game = pyspiel.load_game(name)
    for until in (10, 18, 31):
        state = playout(game.new_initial_state(), rng, longer, until=lambda s, n=until: s.move_number() >= n)
        if state.is_terminal():
            continue
        for seat in range(game.num_players()):
            worlds = [state.resample_from_infostate(seat, SAMPLER) for _ in range(4)]
            worlds.append(worlds[0].resample_from_infostate(seat, SAMPLER))
            for world in worlds:
                assert world.information_state_string(seat) == state.information_state_string(seat)
                assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert world.observation_tensor(seat) == state.observation_tensor(seat)
                assert world.observation_string(seat) == state.observation_string(seat)
                assert world.current_player() == state.current_player()
                assert world.history()[8:] == state.history()[8:]
                assert str(pickle.loads(pickle.dumps(world))) == str(world)
            assert len({str(w) for w in [state, *worlds]}) > 4
            end = playout(worlds[1].clone(), rng, longer)
            assert sum(end.returns()) == 0 and not worlds[1].is_terminal()


def test_resampling_does_not_read_hidden_cards(rng):
    """Two states that a seat cannot tell apart are resampled into the same."""
    game = pyspiel.load_game("rummygym_gin(preset=eaai)")
    state = playout(game.new_initial_state(), rng, until=lambda s: s.move_number() >= 20)
    seat, place = state.current_player(), state._place
    position = place.tell(state._at.deal, state._at.moves).position(0, seat, history="all")
    saved = place.sample(state._at.deal, state._at.moves, seat, 5)
    with rummygym.Tables("gin", preset="eaai", record=True, autoreset="disabled") as other:
        other.reset(99)
        other.set_position(0, position, 12, history="all")
        assert other.show(0)["text"] != place.go(state._at.deal, state._at.moves).show(0)["text"]
        assert (
            other.position(0, seat, history="all") == position
        )  # another state, which the seat cannot tell from this one
        other.reset(0)
        other.set_position(0, position, 5, history="all")
        place.go(saved, ())
        assert other.show(0)["text"] == place.table.show(0)["text"]


def test_clones_are_independent(rng):
    game = pyspiel.load_game("rummygym_gin")
    state = playout(game.new_initial_state(), rng, until=lambda s: s.move_number() >= 15)
    for copied in (
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
    ):
        text = str(state)
        assert str(copied) == text and copied.history() == state.history()
        playout(copied, rng)
        assert str(state) == text


def test_is_mcts_plays(rng):
    """OpenSpiel's information set MCTS, which needs resampling, plays both games."""
    for name in ("rummygym_gin", "rummygym_indian"):
        game = pyspiel.load_game(name)
        bot = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
            100.0,
            5,
            random_state=np.random.RandomState(2),
        )
        asked = []

        def choose(state, bot=bot, asked=asked):
            if state.current_player() != 0 or len(asked) >= 4:
                return longer(state)
            asked.append(bot.step(state))
            return asked[-1]

        state = playout(game.new_initial_state(), rng, choose)
        assert len(asked) == 4 or state.is_terminal()


def test_outcome_sampling_runs(rng):
    """MCCFR by outcome sampling visits information states of the full game."""
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("rummygym_gin"))
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 20


def test_reinforcement_learning_environment():
    env = rl_environment.Environment("rummygym_gin")
    env.seed(3)
    step = env.reset()
    while not step.last():
        player = step.current_player()
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_refuses():
    for text, message in {
        "rummygym_gin(preset=bridge)": "bridge",
        "rummygym_gin(rules=knock-limit)": "want options such as knock-limit:7",
        "rummygym_gin(rules=knock-limit:700)": "knock-limit is 700",
        "rummygym_gin(max_steps=0)": "max_steps is 0",
    }.items():
        with pytest.raises(rummygym.ConfigError, match=message):
            pyspiel.load_game(text)
    state = pyspiel.load_game("rummygym_gin").new_initial_state()
    with pytest.raises(ValueError, match="nothing to sample"):
        state.resample_from_infostate(0, SAMPLER)
    playout(state, random.Random(1), until=lambda s: True)
    with pytest.raises(ValueError, match="knock is not legal: the legal actions are draw upcard, pass"):
        state.apply_action(games.GinRummyGame().spec.actions.index("knock"))


def test_a_process_ends_well():
    """Python ends without a complaint, and the package alone does not import OpenSpiel."""
    script = "import sys, rummygym; assert 'pyspiel' not in sys.modules; import rummygym.openspiel, pyspiel; s = pyspiel.load_game('rummygym_gin').new_initial_state(); print(s)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "chance:\n", "")


SMALL = {
    "hand-size": 3,
    "ranks": 4,
    "suits": 2,
    "jokers": 0,
    "wildcard": "none",
    "recycling": "none",
    "requirement": "any-melds",
    "max-rounds": 1,
}


def small(rules=SMALL):
    """A small game in which chance is explicit: two hands of three cards of a pack of eight."""
    text = " ".join(f"{name}:{value}" for name, value in rules.items())
    return pyspiel.load_game("rummygym_indian", {"chance": "cards", "fields": "own-cards", "rules": text})


def states(state, probability=1.0):
    """Yields every state that can follow, with the probability of what chance did."""
    yield state, probability
    if not state.is_terminal():
        moves = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        for action, p in moves:
            yield from states(state.child(action), probability * p)


def test_explicit_chance(rng):
    """Deals have equal probabilities, each once; a draw from the stock is a card that nobody has."""
    game = small()
    pyspiel.random_sim_test(game, 5, True, False)
    deals = {}

    def deal(state, p):
        if state.is_chance_node():
            for card, q in state.chance_outcomes():
                deal(state.child(card), p * q)
        else:
            deals[tuple(state.information_state_string(seat) for seat in (0, 1))] = p

    deal(game.new_initial_state(), 1.0)
    assert len(deals) == 56 * 10 * 2 and set(np.round(list(deals.values()), 12)) == {round(1 / 1120, 12)}
    state = playout(game.new_initial_state(), rng, until=lambda s: True)
    reached = list(states(state))
    assert len(reached) > 30
    drawn = [s for s, _ in reached if s.is_chance_node()]
    assert drawn
    for s in drawn:
        assert sum(p for _, p in s.chance_outcomes()) == 1
        assert all(not s.child(card).is_chance_node() for card, _ in s.chance_outcomes())


def test_equal_cards():
    """Deals of a pack with equal cards are there once, with the probability of all that look the same."""
    found = {}

    def deal(state, p):
        if state.is_chance_node():
            for card, q in state.chance_outcomes():
                deal(state.child(card), p * q)
        else:
            hands = [json.loads(state.information_state_string(seat).splitlines()[0]) for seat in (0, 1)]
            key = *(" ".join(event["hands"][seat]) for seat, event in enumerate(hands)), hands[0]["upcard"]
            assert key not in found
            found[key] = p

    game = pyspiel.load_game("rummygym_indian", {"preset": "tiny", "chance": "cards", "fields": "own-cards"})
    deal(game.new_initial_state(), 1.0)
    pack = ["AC", "AC", "2C", "2C", "3C", "3C", "4C", "4C"]
    want = collections.Counter()
    for order in itertools.permutations(range(8), 7):
        first, second = sorted(order[:3]), sorted(order[3:6])
        key = *(" ".join(pack[c] for c in hand) for hand in (first, second)), pack[order[6]]
        want[key] += 1 / 40320
    assert found == pytest.approx(want) and len(found) == 148


def test_full_packs_deal_by_cards(rng):
    """Chance by cards plays full games too, and refuses rules that skip cards."""
    game = pyspiel.load_game("rummygym_gin(chance=cards)")
    pyspiel.random_sim_test(game, 1, True, False)
    state = playout(game.new_initial_state(), rng, until=lambda s: s.move_number() > 30)
    assert state.history()[:21] != state.resample_from_infostate(0, SAMPLER).history()[:21]
    with pytest.raises(rummygym.ConfigError, match="the rules replace JK"):
        pyspiel.load_game("rummygym_indian(preset=released,chance=cards)")


def test_outcome_sampling_on_a_small_game():
    """MCCFR finds the information sets of a small game."""
    np.random.seed(2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(small())
    for _ in range(20):
        solver.iteration()
    policy = solver.average_policy()
    state = playout(small().new_initial_state(), random.Random(2), until=lambda s: True)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "entries", "rows"),
    [
        ("rummygym_gin(preset=tiny)", 910, 12),
        ("rummygym_gin(preset=small,rules=melding:chosen laying-off:chosen)", 910, 18),
        ("rummygym_indian(preset=tiny)", 671, 4),
        ("rummygym_indian(preset=small,max_steps=6)", 671, 6),
        ("rummygym_gin", 910, 618),
        ("rummygym_gin_match", 934, 1000),
    ],
)
def test_tensors_have_as_many_rows_as_a_game_has_moves(name, entries, rows):
    game = pyspiel.load_game(name)
    assert game.information_state_tensor_size() == entries + 3 * rows
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    longest = 0
    for seed in range(60):
        state = playout(game.new_initial_state(), random.Random(seed)) if rows < 100 else None
        if state:
            kinds = [json.loads(e).get("type") for e in state.information_state_string(0).splitlines()]
            longest = max(longest, sum(kind in games.EVENTS for kind in kinds))
            observer.set_from(state, 0)
            assert np.count_nonzero(observer.dict["events"][:, 0]) == min(rows, sum(k in games.EVENTS for k in kinds))
    assert longest <= rows
