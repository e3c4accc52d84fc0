package meld

import "rummygym/env/card"

// MinScore returns the least points that the hand, of 1 to 14 cards, can be
// counted at, in [0, 130] and not capped (paper 000, section IV.A). Melds save
// points in stages: without a pure sequence every card counts; with one and no
// other sequence beside it, every card outside the best pure sequence counts;
// with both, every card outside melds. A hand of 14 cards is counted at its best
// 13, the least MinScore over its discards.
func MinScore(hand card.Bag, wild card.Rank) int {
	total := Total(hand, wild)
	if !hasPure(hand) && hand.Count() < 14 {
		return total
	}
	if hand.Count() == 14 {
		var scores [card.NumKinds]int16
		MinScoreDiscards(&scores, hand, wild)
		least := int16(1 << 14)
		for c := range hand.Each() {
			least = min(least, scores[c.Index()])
		}
		return int(least)
	}
	return total - saved(&hand, wild, total)
}

// saved returns the most points that the cards of the hand, all of them, can
// save by melds. total is the points of them all.
func saved(hand *card.Bag, wild card.Rank, total int) int {
	var s suits
	split(&s, hand, wild)
	if s.overflows(total) {
		return savedByRules(*hand, wild)
	}
	s.weigh(s.once | s.wild)
	t := newTally(&s)
	best := t.most(s.jokers)
	if best == total {
		return best
	}
	return s.addSets(&t, best, total)
}

// overflows reports whether the hand has more jokers or points than lanes take.
// Without jokers only the lanes of each suit by itself count, because sums are
// of lane 0 alone and have eight bits. Such hands are freaks: eight jokers, or
// 13 cards of ten points with a joker, or in one suit.
func (s *suits) overflows(total int) bool {
	if s.jokers > maxJokers || total > maxLane && s.jokers > 0 {
		return true
	}
	if total > maxLane && s.twice != 0 {
		for i := range card.Suit(card.NumSuits) {
			lane := card.OfSuit(i)
			if setPoints(s.once&lane)+setPoints(s.twice&lane)+setPoints(s.thrice&lane) > maxLane {
				return true
			}
		}
	}
	return false
}

// savedByRules is saved by the search for any rules, for hands that overflow.
// It allocates, and takes up to milliseconds.
func savedByRules(hand card.Bag, wild card.Rank) int {
	s := search{rules: Default(), wild: wild, memo: make(map[searchState]int)}
	return s.best(s.state(hand, 0)) / jokerUnit
}

// tally is what sequences can save in a whole hand. For each suit that can have
// the pure sequence it holds that suit's gains and the lanes of the others.
type tally struct {
	n     int // suits that can have the pure sequence
	pure  [card.NumSuits]lanes
	both  [card.NumSuits]lanes
	other [card.NumSuits]lanes
}

func newTally(s *suits) (t tally) {
	j := s.jokers
	g := &s.gains
	if j == 0 {
		sum := g[0].seq&0xff + g[1].seq&0xff + g[2].seq&0xff + g[3].seq&0xff
		for i := range g {
			if g[i].pure&0xff != 0 {
				t.pure[t.n&3], t.both[t.n&3], t.other[t.n&3] = g[i].pure, g[i].both, sum-g[i].seq&0xff
				t.n++
			}
		}
		return t
	}
	for i := range g {
		if !g[i].pure.upTo(j) {
			continue
		}
		other := g[i^1].seq.with(g[i^2].seq, j).with(g[i^3].seq, j)
		t.pure[t.n&3], t.both[t.n&3], t.other[t.n&3] = g[i].pure, g[i].both, other
		t.n++
	}
	return t
}

// most returns the most points that sequences save with j jokers.
func (t *tally) most(j int) int {
	best := 0
	for i := range t.n {
		best = max(best, t.pure[i&3].most(t.other[i&3], j))
	}
	return best
}

// mostBoth returns the most points that sequences save with j jokers if a pure
// sequence and another one are among them, and 0 if that cannot be or j < 0.
func (t *tally) mostBoth(j int) int {
	best := 0
	for i := range t.n {
		pure, both, other := t.pure[i&3], t.both[i&3], t.other[i&3]
		for k := 0; k <= j; k++ {
			p, o := pure.at(k), other.at(j-k)
			if o == 0 {
				p = both.at(k)
			}
			if p != 0 {
				best = max(best, p+o)
			}
		}
	}
	if j >= 3 { // three jokers alone are the other sequence
		best = max(best, t.most(j-3))
	}
	return best
}
