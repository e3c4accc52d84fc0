package meld

import "rummygym/env/card"

// count is what sequences can save in a whole hand. For each suit that can have
// the pure sequence it holds that suit's gains and the lanes of the others.
type count struct {
	n     int // suits that can have the pure sequence
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
				t.suit[t.n&3], t.other[t.n&3] = &g[i], sum-g[i].seq&0xff
				t.n++
			}
		}
		return t
	}
	for i := range g {
		if g[i].pure.upTo(j) {
			t.suit[t.n&3] = &g[i]
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
