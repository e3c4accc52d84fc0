"""No memory leaks: tables, texts and steps do not increase the resident memory."""

import gc
import threading
from pathlib import Path

import numpy as np
import pytest

from rummygym import ConfigError, Tables


def resident():
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def growth(work, warm, times):
    """Return by how many bytes ``times`` calls of work increase the memory, after ``warm`` calls."""
    for _ in range(warm):
        work()
    gc.collect()
    before = resident()
    for _ in range(times):
        work()
    gc.collect()
    return resident() - before


def opened_and_closed():
    with Tables("gin", num_envs=64, opponents="simple", workers=2) as t:
        t.reset(seed=1)
        t.step(t.masks.argmax(axis=1))


def opened_and_lost():
    Tables("gin", num_envs=64).reset(seed=1)


def test_opening_and_closing():
    threads = threading.active_count()
    # Tables of this size have about 700 kB: a leak of 300 of them would be 210 MB.
    assert growth(opened_and_closed, 60, 300) < 24 << 20
    assert growth(opened_and_lost, 60, 300) < 24 << 20
    assert threading.active_count() == threads


def test_texts_and_errors():
    with Tables("indian", num_envs=2, fields="all") as t:
        t.reset(seed=1)

        def work():
            for _ in range(10):
                t.show()
                t.save()
                with pytest.raises(ConfigError):
                    t.deal(0, "AS " * 1000)

        # A view has about 3 kB, an error more: a leak of 3000 of them would be 10 MB or more.
        assert growth(work, 40, 300) < 6 << 20


def test_steps():
    with Tables("gin", num_envs=512, opponents="simple") as t:
        t.reset(seed=1)
        rng = np.random.default_rng(1)
        assert growth(lambda: t.step(t.sample(rng)), 400, 1500) < 8 << 20
