"""The calls for apps: 10,000 vectors from Go, by Python's Game and by a program in C."""

import gzip
import json
import pathlib
import re
import shutil
import subprocess

import pytest

from rummygym import Error, _abi
from rummygym.app import Game, hand

ROOT = pathlib.Path(__file__).parents[3]
FILE, PAGE = ROOT / "internal/call/testdata/vectors.jsonl.gz", ROOT / "docs/apps.md"
if not (FILE.exists() and PAGE.exists()):
    pytest.skip("the tests of a source archive, which has neither", allow_module_level=True)
VECTORS = gzip.decompress(FILE.read_bytes()).decode().splitlines()

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include "rummygym.h"

int main(int count, char **words) {
  if (count != 2 || rummygym_files(words[1], NULL) != RUMMYGYM_OK) return 1;
  static char request[1 << 20];
  while (fgets(request, sizeof request, stdin)) {
    char *answer = NULL, *error = NULL;
    request[strcspn(request, "\n")] = 0;
    int failed = rummygym_call(request, &answer, &error) != RUMMYGYM_OK;
    printf("%s%s\n", failed ? "error: " : "", failed ? error : answer);
    rummygym_free(failed ? error : answer);
  }
}
"""


def test_vectors() -> None:
    """Python's Game gives the answers and errors of the file."""
    game = None
    errors = 0
    for i, line in enumerate(VECTORS):
        v = json.loads(line)

        def call(v: dict) -> dict:
            nonlocal game
            match v["do"]:
                case "new":
                    game = Game(v["game"], v.get("rules", ""), int(v["seed"]))
                case "load":
                    game = Game.load(v["game"])
                case "apply":
                    game.apply(v["action"])
                case "legal":
                    return {"legal": game.legal()}
                case "view":
                    return {"view": game.view(v["seat"])}
                case "result":
                    return {"result": game.result()}
                case "bot":
                    return {"move": game.bot(v["agent"])}
                case "hint":
                    return {"hint": game.hint()}
                case "hand":
                    return {"hand": hand(v["game"], v["hand"])}
            return {"saved": game.save(), "player": game.player}

        if "error" in v:
            errors += 1
            with pytest.raises(Error) as e:
                call(v)
            assert str(e.value) == v["error"], f"line {i + 1}"
        else:
            assert call(v) == v["answer"], f"line {i + 1}"
    assert len(VECTORS) == 10_000
    assert errors > 100


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_vectors_in_c(tmp_path: pathlib.Path) -> None:
    """rummygym_call gives them too, and the program of docs/apps.md runs."""
    library = _abi.path().absolute()

    def compiled(name: str, text: str) -> pathlib.Path:
        (tmp_path / f"{name}.c").write_text(text)
        flags = ["-std=c11", "-Wall", "-Werror", f"-I{library.parent}", f"-Wl,-rpath,{library.parent}"]
        subprocess.run(["cc", *flags, "-o", tmp_path / name, tmp_path / f"{name}.c", library], check=True)
        return tmp_path / name

    requests, want, saved = [], [], ""
    for line in VECTORS:
        v = json.loads(line)
        answer = v.pop("answer", None)
        want.append(answer if answer is not None else "error: " + v.pop("error"))
        if v["do"] not in ("new", "load", "hand"):
            v["game"] = saved
        requests.append(json.dumps(v))
        if answer is not None:
            saved = answer.get("saved", saved)
    command = [compiled("calls", PROGRAM), library.with_name("files")]
    out = subprocess.run(
        command, input="\n".join(requests) + "\n", text=True, capture_output=True, check=True
    ).stdout
    got = [x if x.startswith("error: ") else json.loads(x) for x in out.splitlines()]
    assert got == want

    (text,) = re.findall(r"^```c\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    out = subprocess.run(
        [compiled("page", text)], cwd=library.parent, text=True, capture_output=True, check=True
    ).stdout
    assert json.loads(out)["player"] in (0, 1)
