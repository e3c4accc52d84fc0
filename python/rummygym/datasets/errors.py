"""Errors of datasets."""

from __future__ import annotations


class DatasetError(ValueError):
    """A folder or file is not a dataset, is damaged, or lacks the given column, seat or agent."""


class IncompleteDataset(DatasetError):
    """A folder has shards but no manifest: its run has not finished."""
