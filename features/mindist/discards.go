package mindist

import "rummygym/env/card"

// notHeld is the result for a hand without cards.
var notHeld = func() (dist [card.NumKinds]int8) {
	for i := range dist {
		dist[i] = -1
	}
	return dist
}()

// Discards sets dst, by card.Card.Index, to the MinDist of the hand after discarding each
// of its cards, and to −1 for cards not held. It returns the minimum, which is the MinDist
// of the whole hand if that has 14 cards.
func Discards(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	// Naively MinDist is computed for every hand without one card. But a discard raises the
	// distance of the whole hand by 0 or 1, and by 0 if some best melds do not need the
	// card; so all best melds are visited once (BenchmarkMinDistDiscards).
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, MaxSize-JokersIn(hand, wild)
	n := nearest{size: MaxSize}
	d, most := n.distance(h, purity{own, card.All}, need)
	free := n.free(h, own, need, d, most)
	*dst = notHeld
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = int8(d + 1)
	}
	for cs := free; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = int8(d)
	}
	if hand.Jokers > 0 {
		dst[card.Joker.Index()] = int8(d + 1)
	}
	jokersFree := h.discardJokers(dst, hand, own, need, d, most)
	if free != 0 || jokersFree {
		return d
	}
	return d + 1
}

// free returns the natural cards of h that can be discarded without raising the
// distance d; n holds melds at that distance.
func (n *nearest) free(h held, own card.Cards, need, d, most int) card.Cards {
	goal := need - d
	var free card.Cards
	if d < 3 { // with its pure run
		free = n.runs.spared(n.runs.once, n.base, n.left, goal)
	}
	doubt := h.once &^ free
	var all ways
	if most == goal && d > 0 {
		m := nearest{size: MaxSize, keep: 2 * minRun, best: goal - 1, goal: MaxSize + 1, all: &all}
		m.search(h, MaxSize)
	}
	if all.n == 0 || all.full { // some best melds are unknown
		for cs := doubt; cs != 0; cs &= cs - 1 {
			if one := cs & -cs; h.take(one).within(d, own, need) {
				free |= one
			}
		}
		return free
	}
	for i := range all.list[:all.n] {
		w := &all.list[i]
		if doubt&w.runs.once == 0 {
			continue
		}
		spared := w.runs.spared(doubt&w.runs.once, int(w.base), int(w.left), goal)
		doubt &^= spared
		if d >= 3 {
			free |= spared
			continue
		}
		for cs := spared; cs != 0; cs &= cs - 1 {
			one := cs & -cs
			m := nearest{size: MaxSize, base: int(w.base), runs: w.runs.take(one), left: int(w.left)}
			if m.purely(h.take(one), purity{own, card.All}, d, goal) {
				free |= one
			}
		}
	}
	return free
}

// spared returns the cards of some that runs do not need: without such a card, runs of total
// length left still cover goal−base cards of h. With all cards of h they must cover that
// many.
func (h held) spared(some card.Cards, base, left, goal int) (spared card.Cards) {
	f := h.frame()
	at, wanted := &coverBits[left&15], cover(max(0, goal-base))
	for s := range card.NumSuits {
		ranks := uint16(some >> (16 * s))
		if h.twice == 0 {
			m, t := uint16(h.once>>(16*s)), &f.suit[s]
			for ; ranks != 0; ranks &= ranks - 1 {
				one := ranks & -ranks
				c := tab.ofSuit[m&^one&(1<<card.NumRanks-1)]
				if t.four[t.pair[c]]>>(at.shift&31)&at.mask >= wanted {
					spared |= card.Cards(one) << (16 * s)
				}
			}
			continue
		}
		l := h.lane(card.Suit(s))
		for ; ranks != 0; ranks &= ranks - 1 {
			one := ranks & -ranks
			if base+f.cover(s, l.take(one)).at(left) >= goal {
				spared |= card.Cards(one) << (16 * s)
			}
		}
	}
	return spared
}

// discardJokers does the part of Discards for the jokers of the hand, and
// reports whether one can be discarded without raising the distance.
func (h held) discardJokers(dst *[card.NumKinds]int8, hand card.Bag, own card.Cards, need, d, most int) (free bool) {
	possible := most >= need || most > need-d // a covered card must replace the joker
	for cs := own; cs != 0; cs &= cs - 1 {
		one := cs & -cs
		if possible && h.within(d, own&^one|hand.Twice&one, need+1) {
			dst[cs.First().Index()], free = int8(d), true
		}
	}
	if hand.Jokers > 0 && possible && h.within(d, own, need+1) {
		dst[card.Joker.Index()], free = int8(d), true
	}
	return free
}
