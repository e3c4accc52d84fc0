package indianrummy

import (
	"math/bits"

	"rummygym/env/card"
)

// anyMeld returns cards of one meld of the hand, and whether there is a meld. The
// discard of the lowest-point card of the result breaks the meld. Of several melds it
// finds the most important one for a declaration: a pure sequence, then an impure one,
// then a pure set, then an impure set, each the first in the order of the cards. Of an
// impure meld it returns only the jokers, which have the lowest points. Jokers stand for
// cards of the pack.
func anyMeld(hand card.Bag, wild card.Rank, pack card.Cards) (kinds, bool) {
	if first := runs(hand.Once); first != 0 {
		first &= -first
		run := first | first<<1 | first<<2
		return kinds{suited: run&card.All | run>>13&card.Aces}, true
	}
	jokers, count, plain := split(hand, wild)
	// Two jokers and any other card are a sequence, and so are three jokers.
	if count >= 3 || count == 2 && plain != 0 || count == 1 && neighbours(plain, pack) {
		return jokers, true
	}
	pairs, threes := ofRank(plain)
	if threes != 0 {
		r := card.Rank(bits.TrailingZeros16(threes))
		return kinds{suited: plain & card.OfRank(r)}, true
	}
	return jokers, count == 1 && pairs != 0 && hasSets(pack)
}

// formsMeld reports whether c is in a meld with cards of the hand.
func formsMeld(c card.Card, hand card.Bag, wild card.Rank, pack card.Cards) bool {
	_, count, plain := split(hand, wild)
	if c == card.Joker || c.Rank() == wild {
		pairs, _ := ofRank(plain)
		if count >= 2 || count == 1 && plain != 0 || neighbours(plain, pack) || pairs != 0 && hasSets(pack) {
			return true
		}
		if c == card.Joker {
			return false
		}
	}
	// As itself: a pure run contains c and two cards within two ranks.
	for first := runs(hand.Once.With(c) & card.OfSuit(c.Suit())); first != 0; first &= first - 1 {
		low := first & -first
		run := low | low<<1 | low<<2
		if (run&card.All | run>>13&card.Aces).Has(c) {
			return true
		}
	}
	// Otherwise jokers replace one or two of the other cards.
	same := plain.Without(c) & card.OfRank(c.Rank())
	if same.Count() >= 2 || count >= 2 {
		return true
	}
	beside := plain.Without(c) & card.OfSuit(c.Suit())
	for ; count == 1 && beside != 0; beside &= beside - 1 {
		if neighbours(1<<c|1<<beside.First(), pack) {
			return true
		}
	}
	return count == 1 && same != 0 && hasSets(pack)
}

// split returns the jokers of a hand (printed and of the wild rank), their number with
// copies, and the other faces.
func split(hand card.Bag, wild card.Rank) (jokers kinds, count int, plain card.Cards) {
	wilds := wildCards(wild)
	jokers = kinds{hand.Once & wilds, hand.Jokers > 0}
	count = int(hand.Jokers) + (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
	return jokers, count, hand.Once &^ wilds
}

// runs returns the first cards of all runs of three consecutive ranks of one
// suit; a run may end at the ace in bit 13 (see card.Cards.AceHigh).
func runs(cs card.Cards) card.Cards {
	high := cs.AceHigh()
	return high & (high >> 1) & (high >> 2)
}

// neighbours reports whether two cards of one suit are at most two ranks apart,
// so that one joker completes a sequence of the pack. Without kings no ace is high.
func neighbours(cs, pack card.Cards) bool {
	high := cs
	if pack&card.OfRank(card.King) != 0 {
		high = cs.AceHigh()
	}
	return high&(high>>1|high>>2) != 0
}

// hasSets reports whether a pack has three suits or more.
func hasSets(pack card.Cards) bool { return (pack & card.Aces).Count() > 2 }

// ofRank returns the ranks, bit r for rank r, of which the set holds cards of
// at least two and of at least three suits.
func ofRank(cs card.Cards) (two, three uint16) {
	c, d, h, s := cs.Ranks(card.Clubs), cs.Ranks(card.Diamonds), cs.Ranks(card.Hearts), cs.Ranks(card.Spades)
	black, red := c&s, d&h
	two = black | red | (c|s)&(d|h)
	three = black&(d|h) | red&(c|s)
	return two, three
}
