"""Makes the pictures of README.md and the site in docs/_static: see "make pictures"."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent / "_static"
AGENTS = "learned:standard:head=win,min-dist-outs,min-dist-opp,min-dist,min-score,random"


def main(program: str) -> None:
    """Draw a game on its replay page, and the win rates of a tournament."""
    with tempfile.TemporaryDirectory() as work:

        def run(*args: str) -> None:
            subprocess.run([program, *args], check=True, cwd=work, stdout=subprocess.DEVNULL)

        run(
            "collect",
            "--game=gin",
            "--preset=openspiel",
            "--agents=learned:standard,sigra",
            "--games=1",
            "--seed=5",
            "--fields=none",
            "--out=game",
        )
        run("replay", "--html=game.html", "game", "--episode=0")
        run("tournament", f"--agents={AGENTS}", "--games=1000", "--seed=1", "--plots=plots")
        shutil.copy(Path(work, "plots", "fig5-win-rates.svg"), STATIC / "win-rates.svg")
        with sync_playwright() as p:
            browser = p.chromium.launch(executable_path=shutil.which("chromium"))
            for scheme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": 900, "height": 640}, color_scheme=scheme, reduced_motion="reduce"
                )
                page.goto(Path(work, "game.html").as_uri() + "#event=15&view=0")
                page.wait_for_function("document.fonts.ready")
                to = STATIC / f"table-{scheme}.png"
                page.screenshot(path=to)
                Image.open(to).quantize(128).save(to, optimize=True)


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
