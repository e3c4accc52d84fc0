"""The options of tables and environments: one list for signatures, docstrings and the engine."""

import inspect
import json
import re
import subprocess

import pytest

import rummygym
from rummygym import _abi, envs, selfplay, vector
from rummygym.options import EnvOptions, MultiAgentOptions, PettingZooOptions, TablesOptions
from rummygym.pettingzoo import gin_rummy_match_v0, gin_rummy_v0, indian_rummy_match_v0, indian_rummy_v0
from rummygym.spec import spec_of

TAKERS = {
    rummygym.Tables: TablesOptions,
    rummygym.describe: TablesOptions,
    envs.RummyEnv: EnvOptions,
    vector.RummyVectorEnv: EnvOptions,
    gin_rummy_v0.env: PettingZooOptions,
    gin_rummy_match_v0.env: PettingZooOptions,
    indian_rummy_v0.parallel_env: PettingZooOptions,
    indian_rummy_match_v0.parallel_env: PettingZooOptions,
}
GAMES = rummygym.games()


def parameters(call):
    return inspect.signature(call).parameters


@pytest.mark.parametrize("game", [g["name"] for g in GAMES])
def test_the_options_are_those_of_the_engine(game):
    """The engine has the same names, and without them the same as with the defaults of the signature."""
    names = list(json.loads(_abi.text("describe", f'{{"game": "{game}"}}')))
    options = {"form" if name == "observation" else name for name in TablesOptions.__annotations__}
    assert set(names[: names.index("abi")]) == {"game", *options}  # then come results
    spec = rummygym.describe(game)
    assert spec == spec_of({"game": game})
    assert f'"{spec.fields}"' in " ".join(inspect.getdoc(rummygym.Tables).split())


@pytest.mark.parametrize("taker", [*TAKERS, MultiAgentOptions], ids=lambda t: t.__name__)
def test_every_option_is_explained_once(taker):
    text, options = inspect.getdoc(taker), TAKERS.get(taker, taker).__annotations__
    for name in options:
        assert len(re.findall(rf"^    {name}: \S", text, re.MULTILINE)) == 1, name
    for g in GAMES:
        for potential in g["potentials"]:
            assert f'"{potential}"' in text
    if taker in TAKERS:
        assert all(parameters(taker)[name].kind is inspect.Parameter.KEYWORD_ONLY for name in options)


def test_messages_quote_briefly():
    """Not all of a value."""
    for call in (
        lambda x: rummygym.Tables(x),
        lambda x: rummygym.Tables("gin", preset=x),
        lambda x: rummygym.Tables("gin", opponents=x),
    ):
        for value in ("x" * 100_000, "x y " * 10_000):
            with pytest.raises((rummygym.ConfigError, TypeError)) as caught:
                call(value)
            assert len(str(caught.value)) < 1000


def test_a_file_of_pandas_is_not_damaged(binary, tmp_path):
    """It is no dataset, which is a folder: the message says what is wanted."""
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "frame.parquet"
    parquet.write_table(pytest.importorskip("pyarrow").table({"a": [1, 2]}), path, compression="snappy")
    done = subprocess.run(
        [binary, "train", "data", "--head", "value", "--data", path, "--out", tmp_path / "run"], capture_output=True, text=True
    )
    assert done.returncode == 1 and "damaged" not in done.stderr
    assert "not a dataset: want a folder that rummygym collect wrote" in done.stderr


@pytest.mark.parametrize(
    ("call", "wrong", "near"),
    [
        (lambda **o: rummygym.Tables("gin", **o), "num_env", "num_envs"),
        (lambda **o: rummygym.describe("gin", **o), "preset_", "preset"),
        (lambda **o: selfplay.SelfPlay("gin", **o), "autorest", "autoreset"),
        (envs.GinRummyEnv, "opponent", "opponents"),
        (vector.GinRummyVectorEnv, "worker", "workers"),
        (vector.GinRummyVectorEnv, "num_env", "num_envs"),
        (gin_rummy_v0.env, "illegl", "illegal"),
        (indian_rummy_v0.env, "num_player", "num_players"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest(call, wrong, near):
    with pytest.raises(TypeError, match=rf"unexpected keyword argument '{wrong}': did you mean '{near}'\?"):
        call(**{wrong: 1})
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'xyzzy'$"):
        call(xyzzy=1)
