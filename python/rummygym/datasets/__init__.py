"""Recorded games in Python: what ``rummygym collect`` writes, in the tools one uses.

Start from :func:`load`::

    from rummygym import datasets

    data = datasets.load("data")            # a folder that "rummygym collect" wrote
    print(data.metadata.env, data.num_episodes, data.num_rows)
    frame = data.to_polars(columns=["episode", "player", "action", "gain"])
    for episode in data.episodes(agent="min-dist-opp"):
        print(episode.observations.shape, episode.actions, episode.rewards.sum())

One row is one decision. ``rummygym dataset schema`` prints the columns for any game,
rules and fields; :attr:`Dataset.columns` lists those of one dataset, with their meaning.

:meth:`Dataset.batches`, :meth:`Dataset.reader`, :meth:`Dataset.scan_polars` and
:meth:`Dataset.episodes` hold a record batch in memory at a time, the ``to_`` functions
the columns that are asked for. Reading needs pyarrow (``pip install "rummygym[datasets]"``),
and nothing here needs the library that plays the games.

:func:`to_minari` and :func:`to_hugging_face` write the datasets of those libraries;
``python -m rummygym.datasets --help`` does so from a shell.
"""

from rummygym.core import Field
from rummygym.datasets.dataset import Column, Dataset, load
from rummygym.datasets.episode import Episode
from rummygym.datasets.errors import DatasetError, IncompleteDataset, MissingLibrary
from rummygym.datasets.huggingface import to_hugging_face
from rummygym.datasets.metadata import Metadata, Run, Shard
from rummygym.datasets.minari import to_minari
from rummygym.datasets.spaces import action_space, observation_space

__all__ = [
    "Column",
    "Dataset",
    "DatasetError",
    "Episode",
    "Field",
    "IncompleteDataset",
    "Metadata",
    "MissingLibrary",
    "Run",
    "Shard",
    "action_space",
    "load",
    "observation_space",
    "to_hugging_face",
    "to_minari",
]
