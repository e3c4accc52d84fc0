"""Optional libraries, which parts of the package need and its installation does not include."""

from __future__ import annotations

import importlib
from typing import Any

_PROJECTS = {"PIL": "Pillow"}  # module: project, if the names differ


class MissingLibrary(ImportError):
    """An optional library is not installed. The message says how to install it."""


def need(module: str, purpose: str, install: str) -> Any:
    """Import and return a module, or raise :class:`MissingLibrary` if its library is not installed.

    The message is "PURPOSE needs LIBRARY: pip install INSTALL".
    """
    library = module.partition(".")[0]
    try:
        importlib.import_module(library)
    except ModuleNotFoundError as e:
        if e.name != library:
            raise  # the library is installed, but a module that it imports is not
        project = _PROJECTS.get(library, library)
        raise MissingLibrary(f"{purpose} needs {project}: pip install {install}", name=library) from e
    return importlib.import_module(module)
