"""Model cards: the Hub's parser reads the header, and the text says how the network was trained."""

import json
import shutil
import subprocess
import sys

import pytest

from rummygym.huggingface import to_hugging_face
from rummygym.policy import PolicyError


@pytest.fixture(scope="module")
def trained(rummygym, recorded, tmp_path_factory):
    """Return the folders of a training and of its evaluation."""
    run = tmp_path_factory.mktemp("model") / "run"
    rummygym(
        *("train", "data", "--data", str(recorded("indian")), "--agent", "min-dist-opp", "--out", str(run)),
        *("--steps", "20", "--layers", "8", "--batch", "16", "--eval-against", ""),
    )
    result = run.parent / "eval.json"
    spec = f"learned:{run}/last.safetensors"
    result.write_text(rummygym("eval", spec, "--against", "random,min-dist", "--games", "10", "--format", "json"))
    return run, result


def test_card(trained, tmp_path):
    from huggingface_hub import ModelCard

    run, result = trained
    folder = to_hugging_face(
        run / "last.safetensors", tmp_path / "hub", run=run, evaluations=[result], title='A "clone"', license="mit"
    )
    assert sorted(p.name for p in folder.iterdir()) == ["README.md", "model.safetensors"]
    assert (folder / "model.safetensors").read_bytes() == (run / "last.safetensors").read_bytes()

    card = ModelCard.load(folder / "README.md")
    assert card.data.license == "mit"
    assert card.data.library_name == "rummygym"
    assert card.data.pipeline_tag == "reinforcement-learning"
    assert "indian-rummy" in card.data.tags
    rows = json.loads(result.read_text())["rows"]
    assert [(e.metric_type, e.metric_value) for e in card.data.eval_results] == [
        ("win_rate", r["win_rate"]) for r in rows
    ]
    assert ["against random" in e.dataset_name for e in card.data.eval_results] == [True, False]
    assert '# A "clone"' in card.text
    assert "`rummygym train data` with" in card.text
    assert "| `--layers` | `8` |" in card.text
    assert "| `layer1` | 8 | relu |" in card.text
    assert f"| paper | `random` | 10 | {rows[0]['win_rate']:.4f} ± {rows[0]['win_rate_se']:.4f} |" in card.text


def test_command_without_a_run(trained, tmp_path):
    from huggingface_hub import ModelCard

    run, _ = trained
    command = [sys.executable, "-m", "rummygym.huggingface", run / "last.safetensors", tmp_path / "hub"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    card = ModelCard.load(tmp_path / "hub" / "README.md")
    assert card.data.eval_results is None
    assert "## Training" not in card.text
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 1
    assert "is not an empty folder" in again.stderr


@pytest.mark.parametrize(
    ("file", "text", "want"),
    [
        ("config.json", "{", "config.json: want a JSON object with command and flags"),
        ("config.json", "[]", "config.json: want a JSON object with command and flags"),
        ("eval.json", '{"setups": [], "rows": []}', "eval.json: want the output of rummygym eval"),
        ("eval.json", '{"setups": [], "rows": [{"rules": "paper"}]}', "eval.json: want the output of rummygym eval"),
        ("eval.json", "gin", "and the network plays indian"),
        ("last.safetensors", "x", "last.safetensors: "),
    ],
)
def test_wrong_files_are_refused(trained, tmp_path, file, text, want):
    run, result = trained
    shutil.copytree(run, tmp_path / "run")
    shutil.copyfile(result, tmp_path / "run" / "eval.json")
    if text == "gin":
        text = result.read_text().replace('"game": "indian"', '"game": "gin"')
    (tmp_path / "run" / file).write_text(text)
    run = tmp_path / "run"
    with pytest.raises(PolicyError, match=want):
        to_hugging_face(run / "last.safetensors", tmp_path / "hub", run=run, evaluations=[run / "eval.json"])
    assert not (tmp_path / "hub").exists()


def test_a_license_is_an_identifier(trained, tmp_path):
    with pytest.raises(PolicyError, match="want an identifier of the Hub"):
        to_hugging_face(trained[0] / "last.safetensors", tmp_path / "hub", license="MIT\nlicense")
