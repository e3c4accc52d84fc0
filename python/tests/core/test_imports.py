"""The modules of the package import each other in an order."""

import ast
import graphlib
from pathlib import Path

import rummygym

ROOT = Path(rummygym.__file__).parents[1]


def imported(file: Path, package: str) -> set[str]:
    """The names that a module imports, also for types only and within functions: modules, and members of modules."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            origin = ".".join([*parts, *filter(None, [node.module])])
            names |= {origin, *(f"{origin}.{alias.name}" for alias in node.names)}
    return names


def test_no_modules_import_each_other_in_a_circle():
    files = {".".join(f.relative_to(ROOT).with_suffix("").parts): f for f in (ROOT / "rummygym").rglob("*.py")}
    graph = {
        name: {n for n in imported(file, name.rpartition(".")[0]) if n in files and n != name}
        for name, file in files.items()
    }
    assert graph["rummygym.core"] >= {"rummygym._abi", "rummygym.spec"}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError
