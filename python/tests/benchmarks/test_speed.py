"""The script of speeds: it reads what go test prints, its benchmarks exist, and the page has its rows."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "python" / "benchmarks"))
import speed  # noqa: E402

OUTPUT = """goos: linux
BenchmarkMinDist/play         \t 123\t        93.8 ns/op
BenchmarkMinDist/play-2       \t 123\t        90.5 ns/op\t       0 B/op
BenchmarkMinDist/play2        \t 123\t        10 ns/op
BenchmarkCollect-2            \t   1\t 500000000 ns/op\t    150000 decisions/s
BenchmarkCollect-2            \t   1\t 400000000 ns/op\t    170000 decisions/s
BenchmarkVector/all           \t   1\t      2000 ns/op
"""


def test_the_best_repetition_counts():
    rows = {r.benchmark: r for r in speed.ROWS}
    assert speed.best(rows["MinDist/play"], OUTPUT) == 90.5
    assert speed.best(rows["Collect"], OUTPUT) == 170_000
    assert speed.best(rows["Vector/all"], OUTPUT) == 500_000
    with pytest.raises(SystemExit, match="no benchmark Gin/simple"):
        speed.best(rows["Gin/simple"], OUTPUT)


@pytest.mark.parametrize("row", speed.ROWS, ids=lambda row: row.name)
def test_benchmarks_exist(row):
    tests = "".join(path.read_text() for path in (ROOT / row.package).glob("*_test.go"))
    assert f"func Benchmark{row.benchmark.split('/')[0]}(b *testing.B)" in tests


def test_the_page_has_rows_of_the_script():
    page = (ROOT / "docs" / "speed.md").read_text()
    between = page.partition(speed.MARKS[0])[2].partition(speed.MARKS[1])[0]
    shown = re.findall(r"(?m)^\| (\S.*?) \| ([\d.,]+) \| (\S+) \| (.*) \|$", between)
    assert len(shown) > 20
    lines = speed.table([(row, 1) for row in speed.ROWS], 5).splitlines()
    for name, _, unit, target in shown:
        assert f"| {name} | 1 | {unit} | {target} |" in lines
