"""Tables used by several threads."""

import threading

import numpy as np

import rummygym
from rummygym import Tables

from .tablecases import play, rows


def test_two_threads_with_the_same_tables():
    """Each call either completes or raises BusyError."""
    with Tables("gin", num_envs=256, fields="all", workers=1) as t:
        t.reset(seed=1)
        outcomes, start = [], threading.Barrier(2)

        def work():
            start.wait()
            for _ in range(100):
                try:
                    t.reset()
                    outcomes.append("done")
                except rummygym.BusyError:
                    outcomes.append("busy")

        threads = [threading.Thread(target=work) for _ in range(2)]
        for x in threads:
            x.start()
        for x in threads:
            x.join()
        assert len(outcomes) == 200
        assert t.show(0)["episode"] == outcomes.count("done") * 256


def test_threads_with_tables_of_their_own():
    def work(seed, results):
        with Tables("indian", num_envs=32, opponents="min-dist") as t:
            t.reset(seed=seed)
            play(t, np.random.default_rng(seed), 100)
            results[seed] = rows(t)

    alone, together = {}, {}
    for seed in range(4):
        work(seed, alone)
    threads = [threading.Thread(target=work, args=(seed, together)) for seed in range(4)]
    for x in threads:
        x.start()
    for x in threads:
        x.join()
    for seed, want in alone.items():
        for name, x in want.items():
            np.testing.assert_array_equal(together[seed][name], x)
