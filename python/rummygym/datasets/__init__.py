"""Recorded games: reads the datasets that ``rummygym collect`` writes.

Start from :func:`load`::

    from rummygym import datasets

    data = datasets.load("data")            # a folder that "rummygym collect" wrote
    print(data.metadata.env, data.num_episodes, data.num_rows)
    print(data.results.to_polars().group_by("agent").mean())  # one row for each seat of each game
    frame = data.to_polars(columns=["episode", "player", "action"])  # one row for each decision
    for episode in data.episodes(agent="min-dist-opp"):
        print(episode.observations.shape, episode.actions, episode.rewards.sum())
    data.show(12)                           # in a notebook: the game on a table, event by event

One row is one decision. A player that never moved has no row, so compute means over games from
:attr:`Dataset.results`, which has one row for each seat of each game. ``rummygym dataset schema`` prints the columns for any game,
rules and fields. :attr:`Dataset.columns` lists the columns of one dataset, with their
meaning.

:meth:`Dataset.batches`, :meth:`Dataset.reader`, :meth:`Dataset.scan_polars` and :meth:`Dataset.episodes` hold
one record batch in memory at a time. The ``to_`` methods hold all rows of the selected columns in memory.
Reading needs pyarrow (``pip install "./python[datasets]"``); only :meth:`Dataset.show` needs the engine.

:func:`to_minari` and :func:`to_hugging_face` convert datasets for those libraries, as
does ``python -m rummygym.datasets`` on the command line; see its ``--help``.
"""

from rummygym._libraries import MissingLibrary
from rummygym.datasets.columns import Column
from rummygym.datasets.dataset import Dataset, load
from rummygym.datasets.episode import Episode
from rummygym.datasets.errors import DatasetError, IncompleteDataset
from rummygym.datasets.huggingface import to_hugging_face
from rummygym.datasets.metadata import File, Metadata, Run, Shard
from rummygym.datasets.minari import to_minari
from rummygym.datasets.replay import ReplayPage
from rummygym.datasets.results import Results
from rummygym.datasets.spaces import action_space, observation_space
from rummygym.datasets.tensors import tensors
from rummygym.spec import Field

__all__ = [
    "Column",
    "Dataset",
    "DatasetError",
    "Episode",
    "Field",
    "File",
    "IncompleteDataset",
    "Metadata",
    "MissingLibrary",
    "ReplayPage",
    "Results",
    "Run",
    "Shard",
    "action_space",
    "load",
    "observation_space",
    "tensors",
    "to_hugging_face",
    "to_minari",
]
