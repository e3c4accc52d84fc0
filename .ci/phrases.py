"""Finds phrases of phrases.txt in the documentation, the strings of the Go programs and the comments of the root package.

Run from the root of the repository. It prints each place with a suggestion, and fails if there is one. Old entries of
CHANGELOG.md, quotations and generated test data are left as they are.
"""

import re
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).with_name("phrases.txt").read_text().splitlines()
PHRASES = [line.rsplit(" -> ", 1) for line in LIST if line and not line.startswith("#")]
FILES = ["README.md", "CONTRIBUTING.md", "docs/*.md", "python/README.md", "*.go"]
LEFT = re.compile(r"_test\.go$|/testdata/|^internal/|/gametest/|^third_party/")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`|(?:^[ \t]*//.*\n)+', re.MULTILINE)


def passages(name: str, text: str):
    """Yields the passages of a file that people read, with the offset of each."""
    if name.endswith(".md"):
        text = re.sub(r"^```.*?^```", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.MULTILINE | re.DOTALL)
        yield 0, re.sub(r"`[^`\n]*`", lambda m: "x" * len(m[0]), text)
        return
    for token in TOKEN.finditer(text):
        if not token[0].lstrip().startswith("//") or "/" not in name:
            yield token.start(), token[0].replace("//", "  ")


found = 0
for name in subprocess.run(["git", "ls-files", *FILES], capture_output=True, text=True, check=True).stdout.split():
    if LEFT.search(name):
        continue
    text = Path(name).read_text()
    for start, passage in passages(name, text):
        for phrase, better in PHRASES:
            for match in re.finditer(phrase.replace(" ", r"\s+"), passage, re.IGNORECASE):
                line = text.count("\n", 0, start + match.start()) + 1
                print(f"{name}:{line}: {' '.join(match[0].split())!r}: better {better}")
                found += 1
sys.exit(found > 0)
