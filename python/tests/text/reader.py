"""A player that knows nothing but what a language model reads: the rules in words, and the text of each decision.

It plays by the definitions of the agents ``simple`` of Gin Rummy and ``min-dist`` of Indian Rummy. It has none of their
code: it reads the text, and sorts the cards into melds itself. Only MinDist is the solver's, of cards that it has read. A
seed gives its random choices, by the generator of the engine, so that it chooses what ``simple`` chooses.

``python reader.py`` is such a player as a program of the agent protocol.
"""

import hashlib
import json
import re
import struct
import sys

import rummygym

RANKS, SUITS = "A23456789TJQK", "CDHS"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]  # a card of Gin Rummy is the bit of its place here
BIT = {name: 1 << i for i, name in enumerate(CARDS)}
PIPS = {1 << i: min(i % 13 + 1, 10) for i in range(52)}


def bits(cards):
    """Returns the cards of a set, in order."""
    each = []
    while cards:
        each.append(cards & -cards)
        cards &= cards - 1
    return each


def pips(cards):
    return sum(PIPS[c] for c in bits(cards))


def all_melds():
    """Yields the melds: runs by suit, lowest card and length, then sets by rank."""
    for suit in "CHSD":
        for low in range(11):
            for end in range(low + 3, 14):
                yield sum(BIT[rank + suit] for rank in RANKS[low:end])
    for rank in RANKS:
        four = [BIT[rank + suit] for suit in "CHSD"]
        yield from (sum(four) - c for c in four)
        yield sum(four)


MELDS = {m: pips(m) for m in all_melds()}


def held(cards):
    """Returns the melds among cards."""
    return [m for m in MELDS if m & cards == m]


def groupings(cards):
    """Returns all lists of melds that cards can be sorted into: no meld first, then one, two and three."""
    melds = held(cards)
    done, level = [], [((), 0, 0)]  # melds, their cards, the place of the next one
    while level:
        done += [g for g, _, _ in level]
        level = [
            ((*g, melds[i]), used | melds[i], i + 1)
            for g, used, first in level
            for i in range(first, len(melds))
            if not melds[i] & used
        ]
    return done


def saved(grouping):
    return sum(MELDS[m] for m in grouping)


def best_discards(cards, may):
    """Returns the lowest deadwood after a discard among ``may``, and the discards that leave it."""
    ways = [(sum(g), saved(g)) for g in groupings(cards)]
    total = pips(cards)
    left = {c: total - PIPS[c] - max(s for used, s in ways if not used & c) for c in bits(may)}
    least = min(left.values())
    return least, [c for c, n in left.items() if n == least]


def parts(grouping):
    """Returns melds in parts of at most five cards, as they are declared."""
    each = []
    for meld in grouping:
        cards = bits(meld)
        while len(cards) > 5:
            n = min(5, len(cards) - 3)
            each.append(sum(cards[:n]))
            cards = cards[n:]
        each.append(sum(cards))
    return each


def fitting(melds, runs):
    """Returns the cards that fit runs, or those that fit sets."""
    fit = 0
    for m in melds:
        cards = bits(m)
        suited = {CARDS[c.bit_length() - 1][1] for c in cards}
        if runs and len(suited) == 1:
            low, high = cards[0].bit_length() - 1, cards[-1].bit_length() - 1
            fit |= (low % 13 > 0 and cards[0] >> 1) | (high % 13 < 12 and cards[-1] << 1)
        elif not runs and len(suited) > 1:
            rank = CARDS[cards[0].bit_length() - 1][0]
            fit |= sum(BIT[rank + suit] for suit in SUITS) & ~m
    return fit


def lay_offs(cards, melds):
    """Returns the cards that can be laid off on melds, in an order in which each fits: on runs first, lowest first."""
    melds, order = list(melds), []
    while fit := fitting(melds, True) & cards or fitting(melds, False) & cards:
        card = fit & -fit
        for i, m in enumerate(melds):
            if (fitting([m], True) | fitting([m], False)) & card:
                melds[i] |= card
                break
        order.append(card)
        cards &= ~card
    return order


class Random:
    """The generator of the engine, PCG-DXSM, from two words."""

    def __init__(self, high, low):
        self.state = high << 64 | low

    def word(self):
        self.state = self.state * (2549297995355413924 << 64 | 4865540595714422341)
        self.state = (self.state + (6364136223846793005 << 64 | 1442695040888963407)) % 2**128
        high, low = self.state >> 64, self.state % 2**64
        high = (high ^ high >> 32) * 0xDA942042E4DD58B5 % 2**64
        return (high ^ high >> 48) * (low | 1) % 2**64

    def below(self, n):
        while True:
            product = self.word() * n
            if product % 2**64 >= 2**64 % n:
                return product >> 64


def agent_seed(seed, episode, seat):
    """Returns the seed that the engine gives to the agent of a seat (below 4) in an episode of a run."""
    block = struct.pack("<16sQQQ", b"rummygym agents", seed, episode, 0)
    return struct.unpack("<4Q", hashlib.sha256(block).digest())[seat]


class Text:
    """The text of a decision, taken apart."""

    def __init__(self, text):
        self.text = text
        self.task = self.find(r"^It is your turn: (.*)\.$")
        self.hand = self.find(r"^Your hand, \d+ cards: (.*)\.$").replace("|", " ").split()
        self.drawn = self.find(r"^You have drawn: (\w+)\.$")
        self.top = self.find(r"Discard pile: (\w\w)\b")
        listed = text.partition("Legal moves:\n")[2]
        self.moves = {name: does or name for name, does in re.findall(r"^  ([^:\n]+)(?:: (.*))?$", listed, re.M)}
        assert self.task and self.moves, text

    def find(self, pattern):
        found = re.search(pattern, self.text, re.M)
        return found[1] if found else ""

    def melds(self, who):
        """Returns the melds of a player on the table: of "You", or of another seat."""
        line = self.find(rf"^{who}: (.*)\.$")
        return [sum(BIT[c] for c in part.split()) for part in re.findall(r" ?melded ([^;]*)", line)]

    def cards_of(self, verb):
        """Returns the names of the moves that do something with one card, by the card."""
        named = {name: re.search(rf"^{verb}.* (\w\w)( |$)", does) for name, does in self.moves.items()}
        return {found[1]: name for name, found in named.items() if found}


class Simple:
    """Plays Gin Rummy as ``simple`` does."""

    def __init__(self, rules, seed):
        self.random = Random(seed, int.from_bytes(b"gin", "big"))
        self.knock_first = "Before your discard you may knock" in rules
        self.throws_back = "You may discard the upcard that you have just taken" in rules
        self.lays_off_first = "Only then the opponent declares melds" in rules
        self.hand_number, self.pairs = "", set()  # of cards drawn and discarded in this hand

    def move(self, text):
        """Returns the name of the move for a text."""
        t = Text(text)
        hand, top = sum(BIT[c] for c in t.hand), BIT.get(t.top, 0)
        if (number := t.find(r"; hand (\d+);")) != self.hand_number:
            self.hand_number, self.pairs = number, set()
        if t.task in ("take or pass the first upcard", "draw"):
            takes = "draw upcard" in t.moves and any(m & top for m in held(hand | top))
            return "draw upcard" if takes else "pass" if "pass" in t.moves else "draw stock"
        if t.task == "discard":
            names = t.cards_of("discard")
            may = sum(BIT[c] for c in names)
            if "knock" in t.moves and (not self.knock_first or self.knocks(t, hand, may)):
                return "knock"
            return names[self.discard(t, hand, may)]
        if t.task == "knock or pass":
            return "knock" if held(hand) else "pass"
        if t.task == "discard and knock":
            if "pass" in t.moves:
                return "pass"  # big gin
            names = t.cards_of("knock with")
            _, best = best_discards(hand, sum(BIT[c] for c in names))
            return names[self.discard(t, hand, sum(best))]
        if t.task == "knock with the upcard or pass":
            may = hand | top if self.throws_back else hand
            return "knock" if "knock" in t.moves and self.knocks(t, hand | top, may) else "pass"
        if t.task == "lay off":
            return self.lay_off(t, hand)
        assert t.task == "declare melds", text
        return self.declare(t, hand)

    def knocks(self, t, cards, may):
        """Reports whether it knocks with 11 cards."""
        points, best = best_discards(cards, may)
        return points <= int(t.find(r"knock with (\d+)") or 0) and bool(held(cards & ~best[0]))

    def discard(self, t, hand, may):
        """Returns the discard, at random of those that leave the lowest deadwood and are no pair of before."""
        drawn = BIT[t.drawn]
        new = sum(c for c in bits(may) if frozenset((c, drawn)) not in self.pairs)
        _, best = best_discards(hand, new or may)
        card = best[self.random.below(len(best)) if len(best) > 1 else 0]
        self.pairs.add(frozenset((card, drawn)))
        return CARDS[card.bit_length() - 1]

    def declare(self, t, hand):
        """Returns the next meld of a random grouping with the lowest deadwood."""
        done = t.melds("You")
        ways = groupings(hand | sum(done))[1:]
        most = max(map(saved, ways), default=0)
        ways = [w for w in (parts(g) for g in ways if saved(g) == most) if w[: len(done)] == done]
        names = {sum(BIT[c] for c in does.split()[1:]): n for n, does in t.moves.items() if n != "pass"}
        if not ways:
            return "pass"
        way = ways[self.random.below(len(ways))]
        return names[way[len(done)]] if len(way) > len(done) else "pass"

    def lay_off(self, t, hand):
        """Returns a card that fits the knocker's melds, none of melds that it needs itself."""
        onto = t.melds(r"Seat \d")
        cards = hand
        if self.lays_off_first:
            most = None
            for g in groupings(hand):
                laid = lay_offs(hand & ~sum(g), onto)
                value = (saved(g) + pips(sum(laid)), -len(laid))
                if most is None or value > most:
                    most, cards = value, sum(laid)
        names = {does.split()[2]: n for n, does in t.moves.items() if does.startswith("lay off ") and n != "pass"}
        order = [CARDS[c.bit_length() - 1] for c in lay_offs(cards, onto)]
        return next((names[c] for c in order if c in names), "pass")


class MinDist:
    """Plays Indian Rummy as ``min-dist`` does."""

    def __init__(self, rules, seed):
        pass  # it reads all that it needs in the texts, and does nothing at random

    def move(self, text):
        """Returns the name of the move for a text."""
        t = Text(text)
        wild = t.find(r"^Turned up for the jokers: (\w\w)\.$")
        wild = "A" if wild == "JK" else wild[0]

        def cost(card):
            """Orders cards by points, the most first, and then from clubs to spades, ace to king, printed joker last."""
            joker = card == "JK" or card[0] == wild
            points = 0 if joker else 10 if card[0] in "ATJQK" else int(card[0])
            return -points, CARDS.index(card) if card in BIT else 52

        if t.task == "draw":
            falls = "draw pile" in t.moves and rummygym.min_dist([*t.hand, t.top], wild) < rummygym.min_dist(
                t.hand, wild
            )
            stock = "draw stock" in t.moves and not falls
            return "draw stock" if stock else "draw pile" if "draw pile" in t.moves else next(iter(t.moves))
        after = {}
        for card in set(t.hand):
            rest = list(t.hand)
            rest.remove(card)
            after[card] = rest
        distances = dict(zip(after, rummygym.min_dist(list(after.values()), wild).tolist(), strict=True))
        shows = {c: n for c, n in t.cards_of("declare").items() if distances[c] == 0}
        if shows:
            return shows[min(shows, key=cost)]
        names = t.cards_of("discard")
        return names[min(names, key=lambda c: (distances[c], *cost(c)))]


def reader(rules, seed):
    """Returns the player of the game whose rules it reads."""
    return {"Gin Rummy": Simple, "Indian Rummy": MinDist}[re.search(r"(?:^|\] )# (.*)$", rules, re.M)[1]](rules, seed)


WORDS = [
    '{{"move": "{}"}}',
    "<move>{}</move>",
    "I think hard.\nMove: {}",
    "[{}]",
    "\\boxed{{{}}}",
    "**Answer: {}**",
    "{}",
]


def say(move, number):
    """Returns an answer with a move, as models write them: in another form each time."""
    return WORDS[number % len(WORDS)].format(move)


class Models:
    """The players of many games as one model, which answers conversations. It knows them by how they begin."""

    FIRST = re.compile(r"You are seat (\d).*?\nLegal moves:(?:\n  [^\n]*)+", re.DOTALL)

    def __init__(self):
        self.seeds, self.players = {}, {}

    def of(self, seed):
        """Returns a function that answers in the first game of a run, and that makes its conversations known."""

        def answer(conversation):
            first = self.FIRST.search(conversation)
            self.seeds[first[0]] = agent_seed(seed, 0, int(first[1]))
            return self(conversation)

        return answer

    def __call__(self, conversation):
        first, decision = self.FIRST.search(conversation)[0], conversation.count("You are seat")
        if decision == 1:
            self.players[first] = reader(conversation, self.seeds[first])
        return say(self.players[first].move(conversation[conversation.rindex("You are seat") :]), decision)


def main():
    """Plays by the agent protocol."""
    rules, players = "", {}
    for line in sys.stdin:
        message = json.loads(line)
        table = message.get("table")
        if message["type"] == "hello":
            rules = message["rules_text"]
            answer = {"type": "hello", "protocol": 1, "name": "reader", "tables": 64, "text": {}}
        elif message["type"] == "act":
            if "seed" in message:
                players[table] = reader(rules, int(message["seed"]))
            answer = {"type": "act", "table": table, "action": players[table].move(message["text"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
