"""The npm package in a browser."""

import re
import shutil
import subprocess

from .conftest import ROOT, served


def test_the_program_of_the_page_runs_in_a_browser(browser, tmp_path):
    """A hand against a bot ends, by the module as a server gives it."""
    folder = tmp_path / "rummygym"
    shutil.copytree(ROOT / "npm", folder)
    subprocess.run(["go", "run", "./internal/site", "--npm", folder], cwd=ROOT, check=True)
    (text,) = re.findall(r"^```js\n(.*?)^```$", (ROOT / "docs/apps.md").read_text(), re.DOTALL | re.MULTILINE)
    (tmp_path / "program.js").write_text(text.replace('from "rummygym"', 'from "./rummygym/index.js"'))
    (tmp_path / "index.html").write_text('<!doctype html><script type="module" src="program.js"></script>')
    with served(tmp_path) as address:
        page = browser.new_page()
        with page.expect_console_message(timeout=60_000) as said:
            page.goto(address)
        assert said.value.args[0].json_value()["over"] is True, said.value.text
        page.close()
