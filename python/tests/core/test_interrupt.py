"""Ctrl-C during a call of the engine that takes minutes: a real process, a real signal."""

import signal
import subprocess
import sys
import time

import pytest

CHILD = """
import sys
import numpy as np
import rummygym

SLOW = "search:playout=simple:rollouts=1000000"  # opens at once, and takes some minutes for a decision

def slow(call):
    while True:
        try:
            print("begun", flush=True)  # the parent sends a signal
            call()
        except KeyboardInterrupt as e:
            if isinstance(e.__cause__, rummygym.InterruptedTablesError):
                return
            continue  # it came between two calls of the engine
        sys.exit("the call ended by itself")

def refused(call):
    try:
        call()
    except rummygym.InterruptedTablesError as e:
        assert "reset all tables, or load" in str(e)
        return
    sys.exit("the call was not refused")

{body}
print("good", flush=True)
"""

BODIES = {
    "step": """
tables = rummygym.Tables("gin", num_envs=8, opponents=SLOW, workers=WORKERS)
def play():
    tables.reset(seed=1)
    while True:
        tables.step(tables.masks.argmax(axis=1))
slow(play)
first = np.arange(8) == 0
for call in (tables.step, tables.show, tables.save, tables.observe, lambda: tables.reset(chosen=first), lambda: tables.reset(3, chosen=first)):
    refused(call)
slow(play)
tables.close()
""",
    "agent": """
tables = rummygym.Tables("gin", num_envs=3)
tables.reset(seed=1)
agent = rummygym.Agent(SLOW)
def ask():
    global before
    while True:
        before = tables.save()
        agent.act(tables)
        tables.step(tables.sample(np.random.default_rng(1)))
slow(ask)
assert tables.save() == before  # the agent was interrupted, not the tables
tables.step(tables.sample(np.random.default_rng(1)))
rummygym.Agent("simple").act(tables)
""",
    "environment": """
import gymnasium
env = gymnasium.make("rummygym/GinRummy-v1", opponents=SLOW)
def play():
    observation, info = env.reset(seed=2)
    while True:
        observation, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        if over:
            observation, info = env.reset()
slow(play)
refused(lambda: env.unwrapped.step(int(env.unwrapped.action_masks().argmax())))
slow(play)
""",
    "many tables": """
tables = rummygym.Tables("indian", num_envs=1 << 18, opponents="min-dist-opp", fields="none", workers=1)
def play():
    while True:
        tables.reset(seed=1)
slow(play)
""",
    "handler": """
import signal
seen = []
def handler(number, frame):
    seen.append(number)
    if len(seen) % 2 == 0:
        raise KeyboardInterrupt
    print("begun", flush=True)  # the first signal does not end the call
signal.signal(signal.SIGINT, handler)
tables = rummygym.Tables("gin", num_envs=8, opponents=SLOW)
def play():
    tables.reset(seed=1)
    while True:
        tables.step(tables.masks.argmax(axis=1))
slow(play)
assert len(seen) % 2 == 0
""",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c(body):
    code = CHILD.replace("{body}", BODIES[body]).replace("WORKERS", "1")
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        for line in child.stdout:
            if line == "begun\n":
                time.sleep(0.05)  # likely into the call; if it was too early, the child begins again
                child.send_signal(signal.SIGINT)
            else:
                assert line == "good\n"
        _, error = child.communicate(timeout=60)
        assert child.returncode == 0, error
        assert "Exception ignored" not in error
        assert line == "good\n"
    finally:
        child.kill()
        child.wait()
