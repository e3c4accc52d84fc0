package meld

import "rummygym/env/card"

// count is what sequences can save in a whole hand. For each suit that can have
// the pure sequence it holds that suit's gains and the lanes of the others.
type count struct {
	n     int // suits that can have the pure sequence
	index [card.NumSuits]uint8
	suit  [card.NumSuits]*gains
	other [card.NumSuits]lanes
}

// count counts the hand for its number of jokers.
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

// most returns the most points that sequences save with j jokers.
func (t *count) most(j int) int {
	best := 0
	for i := range t.n {
		best = max(best, t.suit[i&3].most(t.other[i&3], j))
	}
	return best
}

// mostBoth returns the most points that sequences save with j jokers if a pure
// sequence and another one are among them, and 0 if that cannot be or j < 0.
func (t *count) mostBoth(j int) int {
	best := 0
	for i := range t.n {
		best = max(best, t.suit[i&3].mostBoth(t.other[i&3], j))
	}
	if j >= 3 { // three jokers alone are the other sequence
		best = max(best, t.most(j-3))
	}
	return best
}

// mostBothWith is mostBoth of the hand s, which t counts, if suit i has the
// gains g instead of its own. g may only be less.
func (t *count) mostBothWith(s *suits, i card.Suit, g *gains, j int) int {
	best, alone := 0, 0
	for n := range t.n {
		suit, other := t.suit[n&3], t.other[n&3]
		if k := card.Suit(t.index[n&3]); k == i {
			suit = g
		} else if (g.seq ^ s.gains[i&3].seq).upTo(s.jokers) {
			// The two suits that are neither.
			a := i ^ 1
			if a == k {
				a = i ^ 2
			}
			b := a ^ i ^ k
			other = s.gains[a&3].seq.with(s.gains[b&3].seq, s.jokers).with(g.seq, s.jokers)
		}
		best = max(best, suit.mostBoth(other, j))
		if j >= 3 {
			alone = max(alone, suit.most(other, j-3))
		}
	}
	return max(best, alone)
}
