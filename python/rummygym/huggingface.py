"""Writes a policy as a folder for the Hugging Face Hub: the network and its model card.

>>> from rummygym import huggingface
>>> huggingface.to_hugging_face("run/best.safetensors", "hub", run="run", evaluations=["eval.json"])

The same from a shell::

    python -m rummygym.huggingface run/best.safetensors hub --run run --evaluation eval.json

The folder can be uploaded as it is (``hf upload NAME/MODEL hub``). It needs ``rummygym[hub]``. For datasets see
:func:`rummygym.datasets.to_hugging_face`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rummygym._json import loads
from rummygym._libraries import need
from rummygym.policy import Policy, PolicyError
from rummygym.spec import described, games

MODEL, TASK = "model.safetensors", "reinforcement-learning"


def to_hugging_face(
    network: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    run: str | os.PathLike[str] | None = None,
    evaluations: Sequence[str | os.PathLike[str]] = (),
    title: str | None = None,
    license: str | None = None,
) -> Path:
    """Write ``model.safetensors`` and its model card, ``README.md``, and return the folder.

    The card has the architecture, the inputs, the rules, and with the arguments below how the
    network was trained and how strong it is. Its header lists the win rates as the results of
    the model, so that the Hub shows them. The card is written last.

    :param network: file of the network, such as ``best.safetensors`` of a run.
    :param folder: must be new or empty.
    :param run: folder of the training, whose ``config.json`` has the command line.
    :param evaluations: outputs of ``rummygym eval … --format json``.
    :param title: title of the card. The default is the file name of the network without extension.
    :param license: identifier of a licence on the Hub, such as ``mit``. By default the card states none.
    :raises PolicyError: if a file is not valid, or the folder is not empty.
    """
    network, folder = Path(network), Path(folder)
    policy = Policy.load(network)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PolicyError(f"{folder} is not an empty folder: want a new or an empty one")
    if license is not None and not re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", license):
        raise PolicyError(f"license is {license!r}: want an identifier of the Hub, such as mit")
    rows = [row for e in evaluations for row in _rows(Path(e), policy.game)]
    training = None if run is None else _object(Path(run) / "config.json", "command", "flags")
    card = model_card(policy, title or network.stem, license, training, rows)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(network, folder / MODEL)
    (folder / "README.md").write_text(card, encoding="utf-8")
    return folder


def model_card(
    policy: Policy,
    title: str,
    license: str | None,
    training: Mapping[str, Any] | None,
    rows: Sequence[Mapping[str, Any]],
) -> str:
    """Return the model card: the header for the Hub, and the text.

    :param training: ``config.json`` of the run.
    :param rows: rows of ``rummygym eval … --format json``.
    """
    game = described(policy.game)["title"]
    env = policy.env or game
    hub = need("huggingface_hub", "a model card", "'./python[hub]'")
    results = [
        hub.EvalResult(
            task_type=TASK,
            dataset_type=env,
            dataset_name=f"{env}, rules {row['rules']}, against {row['opponent']}",
            dataset_config=f"rules {row['rules']}, against {row['opponent']}",  # rows of one dataset would become one
            metric_type="win_rate",
            metric_value=row["win_rate"],
            metric_name=f"win rate, standard error {row['win_rate_se']:.4f}, {row['games']} games",
        )
        for row in rows
    ]
    tags = ["rummygym", TASK, f"{policy.game}-rummy", "card-game"]
    about = {"library_name": "rummygym", "pipeline_tag": TASK, "tags": tags, "license": license}
    header = hub.ModelCardData(**about, model_name=title if rows else None, eval_results=results or None)
    size = sum(w.size for w in policy.weights.values())
    notes = "".join(f"\n- {name}: {text}" for name, text in sorted(policy.notes.items()))
    game_flag = "" if policy.game == games()[0]["name"] else f"--game {policy.game} "
    preset, *changed = rows[0]["rules"].split() if rows else [""]
    rule_flags = " ".join(["", *([f"--preset {preset}"] if preset else []), *(f"--{x.replace('=', ' ')}" for x in changed)])
    body = f"""
# {title}

A network of {size:,} weights that plays {game}, made by rummygym (kind `{policy.kind}`).

```python
from rummygym.policy import Policy

policy = Policy.load("{MODEL}")
```

    rummygym eval learned:{MODEL} {game_flag}--against {_opponents(rows)}{rule_flags}
{_results(rows)}{_training(training)}
## Network

{_table(("layer", "size", "activation"), [(f"`{x.name}`", x.size, x.activation) for x in policy.layers])}

{_table(("head", "size"), [(f"`{x.name}`", x.size) for x in policy.heads])}
{notes}

## Inputs

Groups of fields: `{policy.fields}`. The network divides the entries by the scale.

{_table(("field", "shape", "scale"), [(f"`{x.name}`", list(x.shape), f"{x.scale:g}") for x in policy.inputs])}
{_rules(policy)}"""
    return f"---\n{header}\n---\n{body}"


def _rows(path: Path, game: str) -> list[dict[str, Any]]:
    """Return the rows of an evaluation, checked as far as the card needs them."""
    setups: Any
    rows: Any
    setups, rows = _object(path, "setups", "rows").values()
    kinds = {"rules": str, "opponent": str, "games": int, "win_rate": float | int, "win_rate_se": float | int}
    kinds |= {"gain_mean": float | int, "gain_se": float | int}
    if (
        not isinstance(setups, list)
        or not isinstance(rows, list)
        or not rows
        or not all(isinstance(r, dict) and all(isinstance(r.get(k), t) for k, t in kinds.items()) for r in rows)
    ):
        raise PolicyError(f"{path}: want the output of rummygym eval with --format json")
    games = {s.get("game") if isinstance(s, dict) else None for s in setups}
    if games != {game}:
        raise PolicyError(f"{path}: it has games of {sorted(map(str, games))}, and the network plays {game}")
    return rows


def _object(path: Path, *names: str) -> dict[str, Any]:
    """Return the entries of a JSON object with the given names."""
    try:
        data = loads(path.read_text(encoding="utf-8"))
        return {name: data[name] for name in names}
    except (ValueError, KeyError, TypeError) as e:
        raise PolicyError(f"{path}: want a JSON object with {' and '.join(names)}: {e!r}") from e


def _opponents(rows: Sequence[Mapping[str, Any]]) -> str:
    return ",".join(dict.fromkeys(r["opponent"] for r in rows)) or "random"


def _results(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return ""
    cells = [
        (
            r["rules"],
            f"`{r['opponent']}`",
            f"{r['games']:,}",
            f"{r['win_rate']:.4f} ± {r['win_rate_se']:.4f}",
            f"{r['gain_mean']:.2f} ± {r['gain_se']:.2f}",
        )
        for r in rows
    ]
    names = ("rules", "opponent", "games", "win rate", "points a game")
    return f"\n## Results\n\nEvery deal is played from every seat; ± is the standard error.\n\n{_table(names, cells)}\n"


def _training(config: Mapping[str, Any] | None) -> str:
    if config is None:
        return ""
    flags = [(f"`--{name}`", f"`{','.join(v)}`") for name, v in sorted(config["flags"].items()) if v and any(v)]
    return f"\n## Training\n\n`{config['command']}` with\n\n{_table(('flag', 'value'), flags)}\n"


def _rules(policy: Policy) -> str:
    if not policy.rules:
        return ""
    rules = [(f"`{k}`", v) for k, v in sorted(policy.rules.items())]
    return f"\n## Rules of the training games\n\n{_table(('option', 'value'), rules)}\n"


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join("| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command ``python -m rummygym.huggingface`` and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m rummygym.huggingface", description="Write a policy and its model card for the Hugging Face Hub."
    )
    parser.add_argument("network", help="file of the network, such as best.safetensors of a run")
    parser.add_argument("folder", help="folder to write, new or empty")
    parser.add_argument("--run", help="folder of the training")
    parser.add_argument("--evaluation", action="append", default=[], help="output of rummygym eval --format json")
    parser.add_argument("--title", help="title of the card")
    parser.add_argument("--license", help="identifier of the Hub, such as mit")
    a = parser.parse_args(arguments)
    try:
        folder = to_hugging_face(
            a.network, a.folder, run=a.run, evaluations=a.evaluation, title=a.title, license=a.license
        )
    except (PolicyError, OSError) as e:
        print(f"rummygym.huggingface: {e}", file=sys.stderr)
        return 1
    print(f"{folder}: {MODEL}, README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
