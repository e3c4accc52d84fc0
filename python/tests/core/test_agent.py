"""Agents of the engine as values: they answer as opponents of the engine play, and move nothing."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from rummygym import Agent, ClosedError, ConfigError, Tables

GAMES = {
    "indian": ("indian", {}, ["min-dist-opp", "random", "learned:standard"]),
    "gin": ("gin", {}, ["simple", "sigra", "search:rollouts=12,playout=simple"]),
    "match": ("gin-match", {"rules": {"target": 20}}, ["random", "late-knock"]),
    "four": ("indian", {"preset": "club", "rules": {"seats": 4}}, ["min-dist"]),
}
CASES = [(name, spec.replace(",", ":")) for name, (_, _, specs) in GAMES.items() for spec in specs]


@pytest.mark.parametrize(("name", "spec"), CASES)
def test_plays_as_an_opponent(name, spec):
    game, options, _ = GAMES[name]
    teacher, mover = Agent(spec, game, **options), Agent(spec)
    with Tables(game, num_envs=5, opponents=spec, **options) as a, Tables(game, num_envs=5, **options) as b:
        games = []
        for tables in (a, b):
            tables.reset(seed=4)
            ended = {}
            while len(ended) < 5:
                hint = teacher.act(tables)  # it is asked at every decision, and does not change what the mover does
                actions = mover.act(tables)
                np.testing.assert_array_equal(hint, actions)
                assert (actions[tables.players >= 0] >= 0).all()
                tables.step(actions)
                for i in np.flatnonzero(tables.terminated):
                    ended.setdefault(int(i), tables.outcomes[i].tolist())
            games.append(ended)
        assert games[0] == games[1]


def test_an_answer_by_a_seed_follows_from_the_observation():
    agent = Agent("random", "gin")
    with Tables("gin", num_envs=64) as tables:
        tables.reset(seed=1)
        rng = np.random.default_rng(5)
        for step in range(30):
            before = tables.save()
            answer = agent.act(tables, seed=step)
            agent.act(tables)
            for i in range(0, 64, 7):
                if tables.players[i] >= 0:
                    tables.redeal(i, int(tables.players[i]), seed=step)
            np.testing.assert_array_equal(answer, agent.act(tables, seed=step))
            chosen = rng.random(64) < 0.5
            np.testing.assert_array_equal(
                np.where(chosen, answer, -1), Agent("random").act(tables, seed=step, chosen=chosen)
            )
            if step == 0:
                assert (answer != agent.act(tables, seed=99)).any()
            tables.load(before)
            tables.step(tables.sample(rng))


def test_tables_do_not_move():
    agent = Agent("search:rollouts=8")
    with Tables("gin", num_envs=3) as tables, Tables("gin", num_envs=3) as others:
        for t in (tables, others):
            t.reset(seed=2)
        for _ in range(25):
            agent.act(tables)
            assert tables.save() == others.save()
            for t in (tables, others):
                t.step(t.masks.argmax(axis=1))
            np.testing.assert_array_equal(tables.observations, others.observations)


def test_memory_ends_with_the_episode():
    """A position that was loaded or dealt again is a new episode to the agent."""
    agent = Agent("random")
    with Tables("gin", num_envs=9) as tables:
        tables.reset(seed=3)
        start = tables.save()
        first = [agent.act(tables) for _ in range(3)]
        assert not all((first[0] == x).all() for x in first)  # asked again, it draws again
        tables.load(start)
        for x in first:
            np.testing.assert_array_equal(agent.act(tables), x)


def test_environments():
    agent = Agent("simple")
    env = gymnasium.make("rummygym/GinRummy-v1", opponents="random")
    env.reset(seed=1)
    total, over = 0, False
    while not over:
        _, reward, over, truncated, _ = env.step(int(agent.act(env)[0]))
        total += reward
        assert not truncated
    assert total > 0
    envs = gymnasium.make_vec("rummygym/GinRummy-v1", num_envs=3)
    envs.reset(seed=1)
    assert agent.act(envs).shape == (3,)


def test_copies_have_no_memory_but_the_same_name():
    agent = Agent("random", "indian")
    for other in (copy.copy(agent), copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert repr(other) == repr(agent) == "rummygym.Agent('random')"
        with Tables("indian", num_envs=4) as t:
            t.reset(seed=1)
            np.testing.assert_array_equal(other.act(t, seed=1), agent.act(t, seed=1))


def test_wrong_arguments():
    for spec, options, want in [
        (5, {}, "spec is 5"),
        (None, {}, "spec is None"),
        ("simple", {"game": "indian"}, 'no agent "simple"'),
        ("simple:", {"game": "gin"}, "simple"),
        ("simple", {"game": "chess"}, "chess"),
        ("simple", {"preset": "eaai"}, "give the game too"),
        ("exec:{true}", {"game": "gin"}, "external program"),
    ]:
        with pytest.raises(ConfigError, match=want):
            Agent(spec, **options)
    agent = Agent("simple")
    with Tables("gin", num_envs=2) as tables, Tables("indian") as indian:
        for t in (tables, indian):
            with pytest.raises(ConfigError, match="reset first" if t is tables else "no agent"):
                agent.act(t)
            t.reset(seed=1)
        for given, options, want in [
            (indian, {}, "no agent"),
            (tables.observations, {}, "rummygym.policy"),
            (None, {}, "want Tables"),
            (tables, {"chosen": [True]}, "chosen is bool"),
            (tables, {"chosen": 5}, "chosen is int64"),
            (tables, {"seed": -1}, "seed is -1"),
            (tables, {"seed": "x"}, "seed is 'x'"),
        ]:
            with pytest.raises(ConfigError, match=want):
                agent.act(given, **options)
        with pytest.raises(ConfigError, match="NUL"):
            Agent("simple\0").act(tables)
    with pytest.raises(ClosedError):
        agent.act(tables)
