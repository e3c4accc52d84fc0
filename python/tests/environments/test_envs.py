"""The single-agent environments: Gymnasium's check_env, seeds, copies, options."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gamecases import IDS, every_option_set
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

import rummygym
from rummygym import ConfigError, Error, IllegalActionError, Tables, arena
from rummygym.policy import Policy
from rummygym.selfplay import SelfPlay
from rummygym.spec import Spec, games


def legal(info: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def play(env: gymnasium.Env, steps: int, rng: np.random.Generator, info: dict[str, Any]) -> list[Any]:
    """Plays legal actions, with resets after ends, and returns the results of all calls."""
    results = []
    for _ in range(steps):
        result = env.step(legal(info, rng))
        info = result[4]
        results.append(result)
        if result[2] or result[3]:
            observation, info = env.reset()
            results.append((observation, info))
    return results


@every_option_set
def test_check_env(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL")  # all render modes are tried
    env = gymnasium.make(IDS[game], **options)
    assert env.unwrapped is env
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)
    assert "seat 0" in capsys.readouterr().out  # of render_mode human


@every_option_set
def test_play_stays_in_spaces(game: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(IDS[game], **options)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    ends = 0
    for _ in range(600):
        assert observation in env.observation_space
        assert info["action_mask"].any()
        assert (env.unwrapped.action_masks() == (info["action_mask"] == 1)).all()
        observation, reward, terminated, truncated, info = env.step(legal(info, rng))
        assert np.isfinite(reward)
        if terminated or truncated:
            ends += 1
            assert not info["action_mask"].any()
            assert observation in env.observation_space
            with pytest.raises(ResetNeeded):
                env.step(0)
            observation, info = env.reset()
    assert ends > 0 or game == "gin"
    if options.get("max_steps"):
        assert ends >= 10


@every_option_set
def test_dict_has_the_values_of_the_flat_observation(game: str, options: dict[str, Any]) -> None:
    by_name = gymnasium.make(IDS[game], **{**options, "masked": None, "observation": "dict"})
    flat = gymnasium.make(IDS[game], **{**options, "masked": None, "observation": "flat"})
    rng = np.random.default_rng(2)
    named, info = by_name.reset(seed=2)
    vector, _ = flat.reset(seed=2)
    for _ in range(60):
        joined = np.concatenate([np.ravel(v) for v in (named[f.name] for f in flat.unwrapped.table_spec.observation)])
        np.testing.assert_array_equal(joined.astype(np.float32), vector)
        action = legal(info, rng)
        named, _, terminated, truncated, info = by_name.step(action)
        vector = flat.step(action)[0]
        if terminated or truncated:
            named, info = by_name.reset()
            vector, _ = flat.reset()


@every_option_set
def test_scaled_values_are_those_that_a_network_in_a_file_computes_with(game: str, options: dict[str, Any]) -> None:
    """The same games in four forms, and at tables: each scaled number is the plain one divided by the scale of its field."""
    forms, options = ("flat", "scaled", "dict", "scaled-dict"), options | {"dtype": "float32"}
    envs = [gymnasium.make(IDS[game], **{**options, "masked": None, "observation": form}) for form in forms]
    spec = envs[0].unwrapped.table_spec
    assert envs[1].unwrapped.table_spec.form == "scaled" and spec.form == "flat"
    policy = Policy.new(spec, hidden=[])
    rng = np.random.default_rng(2)
    seen, infos = zip(*(env.reset(seed=2) for env in envs), strict=True)
    for _ in range(60):
        vector, scaled, by_name, scaled_by_name = seen
        assert scaled in envs[1].observation_space and scaled_by_name in envs[3].observation_space
        np.testing.assert_array_equal(scaled, spec.scale(vector))
        x = scaled @ policy.weights["policy.weight"].T + policy.weights["policy.bias"]
        np.testing.assert_allclose(x, policy.logits(vector), atol=1e-5)
        for f in spec.observation:
            assert scaled_by_name[f.name].dtype == np.float32
            assert scaled_by_name[f.name].shape == by_name[f.name].shape == f.shape
            np.testing.assert_array_equal(scaled_by_name[f.name].ravel(), scaled[f.slice])
        action = legal(infos[0], rng)
        seen, _, terminated, truncated, infos = zip(*(env.step(action) for env in envs), strict=True)
        if terminated[0] or truncated[0]:
            seen, infos = zip(*(env.reset() for env in envs), strict=True)
    assert all(space.shape for space in envs[2].observation_space.values())


PAPER_SUITS = [0, 2, 3, 1]  # clubs, hearts, spades, diamonds


def planes_of(spec: Spec, row: np.ndarray, cards: Spec) -> dict[str, np.ndarray]:
    """Returns what the form "cards" has of a plain observation, computed field by field from the names of planes and numbers."""
    kinds = cards.observation[0].shape[0]
    planes = {"cards": np.zeros((kinds, len(cards.card_planes))), "numbers": np.zeros(len(cards.numbers))}
    for form, parts in (("cards", cards.card_planes), ("numbers", cards.numbers)):
        for i, part in enumerate(parts):
            name, _, index = part.name.partition("[")
            f = spec.field(name)
            assert (part.low, part.high, part.doc) == (f.low, f.high, f.doc)
            x = row[f.slice].reshape(f.shape)
            x = x[tuple(int(k) for k in index.rstrip("]").split(","))] if index else x
            x = x / f.scale
            if name == "wild_rank":
                x = np.append(np.tile(x, 4), 0)
            if name in ("hand_matrix", "belief_matrix"):
                x = x[np.argsort(PAPER_SUITS)]
            planes[form][..., i] = x.ravel() if form == "cards" else x.item()
    return planes


@every_option_set
def test_planes_of_cards_are_the_scaled_fields(game: str, options: dict[str, Any]) -> None:
    """The same games flat and in planes, whose names and bounds say what each entry is."""
    given = {**options, "masked": None, "dtype": "float32"}
    flat, env = (gymnasium.make(IDS[game], **{**given, "observation": form}) for form in ("flat", "cards"))
    plain, spec = flat.unwrapped.table_spec, env.unwrapped.table_spec
    assert [f.name for f in spec.observation] == ["cards", "numbers"] and spec.form == "cards"
    assert spec == rummygym.describe(**spec.config)
    rng = np.random.default_rng(2)
    vector, _ = flat.reset(seed=2)
    seen, info = env.reset(seed=2)
    for _ in range(60):
        assert seen in env.observation_space
        want = planes_of(plain, vector, spec)
        for name, x in want.items():
            assert seen[name].dtype == np.float32
            np.testing.assert_allclose(seen[name], x, atol=1e-6)
        for what, acts in spec.card_actions.items():
            assert acts.shape == (spec.observation[0].shape[0],)
            words = {spec.actions[a] for a in acts.tolist()}
            assert len(words) == (1 if what == "take" else len(acts))
        assert seen["cards"][:, spec.plane(spec.top_plane)].sum() <= 1
        action = legal(info, rng)
        vector = flat.step(action)[0]
        seen, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            vector, _ = flat.reset()
            seen, info = env.reset()


def test_planes_at_tables_and_in_the_arena() -> None:
    """All arrays of tables have planes, and policies of the arena get them."""
    t = SelfPlay("gin", 3, autoreset="same-step", max_steps=60, observation="cards")
    k, f = t.spec.observation[0].shape
    t.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(120):
        t.step(t.sample(rng))
    assert t.final is not None and t.final.any()
    parts = t.spec.split(t.observe())
    assert parts["cards"].shape == (3, 2, k, f) and parts["numbers"].shape == (3, 2, len(t.spec.numbers))
    hand = t.spec.split(t.observations)["cards"][..., t.spec.plane("hand")]
    discard = t.masks[:, t.spec.card_actions["discard"]]
    assert not (discard & (hand == 0)).any()  # who discards, holds the card
    with pytest.raises(ConfigError, match=r"uint8.*its entries are float32"):
        Tables("gin", observation="cards", dtype="uint8")
    with pytest.raises(ConfigError, match="no field has an entry for each card"):
        Tables("gin", observation="cards", fields="counts")
    with pytest.raises(KeyError, match="there is no plane 'melds'"):
        t.spec.plane("melds")

    def act(seen: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        assert seen["cards"].shape[1:] == (k, f) and len(seen["numbers"]) == len(masks)
        return masks.argmax(axis=1)

    options: dict[str, Any] = {"game": "gin", "against": "random", "games": 4, "max_steps": 300}
    want = arena.evaluate(lambda o, m: m.argmax(axis=1), **options)
    assert arena.evaluate(act, observation="cards", **options) == want


@pytest.mark.parametrize("game", ["indian", "gin", "indian-match", "gin-match"])
def test_choices_are_legal_actions_with_what_they_lead_to(game: str) -> None:
    """Each row with an action has a legal one, and the fields of a row are described."""
    t = SelfPlay(game, 8, observation="actions", fields="cards,card", autoreset="same-step")
    spec = t.spec
    _, size = spec.field("after").shape
    assert size == sum(f.size for f in spec.after) and "cards" in spec.fields
    assert spec == rummygym.describe(**spec.config)
    t.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(100):
        seen = spec.split(t.observations)
        n = (seen["actions"] >= 0).sum(axis=1)
        assert n.min() > 0 and (seen["actions"] >= 0)[np.arange(8), n - 1].all()
        assert seen["after"].min() >= 0 and seen["after"].max() <= 1
        picked = rng.integers(n)
        actions = seen["actions"][np.arange(8), picked].astype(np.int64)
        assert t.masks[np.arange(8), actions].all()
        t.step(actions)
    other = t.observe(seat=int(1 - t.players[0]))[0] if spec.seats == 2 else None
    if other is not None:  # not to move: no choices
        assert (spec.split(other)["actions"] == -1).all()
    with pytest.raises(ConfigError, match=r"uint8.*its entries are float32"):
        Tables(game, observation="actions", dtype="uint8")


def test_choices_in_the_arena() -> None:
    """A policy that takes the last choice of each row."""

    def last(seen: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        rows = np.arange(len(masks))
        return seen["actions"][rows, (seen["actions"] >= 0).sum(axis=1) - 1].astype(np.int64)

    options: dict[str, Any] = {"observation": "actions", "fields": "cards", "games": 4, "max_steps": 300}
    assert arena.evaluate(last, game="gin", against="random", **options).rows[0].games == 4


@pytest.mark.parametrize("game", ["indian", "gin"])
def test_scaled_tables_and_matches(game: str) -> None:
    """A policy of scaled observations plays in the arena, and tables have them in all their arrays."""
    plain = SelfPlay(game, 3, fields="all", autoreset="same-step", max_steps=60)
    scaled = SelfPlay(game, 3, fields="all", autoreset="same-step", max_steps=60, observation="scaled")
    assert Tables(**scaled.spec.config).spec == dataclasses.replace(scaled.spec, num_envs=3)
    with pytest.raises(ConfigError, match=r"uint8.*scaled.*its entries are float32"):
        Tables(game, observation="scaled", dtype="uint8")
    rng = np.random.default_rng(1)
    for t in (plain, scaled):
        t.reset(seed=1)
    ended = 0
    for _ in range(200):
        for name in ("observations", "final"):
            np.testing.assert_array_equal(getattr(scaled, name), plain.spec.scale(getattr(plain, name)))
        np.testing.assert_array_equal(scaled.observe(0), plain.spec.scale(plain.observe(0)))
        actions = plain.sample(rng)
        plain.step(actions)
        scaled.step(actions)
        ended += (plain.terminated | plain.truncated).sum()
    assert ended
    policy = Policy.new(plain.spec, hidden=[])
    w = policy.weights

    def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.where(masks, observations @ w["policy.weight"].T + w["policy.bias"], -np.inf).argmax(axis=1)

    options: dict[str, Any] = {"game": game, "against": "random", "games": 4, "fields": "all", "max_steps": 300}
    want = arena.evaluate(lambda o, m: policy.act(o, m)[0], **options)
    assert arena.evaluate(act, observation="scaled", **options) == want


@every_option_set
@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_copies_continue_identically(game: str, options: dict[str, Any], way: Any) -> None:
    env = gymnasium.make(IDS[game], **options)
    rng = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    for steps in (0, 1, 7, 40):
        results = play(env, steps, rng, info)
        info = results[-1][-1] if results else info
        twin, rng_twin = way(env), copy.deepcopy(rng)
        assert (twin.unwrapped.action_masks() == env.unwrapped.action_masks()).all()
        results = play(env, 30, rng, info)
        assert data_equivalence(play(twin, 30, rng_twin, info), results, exact=True)
        info = results[-1][-1]


def test_copy_after_an_illegal_action_is_over_too() -> None:
    env = gymnasium.make(IDS["gin"])
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    twin = copy.deepcopy(env)
    assert not twin.unwrapped.action_masks().any()
    with pytest.raises(ResetNeeded):
        twin.step(0)
    assert data_equivalence(env.reset(), twin.reset(), exact=True)


@pytest.mark.parametrize("game", IDS)
def test_seeds(game: str) -> None:
    a, b = gymnasium.make(IDS[game]), gymnasium.make(IDS[game])
    first, _ = a.reset(seed=5)
    assert (b.reset(seed=5)[0] == first).all()
    second, _ = a.reset()
    assert (b.reset()[0] == second).all()
    assert (first != second).any()
    assert (a.reset(seed=6)[0] != first).any()
    assert (a.reset(seed=5, options={"episode": 1})[0] == second).all()
    a.reset(seed=5)
    assert (a.reset(options={"episode": 1})[0] == second).all()
    assert (a.reset(seed=5)[0] == first).all()


@pytest.mark.parametrize("game", IDS)
def test_unseeded_environments_differ(game: str) -> None:
    assert (gymnasium.make(IDS[game]).reset()[0] != gymnasium.make(IDS[game]).reset()[0]).any()


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("action", ["masked", -1, 10_000])
def test_illegal_actions(game: str, action: Any) -> None:
    ends, raises = gymnasium.make(IDS[game], penalty=-7), gymnasium.make(IDS[game], illegal="raise")
    observation, info = ends.reset(seed=1)
    raises.reset(seed=1)
    if action == "masked":
        action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, reward, terminated, truncated, after = ends.step(action)
    assert (reward, terminated, truncated) == (-7, True, False)
    assert not after["action_mask"].any()
    assert (seen == observation).all()
    with pytest.raises(IllegalActionError, match=str(action)):
        raises.step(action)
    assert (raises.unwrapped.action_masks() == (info["action_mask"] == 1)).all()
    raises.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_penalty_is_that_of_100_points() -> None:
    env = gymnasium.make(IDS["gin"], reward_scale=0.01)
    env.reset(seed=1)
    assert env.step(-1)[1] == -1.0


def test_raise_passes_check_env_with_legal_actions() -> None:
    """With illegal="raise", check_env passes if it gets legal actions only."""

    class FirstLegal(gymnasium.ActionWrapper):
        def action(self, action: int) -> int:
            mask = self.env.unwrapped.action_masks()
            return action if mask[action] else int(mask.argmax())

    for game, name in IDS.items():
        env = FirstLegal(gymnasium.make(name, illegal="raise", render_mode="ansi"))
        assert env.unwrapped.game == game
        check_env(env, skip_render_check=True, skip_close_check=True)


def test_episodes_over_before_the_first_turn_are_skipped() -> None:
    env = gymnasium.make(IDS["indian"], opponents="min-dist:drop=3", seat=1)
    skipped = 0
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        skipped += info["skipped"]
    assert skipped > 5  # the opponent drops unless its MinDist is below 3


def test_a_learner_without_any_turn_is_an_error() -> None:
    env = gymnasium.make(IDS["indian"], max_steps=1, seat=1)
    with pytest.raises(Error, match="before the learner's first turn"):
        env.reset(seed=1)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["min-dist", "min-dist"]}, "opponents"),
        ({"preset": "none-such"}, "none-such"),
        ({"rules": {"colour": 1}}, "colour"),
        ({"rules": {"jokers": -1}}, "jokers"),
        ({"fields": "nothing-such"}, "nothing-such"),
        ({"fields": "none"}, "fields"),
        ({"observation": "image"}, "observation"),
        ({"seat": 2}, "seat"),
        ({"seating": "random"}, "seating"),
        ({"illegal": "ignore"}, "illegal"),
        ({"penalty": float("nan")}, "penalty"),
        ({"max_steps": -1}, "max_steps"),
        ({"reward_scale": -1.0}, "reward_scale"),
        ({"potential": "luck"}, "potential"),
        ({"potential": "min-dist", "gamma": 2.0}, "gamma"),
        ({"render_mode": "film"}, "render_mode"),
        ({"render_seat": 2}, "render_seat"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], word: str) -> None:
    with pytest.raises(ConfigError, match=f"(?i){word}"):
        gymnasium.make(IDS["indian"], **options)


def test_bad_calls() -> None:
    env = gymnasium.make(IDS["indian"])
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ConfigError, match="deal"):
        env.reset(options={"deal": []})
    env.reset()
    with pytest.raises(ConfigError, match=r"action is 1\.5: want a whole number"):
        env.step(1.5)


def test_alternating_seats() -> None:
    env = gymnasium.make(IDS["gin"], seating="alternating")
    seats = [env.reset(seed=1)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(3)]
    assert seats == [0, 1, 0, 1]


def test_every_opponent_plays() -> None:
    rng = np.random.default_rng(4)
    for game in games():
        agents = [agent["name"] for agent in game["agents"] if "argument" not in agent]
        agents.append("learned:standard")
        for agent in agents:
            env = gymnasium.make(IDS[game["name"]], opponents=agent)
            _, info = env.reset(seed=1)
            assert play(env, 10, rng, info)
