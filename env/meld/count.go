package meld

import "rummygym/env/card"

// count holds what sequences can save in a whole hand. For each suit that can have
// the pure sequence it holds that suit's gains and the lanes of the other suits.
type count struct {
	n     int // suits that can have the pure sequence
	index [card.NumSuits]uint8
	suit  [card.NumSuits]*gains
	other [card.NumSuits]lanes
}

// count returns the count of the hand for its number of jokers.
func (s *suits) count() (t count) {
	j := s.jokers
	g := &s.gains
	if j == 0 {
		sum := g[0].seq&0xff + g[1].seq&0xff + g[2].seq&0xff + g[3].seq&0xff
		for i := range g {
			if g[i].pure&0xff != 0 {
				t.index[t.n&3], t.suit[t.n&3], t.other[t.n&3] = uint8(i), &g[i], sum-g[i].seq&0xff
				t.n++
			}
		}
		return t
	}
	for i := range g {
		if g[i].pure.upTo(j) {
			t.index[t.n&3], t.suit[t.n&3] = uint8(i), &g[i]
			t.other[t.n&3] = g[i^1].seq.with(g[i^2].seq, j).with(g[i^3].seq, j)
			t.n++
		}
	}
	return t
}

// most returns the maximum points that sequences save with j jokers.
func (t *count) most(j int) int {
	best := 0
	for i := range t.n {
		best = max(best, t.suit[i&3].most(t.other[i&3], j))
	}
	return best
}

// mostBoth returns the maximum points that sequences save with j jokers, a pure
// sequence and another sequence among them. It returns 0 if there are no such
// sequences or j < 0. The other sequence has a natural card: where three jokers alone
// could be it, a card of a set with two of them is one too, and the set has the third.
func (t *count) mostBoth(j int) int {
	best := 0
	for i := range t.n {
		best = max(best, t.suit[i&3].mostBoth(t.other[i&3], j))
	}
	return best
}

// swap counts a hand in which one suit has other gains.
type swap struct {
	hand *suits
	all  *count // the count of the hand
	suit card.Suit
	pair [card.NumSuits]lanes // the two suits that are neither suit nor all.suit
}

// turn prepares w for other gains of suit i.
func (w *swap) turn(i card.Suit) {
	w.suit = i
	g := &w.hand.gains
	for n := range w.all.n {
		if k := card.Suit(w.all.index[n&3]); k != i {
			a := i ^ 1
			if a == k {
				a = i ^ 2
			}
			w.pair[n&3] = g[a&3].seq.with(g[(a^i^k)&3].seq, w.hand.jokers)
		}
	}
}

// rest returns the gains of the n-th suit that can have the pure sequence, and
// the lanes of the other suits, if the suit of w has the gains g instead of its
// own. g must not exceed its own gains in any lane.
func (w *swap) rest(n int, g *gains) (*gains, lanes) {
	if card.Suit(w.all.index[n&3]) == w.suit {
		return g, w.all.other[n&3]
	}
	return w.all.suit[n&3], w.pair[n&3].with(g.seq, w.hand.jokers)
}

// mostBoth is [count.mostBoth] with the gains g.
func (w *swap) mostBoth(g *gains, j int) int {
	best := 0
	for n := range w.all.n {
		suit, other := w.rest(n, g)
		best = max(best, suit.mostBoth(other, j))
	}
	return best
}

// mosts returns most and mostBoth with the gains g, and mostBoth for one joker less.
func (w *swap) mosts(g *gains, j int) (most, both, less int) {
	for n := range w.all.n {
		suit, other := w.rest(n, g)
		p, q := suit.mosts(other, j)
		most, both = max(most, p), max(both, q)
		less = max(less, suit.mostBoth(other, j-1))
	}
	return most, both, less
}
