"""Compare games of gin rummy with OpenSpiel's, for the Go test.

Usage: python openspiel.py check < GAMES > REPORT
       python openspiel.py play COUNT SEED > GAMES

GAMES has a game a line: its rules, its deck in the order of this project's deal,
and what both programs must agree on at every decision (see snapshot) with the
action taken. "check" replays them in OpenSpiel and reports as JSON what differs;
"play" writes games that OpenSpiel plays at random.

What OpenSpiel does wrong is put right by mend, one fault at a time and each only
where OpenSpiel's own functions show that it is this fault; the report counts how
often. Everything else has to agree.
"""

import collections
import json
import random
import sys

import pyspiel

TAKE, STOCK, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
HAND_SIZE, WALL = 10, 2
WORDS = {TAKE: "draw upcard", STOCK: "draw stock", PASS: "pass", KNOCK: "knock"}

DEFAULTS = {"oklahoma": False, "knock_card": 10, "gin_bonus": 25, "undercut_bonus": 25}

utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, HAND_SIZE)
Phase = pyspiel.gin_rummy.Phase

# Cards are numbered by suits s c d h there and c d h s here; a card has the same
# name but for the case.
NAMES = [utils.card_string(c).upper() for c in range(52)]
PLACE = [("CDHS".index(n[1]), "A23456789TJQK".index(n[0])) for n in NAMES]
CARDS = {n: c for c, n in enumerate(NAMES)}


def cards(numbers):
    """Return the cards' names in this project's order."""
    return " ".join(NAMES[c] for c in sorted(numbers, key=PLACE.__getitem__))


def numbers(text):
    return [CARDS[n] for n in text.split()]


MELDS = {i: utils.int_to_meld[i] for i in range(185)}
for number, m in MELDS.items():
    WORDS[FIRST_MELD + number] = "meld " + cards(m).replace(" ", "")
for number, name in enumerate(NAMES):
    WORDS[number] = name
ACTIONS = {w: a for a, w in WORDS.items()}


def phase(state):
    """Return this project's name of the phase."""
    at = state.current_phase()
    if at == Phase.KNOCK:
        hand = state.hands()[state.current_player()]
        return "knock-discard" if len(hand) > HAND_SIZE else "knocker-melds"
    if at == Phase.LAYOFF:
        return "defender-melds" if state.finished_layoffs() else "lay-off"
    return {
        Phase.FIRST_UPCARD: "first-upcard",
        Phase.DRAW: "draw",
        Phase.DISCARD: "discard",
        Phase.WALL: "wall",
        Phase.GAME_OVER: "over",
    }[at]


def snapshot(state):
    """Return what both programs must agree on, at a decision or at the end.

    Sets of cards are in this project's order; "pile" is the whole discard pile,
    the top last; "known" are the cards taken from it and still held, told until
    somebody knocks.
    """
    hands, upcard, knocked = state.hands(), state.upcard(), any(state.knocked())
    pile = state.discard_pile() + ([] if upcard is None else [upcard])
    over = state.is_terminal()
    return {
        "player": -1 if over else state.current_player(),
        "phase": phase(state),
        "legal": ", ".join(sorted(WORDS[a] for a in state.legal_actions())),
        "hands": [cards(h) for h in hands],
        "known": ["", ""] if knocked else [cards(k) for k in state.known_cards()],
        "deadwood": state.deadwood(),
        "upcard": "" if upcard is None else NAMES[upcard],
        "pile": " ".join(NAMES[c] for c in pile),
        "stock": state.stock_size(),
        "limit": state.knock_card(),
        "melds": [[cards(MELDS[m]) for m in melds] for melds in state.layed_melds()],
        "laid_off": cards(state.layoffs()),
        "returns": [int(r) for r in state.returns()],
    }


def deadwood(hand):
    """Return the least deadwood; of 11 cards, after the best discard.

    Only hands of 10 go to OpenSpiel, with which it is right.
    """
    if len(hand) <= HAND_SIZE:
        return utils.min_deadwood(hand)
    return min(utils.min_deadwood([x for x in hand if x != c]) for c in hand)


def mend_deadwood(state, shot):
    """Fault 1: it takes 11 cards for worth more than their best discard leaves,
    and so does not allow the knock."""
    if shot["phase"] not in ("discard", "wall"):
        return
    mover = state.current_player()
    hand = list(state.hands()[mover])
    if shot["phase"] == "wall":
        hand.append(state.upcard())
    elif state.deadwood()[mover] == utils.min_deadwood(hand):
        shot["deadwood"][mover] = deadwood(hand)
    if utils.min_deadwood(hand) > state.knock_card() >= deadwood(hand):
        shot["legal"] = ", ".join(sorted(shot["legal"].split(", ") + ["knock"]))


def mend_wall(state, shot):
    """Fault 2: after a knock at the wall it still shows the least deadwood, not
    all points in the hand, until the player's cards change."""
    if not any(state.knocked()) or state.stock_size() > WALL:
        return
    for p, hand in enumerate(state.hands()):
        if state.deadwood()[p] == utils.min_deadwood(hand):
            shot["deadwood"][p] = utils.total_card_value(hand)


def mend_lay_offs(state, shot):
    """Fault 3: at each end of a run it allows two lay-offs and no more."""
    if shot["phase"] != "lay-off":
        return
    defender = state.current_player()
    laid, hand = state.layoffs(), state.hands()[defender]
    more = set()
    for m in state.layed_melds()[1 - defender]:
        run = MELDS[m]
        if not utils.is_suit_meld(run):
            continue
        for end, step in ((min(run), -1), (max(run), 1)):
            gone = 0
            while (c := end + step) // 13 == run[0] // 13 and c in laid:
                end, gone = c, gone + 1
            if c // 13 == run[0] // 13 and c in hand and gone >= 2:
                more.add(NAMES[c])
    shot["legal"] = ", ".join(sorted(set(shot["legal"].split(", ")) | more))


def mend(state, shot, unlimited):
    """Put right what OpenSpiel does wrong; return the names of the faults met.

    unlimited tells that the rules have no limit to the lay-offs on a run, where
    OpenSpiel has one.
    """
    faults = []
    for name, fault in (("deadwood", mend_deadwood), ("wall", mend_wall), ("lay-offs", mend_lay_offs)):
        if name == "lay-offs" and not unlimited:
            continue
        before = json.dumps(shot)
        fault(state, shot)
        if json.dumps(shot) != before:
            faults.append(name)
    return faults


def sees_hidden_hand(state):
    """Fault 4: the knocker's observation shows the hand of the other, who has not
    yet shown it."""
    knocker = state.knocked().index(True)
    seen = state.to_observation_struct(knocker).hands[1 - knocker]
    return sorted(c.upper() for c in seen) == sorted(NAMES[c] for c in state.hands()[1 - knocker])


def ending(state, last):
    """Return how the game ended; last is the phase and action before the end."""
    if not any(state.knocked()):
        return {("wall", PASS): "wall", ("draw", TAKE): "upcards"}.get(last, "repeat")
    knocker = state.knocked().index(True)
    own, other = state.deadwood()[knocker], state.deadwood()[1 - knocker]
    if own == 0:
        return "gin"
    return "knock" if own < other else "tie" if own == other else "undercut"


def load(rules, known={}):
    """Return the game of the rules, one object for equal rules."""
    key = tuple(sorted(rules.items()))
    if key not in known:
        known[key] = pyspiel.load_game("gin_rummy", rules)
    return known[key]


def dealt(rules, deck):
    """Return a state with the hands and the upcard of the deck, and its stock."""
    state = load(rules).new_initial_state()
    for c in deck[0:20:2] + deck[1:20:2] + [deck[20]]:
        state.apply_action(c)
    return state, iter(deck[21:])


def apply(state, action, stock):
    """Make a move and the draw that follows it."""
    state.apply_action(action)
    if state.is_chance_node():
        state.apply_action(next(stock))


def compare(number, game, count, stopped):
    """Replay a game; return what does not agree, or None. A game that a fault
    does not let go on is noted in stopped."""
    state, stock = dealt(game["rules"], numbers(game["deck"]))
    last = None
    for i, ours in enumerate(game["shots"]):
        action = ours.pop("action", "")
        theirs = snapshot(state)
        if ours != theirs:
            for fault in mend(state, theirs, game["unlimited"]):
                count[f"fault: {fault}"] += 1
        if ours != theirs:
            parts = {k: (ours.get(k), v) for k, v in theirs.items() if ours.get(k) != v}
            return {"game": number, "decision": i, "differ": parts, "state": str(state), "rules": game["rules"]}
        if state.is_terminal():
            if action or i + 1 < len(game["shots"]):
                return {"game": number, "decision": i, "differ": "more decisions after the end"}
            count["ending: " + ending(state, last)] += 1
            return None
        count["decisions"] += 1
        count["phase: " + theirs["phase"]] += 1
        if theirs["phase"] == "defender-melds" and last[0] != "defender-melds" and state.hands()[1 - state.knocked().index(True)]:
            if not sees_hidden_hand(state):
                return {"game": number, "decision": i, "differ": "the knocker does not see the hidden hand any more"}
            count["fault: observation"] += 1
        number_of = ACTIONS[action]
        if number_of not in state.legal_actions():
            stopped.append(number)
            return None
        if theirs["phase"] == "lay-off" and number_of != PASS:
            count["laid off"] += 1
        if theirs["phase"] == "wall" and number_of == KNOCK:
            count["knock at the wall"] += 1
        last = (theirs["phase"], number_of)
        apply(state, number_of, stock)
    return {"game": number, "decision": len(game["shots"]), "differ": "the game goes on", "state": str(state)}


def check():
    count, stopped, wrong, problems = collections.Counter(), [], [], []
    for number, line in enumerate(sys.stdin):
        game = json.loads(line)
        count["hands"] += 1
        for name, value in game["rules"].items():
            if value != DEFAULTS[name]:
                count[f"other {name}"] += 1
        problem = compare(number, game, count, stopped)
        if problem:
            wrong.append(number)
            problems.append(problem)
    json.dump({"counts": count, "stopped": stopped, "wrong": wrong, "problems": problems[:5]}, sys.stdout)


def choose(state, habits, rng):
    """Return a random legal action, often a sensible one if the habits say so."""
    legal = state.legal_actions()
    hand, at = state.hands()[state.current_player()], phase(state)
    if KNOCK in legal and rng.random() < habits["knock"]:
        return KNOCK
    if at in ("knocker-melds", "defender-melds", "lay-off") and len(legal) > 1 and PASS in legal and rng.random() < habits["lay"]:
        return rng.choice([a for a in legal if a != PASS])
    if rng.random() < habits["sense"]:
        if TAKE in legal and deadwood(hand + [state.upcard()]) < deadwood(hand):
            return TAKE
        if at == "discard":
            left = {c: utils.min_deadwood([x for x in hand if x != c]) for c in hand}
            return rng.choice([c for c in hand if left[c] == min(left.values())])
        if at == "draw":
            return STOCK
    if at == "draw" and rng.random() < habits["take"]:
        return TAKE
    if at == "discard" and state.prev_upcard() in hand and rng.random() < habits["back"]:
        return state.prev_upcard()
    return rng.choice(legal)


def play(games, seed):
    rng = random.Random(seed)
    for _ in range(games):
        rules = {
            "oklahoma": rng.random() < 0.2,
            "knock_card": rng.choice([10, 10, 10, 0, 3, 7]),
            "gin_bonus": rng.choice([25, 25, 20]),
            "undercut_bonus": rng.choice([25, 25, 10]),
        }
        deck = rng.sample(range(52), 52)
        state, stock = dealt(rules, deck)
        habits = [{h: rng.choice([0, 0.5, 0.9, 1]) for h in ("knock", "lay", "sense", "take", "back")} for _ in range(2)]
        shots, faults = [], []
        while True:
            shot = snapshot(state)
            faults += mend(state, shot, False)
            shots.append(shot)
            if state.is_terminal():
                break
            action = choose(state, habits[state.current_player()], rng)
            shot["action"] = WORDS[action]
            apply(state, action, stock)
        json.dump(
            {"rules": rules, "unlimited": False, "deck": " ".join(NAMES[c] for c in deck), "shots": shots, "faults": sorted(faults)},
            sys.stdout,
        )
        print()


if sys.argv[1:] == ["check"]:
    check()
elif len(sys.argv) == 4 and sys.argv[1] == "play":
    play(int(sys.argv[2]), int(sys.argv[3]))
else:
    raise SystemExit(__doc__)
