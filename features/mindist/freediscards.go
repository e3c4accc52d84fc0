package mindist

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// FreeDiscards returns the minimum MinDist of a hand after a discard, the suited cards whose
// discard leaves that minimum, and whether the discard of a printed joker does. It gives the
// same results as [Discards], faster.
func FreeDiscards(hand card.Bag, wild card.Rank) (distance int, free card.Cards, joker bool) {
	// If the best melds cover no more cards than they must, no joker is free, and a natural
	// card is free if the runs of some of these melds do not need it (BenchmarkFreeDiscards).
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, MaxSize-JokersIn(hand, wild)
	n := nearest{size: MaxSize}
	var l layings
	if d, most := n.distance(h, purity{own, card.All}, need); most == need-d && h.twice == 0 && l.find(h.once, need-d) {
		x := sparing{hand: h.once, own: own, goal: need - d, holes: d, doubt: h.once}
		if x.look(&l); x.free != 0 { // if none is free, jokers may be
			return d, x.free, false
		}
	}
	var after [card.NumKinds]int8
	distance = Discards(&after, hand, wild)
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		if int(after[cs.First().Index()]) == distance {
			free |= cs & -cs
		}
	}
	return distance, free, int(after[card.Joker.Index()]) == distance
}

// sparing is the state of the search for the free natural cards of a hand.
type sparing struct {
	hand        card.Cards // natural cards, none twice
	own         card.Cards // wild cards
	goal        int        // natural cards to cover
	holes       int        // maximum number of holes of the pure run
	doubt       card.Cards // cards that may be free
	free        card.Cards
	highestOnly bool // find only the highest-point free card, the first of equal ones
}

// look visits the layings of the best melds.
func (x *sparing) look(l *layings) {
	var open card.Cards // cards that are free unless melds then have no pure run
	for i := range l.list[:l.n] {
		w := &l.list[i]
		if x.doubt&w.runs == 0 {
			continue
		}
		_, needed := flipsOf(w.runs, int(w.left), x.goal-int(w.base))
		if some := x.doubt & w.runs &^ needed; some != 0 {
			open |= x.spare(some, w)
		}
	}
	for some := open & x.doubt; some != 0; some &= some - 1 {
		if one := some & -some; x.doubt&one != 0 && x.purely(one) {
			x.found(one)
		}
	}
}

// spare finds free cards among some, cards that the runs of a laying do not need. It returns
// the cards without which it found no pure run.
func (x *sparing) spare(some card.Cards, w *laying) card.Cards {
	if x.holes >= maxHoles {
		x.found(some)
		return 0
	}
	p := purity{x.own, card.All}
	for holes := range x.holes + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(w.runs, s, holes); ws != 0; ws &= ws - 1 {
				run := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				left := int(w.left) - run.Count()
				if left < minRun || some&^run == 0 {
					continue
				}
				runs, goal := w.runs&^run, x.goal-int(w.base)-(run&w.runs).Count()
				if coverOfCards(runs).at(left) < goal {
					continue
				}
				_, needed := flipsOf(runs, left, goal)
				x.found(some & runs &^ needed)
				if some &= x.doubt; some == 0 {
					return 0
				}
			}
		}
	}
	return some
}

// found records free cards.
func (x *sparing) found(some card.Cards) {
	x.doubt &^= some
	x.free |= some
	if x.highestOnly && some != 0 {
		c := highestCard(x.free, card.NoRank)
		x.free = 1 << c
		x.doubt &= discardedBefore[c]
	}
}

// purely reports whether melds with a pure run cover enough without the card one.
func (x *sparing) purely(one card.Cards) bool {
	n := nearest{size: MaxSize}
	return n.purely(held{once: x.hand &^ one}, purity{x.own, card.All}, x.holes, x.goal)
}

// discardedBefore holds, for each card, the natural cards that are discarded before it where
// all are free: those of more points, and those of equal points that come first.
var discardedBefore = func() (before [64]card.Cards) {
	for c := range card.All.Each() {
		for o := range card.All.Each() {
			if p, q := meld.Points(o, card.NoRank), meld.Points(c, card.NoRank); p > q || p == q && o < c {
				before[c] |= 1 << o
			}
		}
	}
	return before
}()

// highestCard returns the highest-point card of a set, the first of equal ones.
func highestCard(cs card.Cards, wild card.Rank) card.Card {
	best, most := card.None, -1
	for ; cs != 0; cs &= cs - 1 {
		if p := meld.Points(cs.First(), wild); p > most {
			best, most = cs.First(), p
		}
	}
	return best
}
