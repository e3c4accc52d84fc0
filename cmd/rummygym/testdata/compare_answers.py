"""Compare the answers of "rummygym solve" with the known ones of a file of hands.

Usage: python compare_answers.py HANDS ANSWERS
"""

import json
import sys

hands, answers = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
if len(hands) != len(answers):
    sys.exit(f"{len(answers)} answers for {len(hands)} hands")
wrong = 0
for number, (hand, answer) in enumerate(zip(hands, answers), 1):
    for key in ("minscore", "minscore_uncapped", "mindist", "mindist_avail"):
        if key in hand and hand[key] != answer[key]:
            print(f"line {number}: {key} is {answer[key]}, want {hand[key]}")
            wrong += 1
if wrong:
    sys.exit(f"{wrong} answers are wrong")
print(f"{len(hands)} hands answered as known")
