"""Prints the bill of materials of a Go program as CycloneDX JSON, checked against its schema.

    python sbom/sbom.py PROGRAM NOTICE

cyclonedx-gomod reads the modules from the program itself. The licences come from the notice
of the program, since the tool's own detection errs: it takes freetype for GPL only, for one.
The time is that of SOURCE_DATE_EPOCH, so that the same program has the same bill.
"""

import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.spdx import is_supported_id
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "dist" / "cyclonedx-gomod"


def licence(name: str) -> dict[str, dict[str, str]]:
    """Returns the entry of a licence: by its SPDX name, if it has one."""
    return {"license": {"id" if is_supported_id(name) else "name": name}}


def bill(program: str, notice: Path) -> str:
    """Returns the text of the bill of a program."""
    version = re.search(r'^__version__ = "(.*)"', (ROOT / "python" / "rummygym" / "__init__.py").read_text(), re.MULTILINE)
    assert version is not None
    command = [TOOL, "bin", "-json", "-noserial", "-std", "-version", version[1], program]
    made = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    made["metadata"]["timestamp"] = time.isoformat()
    made["metadata"]["component"]["licenses"] = [licence("Apache-2.0")]
    for tool in made["metadata"]["tools"]:
        del tool["hashes"]  # of the tool as built here

    head, _, _ = notice.read_text().partition("\n" + "=" * 80 + "\n")
    found = {name: ids.split(", ") for name, ids in re.findall(r"^(.+): ([\w., -]+)$", head, re.MULTILINE)}
    found["std " + next(c["version"] for c in made["components"] if c["name"] == "std")] = found[
        "Go's run time and standard library"
    ]
    for c in made["components"]:
        c["licenses"] = [licence(name) for name in found[f"{c['name']} {c['version']}"]]
    for name in found:
        if name.startswith("npm:"):  # embedded: the tool sees only modules
            package, package_version = name.removeprefix("npm:").split()
            url = f"pkg:npm/{package}@{package_version}"
            made["components"].append(
                {"bom-ref": url, "type": "library", "name": package, "version": package_version, "purl": url}
                | {"licenses": [licence(i) for i in found[name]]}
            )
    return json.dumps(made, indent=2)


def main() -> None:
    text = bill(sys.argv[1], Path(sys.argv[2]))
    if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(text):
        sys.exit(f"{sys.argv[1]}: the bill of materials is not CycloneDX 1.5: {error}")
    print(text)


if __name__ == "__main__":
    main()
