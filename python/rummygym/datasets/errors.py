"""Errors of datasets, and the libraries that not everybody has."""

from __future__ import annotations

import importlib
from typing import Any


class DatasetError(ValueError):
    """A folder or file is not a dataset, is damaged, or lacks what is asked of it."""


class IncompleteDataset(DatasetError):
    """A folder has shards but no manifest: the run that writes it has not finished."""


class MissingLibrary(ImportError):
    """A library that this function needs is not installed; the message says how to get it."""


def need(module: str, purpose: str, install: str) -> Any:
    """Import and return a library, or say what it is needed for and how it is installed."""
    library = module.partition(".")[0]
    try:
        importlib.import_module(library)
    except ModuleNotFoundError as e:
        if e.name != library:
            raise  # the library is there, and something that it needs is not
        raise MissingLibrary(f"{purpose} needs {library}: pip install {install}", name=library) from e
    return importlib.import_module(module)
