"""Wins the game of runtime.json at a server of this folder, by default the one at port 8000, and prints the reward."""

import json
import sys
from pathlib import Path

from rummygym.text.openenv import RummyAction, RummyClient

plan = json.loads(Path(__file__).with_name("runtime.json").read_text())
with RummyClient(base_url=(*sys.argv[1:], "http://127.0.0.1:8000")[0]).sync() as client:
    client.reset(**plan["reset"])
    for action in plan["actions"]:
        result = client.step(RummyAction(**action))
print(result.reward)
