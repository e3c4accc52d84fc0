"""Fixtures of this folder: pages that the program writes, and a browser that opens them."""

import collections
import contextlib
import fcntl
import functools
import http.server
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from .games import GAMES

ROOT = Path(__file__).parents[3]

INSTALL = "apt-get install --yes --no-install-recommends chromium-headless-shell"
"""The command that a machine without a browser needs."""


@pytest.fixture(scope="session")
def rummygym(binary):
    """Return a function that runs the program with arguments and returns its output."""

    def run(*arguments, input=None):
        command = [binary, *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, input=input).stdout

    return run


@pytest.fixture(scope="session")
def dataset(rummygym, tmp_path_factory):
    """Return a function that returns the dataset of a game, written once."""
    folder = tmp_path_factory.mktemp("games")

    def make(name):
        path = folder / name
        if not path.exists():
            rummygym("collect", *GAMES[name].split(), "--games", "1", "--fields", "none", "--out", path)
        return path

    return make


@pytest.fixture(scope="session")
def written(rummygym, dataset, tmp_path_factory):
    """Return a function that returns the file of the page of a game, written once, and only of a seat if one is given."""
    folder = tmp_path_factory.mktemp("pages")

    def make(name, seat=None):
        path = folder / f"{name}-{seat}.html"
        if not path.exists():
            rummygym("replay", "--html", path, *([] if seat is None else ["--seat", seat]), dataset(name))
        return path

    return make


@pytest.fixture(scope="session")
def browser():
    """Chromium: that of the system, without windows if it has that, or else that of Playwright."""
    with sync_playwright() as p:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        if not path and not Path(p.chromium.executable_path).exists():
            missing = f'no browser: "{INSTALL}" installs one'
            if os.environ.get("CI"):
                pytest.fail(missing)
            pytest.skip(missing)
        chromium = p.chromium.launch(executable_path=path, args=["--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of the play page as a static folder."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "site"
    folder = Path(os.environ.get("RUMMYGYM_SITE", folder))  # which the tests of Go write
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{folder}.lock", "w") as lock:  # one worker writes it for all
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            subprocess.run(["go", "run", "./internal/site", "--out", folder], cwd=ROOT, check=True)

    with served(folder) as address:
        yield address


@contextlib.contextmanager
def served(folder):
    """Serves a folder, and gives its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def training(tmp_path_factory):
    """The folder of a run of train, with metrics of three steps."""
    folder = tmp_path_factory.mktemp("training")
    (folder / "config.json").write_text("{}")
    (folder / "metrics.csv").write_text("step,ppo/entropy,win/simple,win/learned\n1,1.5,,\n2,1.25,0.5,\n3,1,0.75,NaN\n")
    return folder


@pytest.fixture(scope="session")
def serve(binary, dataset, training):
    """The address of the page of rummygym serve, with a dataset and a training."""
    command = [
        binary,
        "serve",
        "--dataset",
        dataset("gin-hand"),
        "--training",
        training,
        "--agent",
        "simple:ties=highest",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        yield program.stdout.readline().split()[1]
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
        assert program.stderr.read() == "rummygym: stopped\n"


class Tab:
    """A page of the browser, with what it asked for and complained of since it was cleared."""

    def __init__(self, browser, options):
        self.page = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
        ).new_page()
        self.requests, self.complaints = self.page.requests, self.page.complaints = [], []
        self.page.set_default_timeout(60_000)
        self.page.on("request", lambda r: self.requests.append(r.url.partition("#")[0]))
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("dialog", lambda d: self.complaints.append(d.message) or d.dismiss())

    def clear(self):
        """Forget what the page shows and keeps, and what a test does to its requests."""
        self.page.unroute_all()
        # An effect that has not yet run must not write again what is cleared.
        self.page.evaluate("Storage.prototype.setItem = () => {}; localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.requests.clear()
        self.complaints.clear()


@pytest.fixture(scope="session")
def tabs():
    """Tabs that no test uses, by the options of their contexts: a new one takes longer than most tests."""
    return collections.defaultdict(list)


@pytest.fixture
def visit(browser, tabs):
    """Return a function that opens a file or an address with a fragment and options of a browser context.

    It returns the page.

    With clock the time of the page stands still but for page.clock.run_for.

    At the end no page may have asked for anything but its file, or what is below its address, nor written errors to
    the console.
    """
    used, opened = [], []

    def go(path, fragment="", clock=False, **options):
        free = tabs[repr(sorted(options.items()))]
        tab = free.pop() if free and not clock else Tab(browser, options)
        used.append((tab, None if clock else free))  # an installed clock stays
        page = tab.page
        if clock:
            page.clock.install(time=0)
        opened.append(path if isinstance(path, str) else path.as_uri())
        page.goto(f"{opened[-1]}{fragment}")
        page.wait_for_function("() => document.getElementById('page')?.hasChildNodes() ?? true")
        if clock:
            page.clock.pause_at(3600)  # an installed clock goes on by itself until then
        return page

    yield go
    requests = [r for tab, _ in used for r in tab.requests]
    complaints = [c for tab, _ in used for c in tab.complaints]
    for tab, free in used:
        if free is None:
            tab.page.context.close()
        else:
            tab.clear()
            free.append(tab)
    assert complaints == []
    own = tuple(o for o in opened if o.endswith("/"))
    assert [r for r in requests if r not in opened and not r.startswith((*own, "data:", "blob:"))] == []
    assert len(requests) >= len(opened)
