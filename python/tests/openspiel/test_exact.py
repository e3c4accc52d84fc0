"""Exact values and NashConv of the small presets, by OpenSpiel and by a linear program that shares no code with ``rummygym exploit``."""

import json
import pathlib
import subprocess

import numpy as np
import pyspiel
import pytest
import scipy.optimize
import scipy.sparse
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import exploitability

import rummygym
import rummygym.openspiel

#: The values of seat 0 in points, with which a test of internal/train/equilibrium compares its own.
VALUES = json.loads((pathlib.Path(__file__).parents[3] / "internal/train/equilibrium/testdata/values.json").read_text())


def tiny(game):
    return pyspiel.load_game(f"rummygym_{game}", {"preset": "tiny", "chance": "cards", "fields": "own-cards"})


class SequenceForm:
    """A game in sequence form, numbered by the information states of its states.

    Attributes:
        sequences: For each seat the numbers of its choices by information state and action; 0 is the empty sequence.
        parents: For each seat, by information set, the sequence before it and those that it begins.
        payoffs: Gains of seat 0 by sequences, times the probability of chance.
    """

    def __init__(self, game):
        self.sequences = [{(): 0}, {(): 0}]
        self.parents = [{}, {}]
        self.payoffs = {}
        self._visit(game.new_initial_state(), (0, 0), 1.0)

    def _visit(self, state, at, probability):
        if state.is_terminal():
            self.payoffs[at] = self.payoffs.get(at, 0.0) + probability * state.returns()[0]
        elif state.is_chance_node():
            for action, p in state.chance_outcomes():
                self._visit(state.child(action), at, probability * p)
        else:
            seat = state.current_player()
            known = state.information_state_string()
            parent, choices = self.parents[seat].setdefault(known, (at[seat], []))
            assert parent == at[seat]  # perfect recall
            for action in state.legal_actions():
                numbers = self.sequences[seat]
                choice = numbers.setdefault((known, action), len(numbers))
                if choice == len(numbers) - 1 and choice not in choices:
                    choices.append(choice)
                self._visit(state.child(action), (choice, at[1]) if seat == 0 else (at[0], choice), probability)

    def constraints(self, seat):
        """Returns E and e of E x = e, which the probabilities x of the sequences of a seat fulfil."""
        rows, columns, values = [0], [0], [1.0]
        for row, (parent, choices) in enumerate(self.parents[seat].values(), 1):
            rows += [row] * (1 + len(choices))
            columns += [parent, *choices]
            values += [-1.0] + [1.0] * len(choices)
        shape = 1 + len(self.parents[seat]), len(self.sequences[seat])
        right = np.zeros(shape[0])
        right[0] = 1
        return scipy.sparse.csr_array((values, (rows, columns)), shape), right

    def value(self):
        """Returns the value of seat 0 (koller1996sequence): max e1.v over x and v with E0 x = e0, x >= 0 and E1' v <= A' x."""
        places = np.array(list(self.payoffs))
        a = scipy.sparse.csr_array((list(self.payoffs.values()), places.T), [len(s) for s in self.sequences])
        (e0, right0), (e1, right1) = self.constraints(0), self.constraints(1)
        solution = scipy.optimize.linprog(
            np.concatenate([np.zeros(a.shape[0]), -right1]),
            A_ub=scipy.sparse.hstack([-a.T, e1.T]),
            b_ub=np.zeros(a.shape[1]),
            A_eq=scipy.sparse.hstack([e0, scipy.sparse.csr_array((e0.shape[0], e1.shape[0]))]),
            b_eq=right0,
            bounds=[(0, None)] * a.shape[0] + [(None, None)] * e1.shape[0],
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        assert solution.success, solution.message
        return -solution.fun


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_linear_program(game, request):
    """The recorded values are those of a linear program over the tree of OpenSpiel, which has as many information sets."""
    if game == "gin" and not request.config.getoption("long"):
        pytest.skip("a minute: --long")
    form = SequenceForm(tiny(game))
    assert [len(p) for p in form.parents] == {"indian": [252, 1224], "gin": [11510, 9310]}[game]
    assert form.value() == pytest.approx(VALUES[f"{game} tiny"], abs=1e-9)


class Played(openspiel_policy.Policy):
    """An agent whose choices follow from what its seat knows, as a policy of OpenSpiel.

    It is asked at all decisions of its seat since the deal, in order, because it may remember them.
    """

    def __init__(self, game, agent):
        super().__init__(game, range(game.num_players()))
        self.agent, self.answers = rummygym.Agent(agent), {}
        spec = game.spec
        self.table = rummygym.Tables(spec.game, preset=spec.preset, autoreset="disabled", max_steps=spec.max_steps)
        self.table.reset(0)

    def action_probabilities(self, state, player_id=None):
        key = state.information_state_string()
        if key not in self.answers:
            self.table.deal(0, state._at.deal)
            for move in (*state._at.moves, None):
                if self.table.players[0] == state.current_player():
                    (answer,) = self.agent.act(self.table)
                if move is not None:
                    self.table.step([move])
            self.answers[key] = int(answer)
        return {self.answers[key]: 1.0}


@pytest.mark.parametrize(
    ("game", "agents"),
    [("indian", ["min-dist", "min-score", "min-dist-opp"]), ("gin", ["random", "sigra", "medium", "stubborn"])],
)
def test_nash_conv(game, agents, binary, request):
    """OpenSpiel's NashConv of agents, which is twice its exploitability, is that of ``rummygym exploit``."""
    if game == "gin" and not request.config.getoption("long"):
        pytest.skip("minutes: --long")
    command = [binary, "exploit", "--game", game, "--preset", "tiny", "--format", "json", *agents]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    played = tiny(game)
    for ours in json.loads(done.stdout)["agents"]:
        uniform = ours["agent"] == "random"  # that of Gin Rummy
        policy = openspiel_policy.UniformRandomPolicy(played) if uniform else Played(played, ours["agent"])
        assert exploitability.nash_conv(played, policy) == pytest.approx(ours["nashconv"], abs=1e-6)
