package features

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// FreeDiscards returns the least MinDist that a discard leaves of a hand, the suited
// cards whose discard leaves that, and whether the discard of a printed joker does. It
// says what [MinDistDiscards] says, sooner.
func FreeDiscards(hand card.Bag, wild card.Rank) (least int, free card.Cards, joker bool) {
	// If the best melds cover no more than they must, no joker is free, and a card is if
	// the runs of some of these melds can do without it (BenchmarkFreeDiscards).
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, maxTotal-jokersIn(hand, wild)
	n := nearest{size: maxTotal}
	d, most := n.distance(h, purity{own, card.All}, need)
	var l layings
	if d == 0 || most != need-d || h.twice != 0 || !l.find(h.once, need-d) {
		return freeOfDiscards(hand, wild)
	}
	x := sparing{hand: h.once, own: own, goal: need - d, holes: d, doubt: h.once}
	x.look(&l)
	if x.free == 0 { // then perhaps jokers
		return freeOfDiscards(hand, wild)
	}
	return d, x.free, false
}

// freeOfDiscards is FreeDiscards by MinDistDiscards.
func freeOfDiscards(hand card.Bag, wild card.Rank) (least int, free card.Cards, joker bool) {
	var dist [card.NumKinds]int8
	least = MinDistDiscards(&dist, hand, wild)
	for cs := hand.Once; cs != 0; cs &= cs - 1 {
		if int(dist[cs.First().Index()]) == least {
			free |= cs & -cs
		}
	}
	return least, free, int(dist[card.Joker.Index()]) == least
}

// sparing looks for the free natural cards of a hand.
type sparing struct {
	hand    card.Cards // natural cards, none twice
	own     card.Cards // wild cards
	goal    int        // natural cards to cover
	holes   int        // what a pure run may miss
	doubt   card.Cards // cards that may be free
	free    card.Cards
	dearest bool // only the dearest free card is wanted, the first of equal ones
}

// look goes through the layings of the best melds.
func (x *sparing) look(l *layings) {
	var open card.Cards // cards to spare, but perhaps not with a pure run
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

// spare finds free cards among some that the runs of a laying can do without, and returns
// those which it cannot spare together with a pure run.
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

// found takes note of free cards.
func (x *sparing) found(some card.Cards) {
	x.doubt &^= some
	x.free |= some
	if x.dearest && some != 0 {
		c := dearest(x.free, card.NoRank)
		x.free = 1 << c
		x.doubt &= dearer[c]
	}
}

// purely reports whether melds with a pure run cover enough without a card.
func (x *sparing) purely(one card.Cards) bool {
	n := nearest{size: maxTotal}
	return n.purely(held{once: x.hand &^ one}, purity{x.own, card.All}, x.holes, x.goal)
}

// dearer lists by card the natural cards that are thrown before it, where all are free:
// those of more points, and of as many points those that come first.
var dearer = func() (before [64]card.Cards) {
	for c := range card.All.Each() {
		for o := range card.All.Each() {
			if p, q := meld.Points(o, card.NoRank), meld.Points(c, card.NoRank); p > q || p == q && o < c {
				before[c] |= 1 << o
			}
		}
	}
	return before
}()
