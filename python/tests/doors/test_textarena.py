"""The games in TextArena."""

import pytest
import script
import textarena as ta
from gymnasium.error import ResetNeeded

import rummygym.text.textarena  # noqa: F401, registers the games

NAMES = {"gin": "GinRummy-v0", "indian": "IndianRummy-v0"}


def play(name, seed, opponents=None, answer=script.answer, table=None):
    """Plays a game and returns the environment, its rewards and its game_info."""
    env = ta.make(NAMES[name], opponents=opponents, **(table or script.TABLE[name]))
    env.reset(num_players=1 if opponents else 2, seed=seed)
    done = False
    while not done:
        _, text = env.get_observation()
        done, _ = env.step(answer(text))
    return env, *env.close()


def records(name, seeds, opponents, answer, table):
    """Returns the records of games."""
    return [play(name, seed, opponents, answer, table)[0].table.record() for seed in seeds]


def reward(table):
    """Returns the reward of a game against an agent."""
    return play("gin", 0, "simple", table=table)[1][0]


@pytest.mark.parametrize("opponents", [None, "simple"])
def test_rewards(opponents):
    for seed in range(4):
        env, rewards, info = play("gin", seed, opponents)
        result = env.table.result
        assert [info[p]["gain"] for p in rewards] == list(result.gains[: len(rewards)])
        assert all(r == (result.winner == p) - (result.winner == 1 - p) for p, r in rewards.items())
        assert not any(info[p]["invalid_move"] for p in rewards) and info[0]["turn_count"] > 0


def test_observations():
    """A player sees its own answers and why they are refused, and nothing that another player answered."""
    env = ta.make("GinRummy-v0-raw", retries=1)
    env.reset(num_players=2, seed=1)
    first, seen = env.get_observation()
    assert [kind.name for _, _, kind in seen] == ["PROMPT", "GAME_BOARD"]
    assert env.table.spec.rules_text.strip() in seen[0][1] and seen[1][1] == env.table.observe()
    assert env.step("My secret is 7H.") == (False, {"move": None, "invalid": "no-move", "fallback": False})
    same, seen = env.get_observation()
    assert same == first and [kind.name for _, _, kind in seen] == ["PLAYER_ACTION", "GAME_ADMIN"]
    assert seen[0][:2] == (first, "My secret is 7H.")
    done, info = env.step("pass")
    assert not done and info["move"] == "pass"
    second, seen = env.get_observation()
    assert second == 1 - first and "secret" not in str(seen)


def test_costs_of_decisions():
    env = ta.make("GinRummy-v0-raw", judge="deadwood", opponents="simple", **script.TABLE["gin"])
    env.reset(num_players=1, seed=1)
    done, costs, turns = False, [], 0
    while not done:
        done, info = env.step(env.table.legal[turns % len(env.table.legal)])
        turns += 1
        costs += [info["cost"]] if "cost" in info else []
    _, info = env.close()
    assert info[0]["mean_cost"] == sum(costs) / len(costs) > 0 and info[0]["judged"] == len(costs)


def test_forfeit():
    env = ta.make("GinRummy-v0-raw", retries=0)
    env.reset(num_players=2, seed=1)
    loser, _ = env.get_observation()
    assert env.step("I resign.")[0]
    rewards, info = env.close()
    assert rewards == {loser: -1, 1 - loser: 1}
    assert info[loser]["invalid_move"] and info[loser]["reason"] == "forfeit" and not info[1 - loser]["invalid_move"]
    with pytest.raises(ValueError, match="num_players is 3: want 2"):
        env.reset(num_players=3)


def test_a_reset_begins_a_new_conversation():
    env = ta.make("GinRummy-v0")
    seen = []
    for _ in range(2):
        env.reset(num_players=2, seed=1)
        seen.append(env.get_observation())
        env.step("pass")
        env.get_observation()
    assert seen[0] == seen[1]


def test_one_text_is_that_of_textarena():
    """Over the messages of the game with ``-raw``, and when a player observes twice."""
    envs = [ta.make("GinRummy-v0"), ta.wrappers.LLMObservationWrapper(ta.make("GinRummy-v0-raw"))]
    for env in envs:
        env.reset(num_players=2, seed=1)
    done, moves = False, 0
    while not done:
        same = [[env.get_observation() for env in envs] for _ in range(2)]
        assert all(ours == theirs for ours, theirs in same)
        done, moves = envs[0].step(script.answer(same[0][0][1]))[0], moves + 1
        envs[1].step(script.answer(same[0][1][1]))
        done |= moves == 60
    assert envs[0].full_observations == envs[1].full_observations


def test_a_game_that_ends_before_the_first_decision():
    """The opponent drops at once. TextArena asks for an answer all the same, which plays nothing."""
    env = ta.make("IndianRummy-v0", opponents="min-dist:drop=1", seat=1)
    env.reset(num_players=1, seed=1)
    env.get_observation()
    assert env.step("drop") == (True, {"move": None, "invalid": None, "fallback": False})
    rewards, info = env.close()
    assert rewards == {0: 1} and info[0]["gain"] == 20 and info[0]["turn_count"] == 0
    with pytest.raises(ResetNeeded):
        env.step("drop")
