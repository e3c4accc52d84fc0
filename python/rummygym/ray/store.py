"""Where the output of a run lies: a folder, or any file system that PyArrow or fsspec opens by URI."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from rummygym._libraries import need

PARTIAL = ".partial"
"""End of the names of files that are being written; the names start with a dot."""

FOLDERS = ("decisions", "results")
"""The folders in the folder. The names of their files begin with theirs: ``decisions/shard-00000.arrow``."""

PAUSES = (1.0, 2.0, 4.0, 8.0)
"""Seconds before a file is written again after an error of the store. One more error counts."""

_FINAL = {errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.EROFS}
_OBJECTS = {"s3", "s3a", "gcs", "gs", "abfs", "abfss", "az", "adl", "oss"}  # a file appears whole, at its end


class Store:
    """The files of one folder, by name. Writes are atomic."""

    def __init__(self, uri: str, pauses: Sequence[float] = PAUSES) -> None:
        """:param uri: a path, or a URI such as ``s3://bucket/folder``; credentials come from the environment"""
        fs = need("pyarrow.fs", "writing the output", "rummygym[ray]")
        pyarrow = need("pyarrow", "writing the output", "rummygym[ray]")
        self.uri, self._pauses = uri, pauses
        if "://" not in uri:
            self._fs, self._folder = fs.LocalFileSystem(), os.path.abspath(uri)
        else:
            try:
                self._fs, self._folder = fs.FileSystem.from_uri(uri)
            except pyarrow.ArrowInvalid as e:
                if not str(e).startswith("Unrecognized filesystem type"):
                    raise
                self._fs, self._folder = fs.FileSystem.from_uri("fsspec+" + uri)
        self._folder = self._folder.rstrip("/") or "/"
        self._local = self._fs.type_name == "local"
        self._inner = getattr(getattr(self._fs, "handler", None), "fs", None)  # of fsspec
        kinds = self._fs.type_name if self._inner is None else self._inner.protocol
        self._whole = not _OBJECTS.isdisjoint((kinds,) if isinstance(kinds, str) else kinds)
        self._copy, self._source = fs.copy_files, fs.LocalFileSystem()
        self._selector, self._type = fs.FileSelector, fs.FileType

    def create(self) -> None:
        """Create the folder, where there are folders."""
        if not self._whole:
            self._fs.create_dir(self._folder)

    def sizes(self) -> dict[str, int]:
        """Return the sizes in bytes of all files of the folder, also of those that are being written."""
        sizes: dict[str, int] = {}
        for prefix in ("", *(f + "/" for f in FOLDERS)):
            found = self._fs.get_file_info(self._selector(self._at(prefix).rstrip("/"), allow_not_found=True))
            sizes |= {prefix + f.base_name: f.size for f in found if f.type == self._type.File}
        return sizes

    def read(self, name: str) -> bytes:
        """Return the contents of a file."""
        with self._fs.open_input_stream(self._at(name)) as f:
            contents: bytes = f.read()
        return contents

    def read_all(self, names: Iterable[str]) -> Iterator[bytes]:
        """Yield the contents of files, in order, of which many are read at a time."""
        with ThreadPoolExecutor(32) as pool:
            yield from pool.map(self.read, names)

    def delete(self, names: Iterable[str]) -> None:
        """Delete files; those that are not there are skipped."""

        def one(name: str) -> None:
            with contextlib.suppress(FileNotFoundError):
                self._fs.delete_file(self._at(name))

        with ThreadPoolExecutor(32) as pool:
            list(pool.map(one, names))

    def put(self, name: str, source: Path) -> None:
        """Write a file, replacing it if it exists. Errors of the store are tried again, after pauses."""
        for pause in (*self._pauses, None):
            try:
                return self._put(name, source)
            except Exception as e:
                if pause is None or getattr(e, "errno", None) in _FINAL:
                    raise OSError(f"writing {name} to {self.uri}: {e}") from e
                time.sleep(pause)

    def _put(self, name: str, source: Path) -> None:
        size = source.stat().st_size
        if self._whole:
            if self._inner is not None:
                self._inner.put_file(str(source), self._at(name))
            else:  # not through a stream: closing one after an error would make a part of the file appear
                self._copy(str(source), self._at(name), self._source, self._fs)
            self._check(self._at(name), size)
            return
        folder, _, base = name.rpartition("/")
        aside = self._at(f".{base}.{uuid.uuid4().hex}{PARTIAL}")  # so that the folders hold whole files only
        try:
            if folder:
                self._fs.create_dir(self._at(folder))
            with source.open("rb") as src, self._open(aside) as dst:
                shutil.copyfileobj(src, dst, 8 << 20)
                if self._local:
                    dst.flush()
                    os.fsync(dst.fileno())
            self._check(aside, size)
            self._fs.move(aside, self._at(name))
        except BaseException:
            with contextlib.suppress(Exception):
                self._fs.delete_file(aside)
            raise

    def _check(self, path: str, size: int) -> None:
        arrived = self._fs.get_file_info(path).size or 0
        if arrived != size:  # copy_files keeps errors of the end of an upload to itself
            raise OSError(f"{arrived} bytes arrived of {size}")

    def _open(self, path: str) -> IO[bytes]:
        stream: Any = open(path, "wb") if self._local else self._fs.open_output_stream(path)  # noqa: SIM115
        return stream  # type: ignore[no-any-return]

    def _at(self, name: str) -> str:
        return f"{self._folder}/{name}"
