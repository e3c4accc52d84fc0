"""Processes: forked children get an error, spawned workers work, and standard error stays empty."""

import multiprocessing
import os
import shutil
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import rummygym
from rummygym import Tables, _abi


def final_rows(seed):
    """Play in a worker, and return the last observations."""
    with Tables("gin", num_envs=4, opponents="simple") as t:
        t.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(60):
            t.step(t.sample(rng))
        return t.observations.copy()


def step_once(t):
    """Step tables that another process may have pickled, and return the observations."""
    t.step(t.masks.argmax(axis=1))
    return t.observations.copy()


def run(script, *options, **environment):
    """Run a script in a new Python process."""
    return subprocess.run(
        [sys.executable, *options, "-c", textwrap.dedent(script)],
        env=os.environ | environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_started_workers_work(method):
    with multiprocessing.get_context(method).Pool(2) as pool, Tables("gin", num_envs=4, opponents="simple") as t:
        for seed, got in enumerate(pool.map(final_rows, range(3))):
            np.testing.assert_array_equal(got, final_rows(seed))
        t.reset(seed=1)
        there = pool.apply(step_once, (t,))  # pickled in the middle of a game
        np.testing.assert_array_equal(there, step_once(t))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_is_refused_and_the_parent_continues():
    with Tables("gin", num_envs=2) as t:
        t.reset(seed=1)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:  # the child always exits below
            words = []
            try:
                for call in (t.step, t.show, lambda: Tables("gin"), rummygym.games, t.save):
                    try:
                        call()
                        words.append("no error")
                    except rummygym.ForkedError as e:
                        words.append(str(e))
                t._finalizer()  # as the garbage collector would
                os.write(write, "\n".join(words).encode())
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as f:
            lines = f.read().decode().splitlines()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert len(lines) == 5
        assert all("spawn" in x and "forkserver" in x for x in lines)
        t.step(t.masks.argmax(axis=1))


def test_a_fork_before_the_first_use_is_allowed():
    done = run(
        """
        import os, rummygym, numpy as np
        for _ in range(2):
            child = os.fork()
            if child == 0:
                with rummygym.Tables("gin", num_envs=8) as t:
                    t.reset(seed=1)
                    for _ in range(50):
                        t.step(t.sample(np.random.default_rng(1)))
                os._exit(7)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        print("fine")
        """,
        "-X", "faulthandler",
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


def test_faulthandler_and_exit_print_nothing():
    """Errors, threads and tables that are never closed leave standard error empty."""
    done = run(
        """
        import gc, threading, numpy as np, rummygym
        open_ones = []
        def work(seed):
            t = rummygym.Tables("indian", num_envs=16, opponents="min-dist-opp", fields="all")
            t.reset(seed=seed)
            rng = np.random.default_rng(seed)
            for k in range(40):
                t.step(t.sample(rng))
                try:
                    t.step(np.full(16, 12345))
                except rummygym.IllegalActionError:
                    pass
                if k % 10 == 0:
                    rummygym.Tables("gin", num_envs=3)
                    gc.collect()
            open_ones.append(t)
        threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
        [x.start() for x in threads]; [x.join() for x in threads]
        print(len(open_ones))
        """,
        "-X", "faulthandler", "-X", "dev", "-W", "error",
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


def test_the_error_of_a_missing_library_says_what_to_do(tmp_path):
    done = run("import rummygym; rummygym.games()", RUMMYGYM_LIBRARY=str(tmp_path / "gone.so"))
    assert done.returncode == 1
    assert "ImportError" in done.stderr
    assert "pip install ./python" in done.stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_error_of_another_abi_version_says_what_to_do(tmp_path):
    source, library = tmp_path / "old.c", tmp_path / "old.so"
    source.write_text("int rummygym_abi(void) { return 99; }")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    done = run("import rummygym; rummygym.games()", RUMMYGYM_LIBRARY=str(library))
    assert done.returncode == 1
    assert f"has ABI version 99: want {_abi.ABI}; install the package again" in done.stderr


def test_the_error_of_missing_files_names_one(tmp_path):
    """The library of the package reads the networks from files beside it."""
    if not _abi.path().with_name("files").exists():
        pytest.skip("the library of RUMMYGYM_LIBRARY may contain the files")
    library = shutil.copy(_abi.path(), tmp_path)
    done = run("import rummygym; rummygym.games()", RUMMYGYM_LIBRARY=library)
    assert done.returncode == 1
    assert "ImportError" in done.stderr
    assert f"{tmp_path / 'files' / 'standard.safetensors'}" in done.stderr
    assert "install the package rummygym again" in done.stderr
