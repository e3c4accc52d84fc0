package features

import "rummygym/env/card"

// MinDist returns the distance of a hand from the nearest valid declaration
// (paper 000, sections IV.B and VI): the least number of super jokers with
// which some 13 of the cards are one. It is in [0, 9] for 13 or more cards, 0
// exactly if 13 of the cards are a valid declaration. The hand may hold up to
// 14 cards from up to three packs; of 14 the best 13 count, fewer are completed
// to 13.
//
// Super jokers are not checked against the deck, and two may stand for the same
// card (the paper's footnote 2); see [MinDistAvailable].
func MinDist(hand card.Bag, wild card.Rank) int {
	// Naively one tries all declarations (see Target.search). Instead: what
	// matters of a suit is its class, and purity matters only for distances below
	// 3, for some best declaration has a run of three (BenchmarkMinDist).
	h := heldIn(hand, wild)
	return h.distance(hand.Once&^naturals(wild), maxTotal-jokersIn(hand, wild))
}

// distance returns the distance of a hand that holds, besides h, wild cards of
// the faces own and so many jokers that only need places are left to cover.
func (h held) distance(own card.Cards, need int) int {
	var n nearest
	return n.distance(h, own, need)
}

// distance is held.distance, and leaves in n the melds that it found.
func (n *nearest) distance(h held, own card.Cards, need int) int {
	*n = nearest{keep: 2 * minRun, best: -1, goal: need}
	n.search(h, maxTotal)
	d := max(0, need-n.best)
	for ; d < 3; d++ {
		if n.purely(h, own, d, need-d) {
			return d
		}
	}
	return d
}

// within reports whether the distance of a hand as in held.distance is at most d.
func (h held) within(d int, own card.Cards, need int) bool {
	n := nearest{keep: 2 * minRun, best: need - d - 1, goal: need - d}
	n.search(h, maxTotal)
	return n.best >= need-d && (d >= 3 || n.purely(h, own, d, need-d))
}

// MinDistDiscards sets dst, by card.Card.Index, to the MinDist of the hand
// after discarding each card it holds, and to −1 for cards not held. It returns
// the least, which is the MinDist of the whole hand if that has 14 cards.
func MinDistDiscards(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	// Naively MinDist of every hand less a card. But a discard raises the distance
	// of the whole hand by 0 or 1, and not at all if the melds found for the whole
	// hand can do without the card; only the other cards are searched for again
	// (BenchmarkMinDistDiscards).
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, maxTotal-jokersIn(hand, wild)
	var n nearest
	d := n.distance(h, own, need)
	for i := range dst {
		dst[i] = -1
	}
	least := d + 1
	spare := n.best - n.runs.cover().at(n.left) // covered by sets and the pure run
	for cs := h.once; cs != 0; cs &= cs - 1 {
		c := cs.First()
		one := cs & -cs
		free := n.runs.once&one != 0 && spare+n.runs.take(one).cover().at(n.left) >= need-d
		if free || h.take(one).within(d, own, need) {
			dst[c.Index()] = int8(d)
			least = d
		} else {
			dst[c.Index()] = int8(d + 1)
		}
	}
	return min(least, h.discardJokers(dst, hand, own, need, d))
}

// discardJokers does the part of MinDistDiscards for the jokers of the hand,
// whose distance is d, and returns the least.
func (h held) discardJokers(dst *[card.NumKinds]int8, hand card.Bag, own card.Cards, need, d int) int {
	least := d + 1
	put := func(c card.Card, own card.Cards) {
		dst[c.Index()] = int8(d + 1)
		if h.within(d, own, need+1) {
			dst[c.Index()] = int8(d)
			least = d
		}
	}
	for cs := own; cs != 0; cs &= cs - 1 {
		c := cs.First()
		put(c, own&^(cs&-cs)|hand.Twice&(cs&-cs))
	}
	if hand.Jokers > 0 {
		put(card.Joker, own)
	}
	return least
}

// MinDistDraws sets dst, by card.Card.Index, to the MinDist of the hand with
// one more card, for all 53 faces whether or not such a card is left in the
// deck, and returns the MinDist of the hand. Draws whose entry is less than
// that are the hand's outs.
func MinDistDraws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	for i := range dst {
		dst[i] = int8(MinDist(hand.With(card.FromIndex(i)), wild))
	}
	return MinDist(hand, wild)
}

// FreeCards returns the suited cards of a 14-card hand whose discard keeps the
// distance of the hand: each is left out by some nearest declaration. Whether a
// printed joker is free is in [MinDistDiscards].
func FreeCards(hand card.Bag, wild card.Rank) (free card.Cards) {
	var dist [card.NumKinds]int8
	least := int8(MinDistDiscards(&dist, hand, wild))
	for i, d := range dist[:card.NumKinds-1] {
		if d == least {
			free = free.With(card.FromIndex(i))
		}
	}
	return free
}
