"""Mistakes that `mypy --strict` finds in programs that use the package: an ignore without a mistake is an error of `make lint`."""

import rummygym
from rummygym.envs import GinRummyEnv
from rummygym.selfplay import SelfPlay

rummygym.Tables("ginn")  # type: ignore[arg-type]
rummygym.describe("poker")  # type: ignore[arg-type]
rummygym.Tables("gin", dtype="float64")  # type: ignore[arg-type]
SelfPlay("gin", autoreset="sometimes")  # type: ignore[arg-type]
SelfPlay("gin", observation="dict")  # type: ignore[arg-type]
rummygym.Tables("gin", seating="random")  # type: ignore[arg-type]
rummygym.run("train mcc")  # type: ignore[arg-type]
rummygym.run("eval", against={"simple": "simple"})  # type: ignore[arg-type]
print(rummygym.run("eval", games=2).row)  # type: ignore[attr-defined]
GinRummyEnv(render_mode="text")  # type: ignore[arg-type]
print(GinRummyEnv().action_space.size)  # type: ignore[attr-defined]
