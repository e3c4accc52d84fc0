"""Compare the answers of "rummygym solve --game gin" with the known ones of a file.

The file lists the melds of an arrangement in the order of a hash set, so they are
compared as sets. It counts no arrangement of a hand without melds, which is one here.

Usage: python compare_gin_answers.py HANDS ANSWERS
"""

import json
import sys

hands, answers = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
if len(hands) != len(answers):
    sys.exit(f"{len(answers)} answers for {len(hands)} hands")
wrong = 0
for number, (hand, answer) in enumerate(zip(hands, answers), 1):
    hand["best_sets"] = max(1, hand["best_sets"])
    for known in (hand, answer):
        known["best"] = sorted(known["best"])
    for key in ("melds", "deadwood", "best_sets", "best", "after_discard"):
        if hand.get(key) != answer.get(key):
            print(f"line {number}: {key} is {answer.get(key)}, want {hand.get(key)}")
            wrong += 1
if wrong:
    sys.exit(f"{wrong} answers are wrong")
print(f"{len(hands)} hands answered as known")
