package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// Draws sets dst, by card.Card.Index, to the MinDist of the hand with one more card, for
// all 53 different cards whether or not one is left in the deck, and returns the MinDist of
// the hand. The outs are the cards whose entry is below that.
func Draws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank) int {
	// Naively MinDist is computed for 53 hands. But a draw lowers the distance by 0 or 1,
	// and if more natural cards must be covered, the drawn card must be among them: in runs
	// or a set of melds that without it cover as many cards as the best. So these melds are
	// visited once, for all cards (BenchmarkMinDistDraws).
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, MaxSize-JokersIn(hand, wild)
	n := nearest{size: MaxSize}
	d, most := n.distance(h, purity{own, card.All}, need)
	for i := range dst {
		dst[i] = int8(d)
	}
	if d == 0 {
		return 0
	}
	for cs := h.outs(own, nat, need, d, most); cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = int8(d - 1)
	}
	h.drawJokers(dst, own, nat, need, d)
	return d
}

// drawJokers does the part of Draws for jokers. With one more joker at distance d−1, the
// melds must cover as many cards as before, so only the pure run can be missing.
func (h held) drawJokers(dst *[card.NumKinds]int8, own, nat card.Cards, need, d int) {
	n := nearest{size: MaxSize, keep: 2 * minRun, best: need - d - 1, goal: need - d}
	if d <= 3 {
		n.search(h, MaxSize)
	}
	lowers := func(own card.Cards) bool {
		m := n
		return d > 3 || m.purely(h, purity{own, card.All}, d-1, need-d)
	}
	joker := lowers(own)
	if joker {
		dst[card.Joker.Index()]--
	}
	for cs := card.All &^ nat; cs != 0; cs &= cs - 1 {
		one := cs & -cs
		if joker || own&one == 0 && lowers(own|one) {
			dst[cs.First().Index()]--
		}
	}
}

// outs returns the natural cards whose draw lowers the distance d, which is not 0.
func (h held) outs(own, nat card.Cards, need, d, most int) (outs card.Cards) {
	x := drawing{h: h, own: own, d: d - 1, goal: need - d, doubt: nat}
	var all ways
	if most == x.goal {
		m := nearest{size: MaxSize, keep: 2 * minRun, best: x.goal - 1, goal: MaxSize + 1, all: &all}
		m.search(h, MaxSize)
	}
	if all.n == 0 || all.full { // some best melds are unknown
		for cs := nat; cs != 0; cs &= cs - 1 {
			if h.add(cs.First()).within(d-1, own, need) {
				outs |= cs & -cs
			}
		}
		return outs
	}
	for i := range all.list[:all.n] {
		x.inRuns(&all.list[i])
	}
	x.inSets()
	return x.outs
}

// drawing is the state of the search for the outs of a hand.
type drawing struct {
	h     held
	own   card.Cards // wild cards held
	d     int        // distance after the draw of an out
	goal  int        // natural cards to cover besides the drawn one
	doubt card.Cards // cards not decided yet
	outs  card.Cards // cards found to be outs
	pure  card.Cards // pure run with which the last card was found to be an out
}

// inRuns finds outs that runs can cover with the way w.
func (x *drawing) inRuns(w *way) {
	f, base, left := w.runs.frame(), int(w.base), int(w.left)
	for s := range card.NumSuits {
		ranks := uint16(x.doubt >> (16 * s))
		l := w.runs.lane(card.Suit(s))
		if t := &f.suit[s]; l>>16 == 0 && t.pair != nil {
			some := ranks &^ l.once()
			ranks &= l.once()
			for ; some != 0; some &= some - 1 {
				one := some & -some
				c := tab.ofSuit[(l.once()|one)&(1<<card.NumRanks-1)]
				if base+t.four[t.pair[c]].at(left) > x.goal {
					x.decideInRuns(w, s, one)
				}
			}
		}
		for ; ranks != 0; ranks &= ranks - 1 {
			one := ranks & -ranks
			if base+f.cover(s, l.add(bits.TrailingZeros16(one))).at(left) > x.goal {
				x.decideInRuns(w, s, one)
			}
		}
	}
}

// decideInRuns decides the card of suit s with the rank bit one, which runs can cover.
func (x *drawing) decideInRuns(w *way, s int, one uint16) {
	c := card.Card(16*s + bits.TrailingZeros16(one))
	x.decide(c, w.runs.add(c), int(w.base), int(w.left))
}

// inSets finds outs that can be in a set, alone or with another set.
func (x *drawing) inSets() {
	c, atLeast := x.h.cover(), ranksHeld(x.h.once)
	x.inLastSet(x.h, c, 0, MaxSize)
	// The set with the drawn card covers at most three others.
	most := 1
	for most < 3 && atLeast[most+1] != 0 {
		most++
	}
	wanting := max(2, x.goal-most-c.at(MaxSize-6)) // number of cards that the other set must cover
	if wanting > 4 {
		return
	}
	for ranks := atLeast[wanting]; ranks != 0; ranks &= ranks - 1 {
		set := x.h.once & card.OfRank(card.Rank(bits.TrailingZeros16(ranks)))
		k := set.Count()
		m := x.h.take(set)
		if k < 4 {
			x.inLastSet(m, m.cover(), k, MaxSize-3)
			continue
		}
		x.inLastSet(m, m.cover(), 4, MaxSize-4)
		for one := set; one != 0; one &= one - 1 {
			m := x.h.take(set &^ (one & -one))
			x.inLastSet(m, m.cover(), 3, MaxSize-3)
		}
	}
}

// inLastSet finds outs that can be in a set, the last one laid. The set laid before covers base cards
// and leaves the cards h, whose runs cover c, and melds of total size size. A second copy of a card
// need not be tried: as well the first one is in the set and the second in a run.
func (x *drawing) inLastSet(h held, c cover, base, size int) {
	wanting := max(1, x.goal-base-c.at(size-3)) // number of cards of h that the set must cover
	for ranks := ranksHeld(h.once)[min(wanting, 4)]; ranks != 0; ranks &= ranks - 1 {
		rank := card.OfRank(card.Rank(bits.TrailingZeros16(ranks)))
		set := h.once & rank
		if others := x.doubt & rank &^ set; others != 0 {
			x.inSet(h, set, others, base, size)
		}
	}
}

// inSet decides the cards of some, each of which can join set.
func (x *drawing) inSet(h held, set, some card.Cards, base, size int) {
	if some == 0 {
		return
	}
	k := set.Count()
	if k < 3 {
		x.tryDraw(h.take(set), some, base+k, size-3)
		return
	}
	if size-4 >= 2*minRun {
		x.tryDraw(h.take(set), some, base+3, size-4)
	}
	for one := set; one != 0; one &= one - 1 {
		x.tryDraw(h.take(set&^(one&-one)), some, base+2, size-3)
	}
}

// tryDraw decides the cards of some if, with one of them in a set, runs of total length left
// cover enough of the cards of runs; base other cards are covered by sets.
func (x *drawing) tryDraw(runs held, some card.Cards, base, left int) {
	if base+runs.cover().at(left) < x.goal {
		return
	}
	for cs := some & x.doubt; cs != 0; cs &= cs - 1 {
		x.decide(cs.First(), runs, base+1, left)
	}
}

// decide decides whether c, with which melds cover enough, is an out. The melds leave runs
// of total length left and the cards runs; if the distance is small, one of these runs, or
// one of other melds, must be pure. The pure run of the last out is tried first.
func (x *drawing) decide(c card.Card, runs held, base, left int) {
	x.doubt = x.doubt.Without(c)
	if x.d < 3 {
		w := x.pure
		rest := left - w.Count()
		again := w != 0 && rest >= minRun && (w&^(runs.once|x.own)).Count() <= x.d &&
			base+(w&runs.once).Count()+runs.take(w).cover().at(rest) > x.goal
		if !again {
			n := nearest{size: MaxSize, base: base, runs: runs, left: left}
			if !n.purely(x.h.add(c), purity{x.own, card.All}, x.d, x.goal+1) {
				return
			}
			x.pure = n.pure
		}
	}
	x.outs = x.outs.With(c)
}
