"""Replay pages: a recorded game on a table, for notebooks and browsers."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummygym import _abi
from rummygym.datasets.episode import NO_ACTION
from rummygym.datasets.metadata import Metadata

if TYPE_CHECKING:
    import pyarrow as pa

REPLAY_COLUMNS = ("episode", "step", "action", "probability", "seed", "deal", "attempt")
"""The columns of a replay page. The last is not in every dataset."""


@dataclass(frozen=True)
class ReplayPage:
    """A page that shows a game event by event. A notebook shows it in a frame.

    The frame runs the page's own program, and can reach neither the notebook nor a network.
    """

    html: str
    """The page, a whole HTML file that loads nothing."""
    height: int = 720
    """Height of the frame in a notebook, in pixels."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, for a browser."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"ReplayPage({len(self.html)} characters)"

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="Replay of a game" sandbox="allow-scripts" srcdoc="{html.escape(self.html)}" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


def replay_page(rows: pa.Table, metadata: Metadata, seat: int | None) -> ReplayPage:
    """Return the page of a game from its rows with REPLAY_COLUMNS."""
    column: dict[str, list[Any]] = {name: rows.column(name).to_pylist() for name in rows.column_names}
    number, seed, deal = (column[name][0] for name in ("episode", "seed", "deal"))
    run = [r for r in metadata.runs if r.first_episode <= number][-1]
    known = {
        step: (action, probability)
        for step, action, probability in zip(column["step"], column["action"], column["probability"], strict=True)
        if action != NO_ACTION
    }
    steps = sorted(known)
    request = {
        "env": metadata.env,
        "rules": metadata.rules,
        "seats": [run.agent_at(s, deal) for s in range(metadata.seats)],
        "seed": str(seed),
        "deal": deal,
        "attempt": column["attempt"][0] if "attempt" in column else 0,
        "keep": run.first_seat(deal) if metadata.best_of > 1 else None,
        "actions": [known[i][0] for i in steps],
        "probabilities": [known[i][1] for i in steps],
        "seat": seat,
    }
    return ReplayPage(_abi.text("replay", json.dumps(request)).decode())
