"""Prints the sizes of wheels, and fails if one has more than 18 MB, or 45 MB when installed.

A quarter of the program is at stake if the linker keeps all methods: see python/build_library.py.
"""

import sys
import zipfile
from pathlib import Path

for path in map(Path, sys.argv[1:]):
    with zipfile.ZipFile(path) as wheel:
        size, installed = path.stat().st_size, sum(file.file_size for file in wheel.infolist())
    print(f"{path.name}: {size:,} bytes, {installed:,} installed")
    if size > 18_000_000 or installed > 45_000_000:
        sys.exit(f"{path} is too large: want at most 18,000,000 bytes, and 45,000,000 installed")
