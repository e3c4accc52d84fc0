package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// surroundings holds the cards with which a suited card can form melds.
type surroundings struct {
	next, second card.Cards    // one and two ranks away in its suit, the ace beside the two and beside the king
	rank         card.Cards    // other cards of its rank
	runs         [3]card.Cards // the other two cards of each run of three
	nruns        int
}

// around holds the surroundings of each suited card, by card.Card.Index.
var around = func() (all [card.NumKinds - 1]surroundings) {
	for i := range all {
		c := card.FromIndex(i)
		s := &all[i]
		s.rank = card.OfRank(c.Rank()).Without(c)
		// Places 0 (ace) to 13 (ace above the king).
		at := func(place int) card.Cards {
			if place < 0 || place > card.NumRanks {
				return 0
			}
			return card.Cards(0).With(card.New(card.Rank(place%card.NumRanks), c.Suit()))
		}
		places := []int{int(c.Rank())}
		if c.Rank() == card.Ace {
			places = append(places, card.NumRanks)
		}
		for _, p := range places {
			s.next |= at(p-1) | at(p+1)
			s.second |= at(p-2) | at(p+2)
			for from := max(p-2, 0); from <= min(p, card.NumRanks-2); from++ {
				s.runs[s.nruns] = (at(from) | at(from+1) | at(from+2)).Without(c)
				s.nruns++
			}
		}
	}
	return all
}()

// card writes the fields of the group AfterCard about card c. It does nothing if c is
// card.None.
func (r *IndianReader) card(dst []float32, c card.Card) {
	x, o := r.x, r.o
	if c == card.None {
		return
	}
	joker := c == card.Joker || c.Rank() == o.Wild
	x.Flag(dst, afterIsJoker, 0, joker)
	x.Flag(dst, afterIsPrinted, 0, c == card.Joker)
	x.Flag(dst, afterDiscardedBefore, 0, o.Given[r.opponent].Has(c) || r.refused.Has(c))
	x.Count(dst, afterPoints, 0, meld.Points(c, o.Wild))
	if joker {
		x.Flag(dst, afterRank, card.NumRanks, true)
	} else {
		x.Flag(dst, afterRank, int(c.Rank()), true)
	}
	if c == card.Joker {
		return
	}
	s := &around[c.Index()]
	x.Flag(dst, afterUnseenNext, (r.unseen.Once & s.next).Count(), true)
	x.Flag(dst, afterUnseenSecond, (r.unseen.Once & s.second).Count(), true)
	x.Flag(dst, afterUnseenRank, (r.unseen.Once & s.rank).Count(), true)
	r.expect(dst, s)
	for i, b := range [...]card.Cards{o.Known[r.opponent].Once, o.Given[r.opponent].Once, r.refused.Once} {
		x.Count(dst, afterNextOf, i, (b & s.next).Count())
		x.Count(dst, afterSecondOf, i, (b & s.second).Count())
		x.Count(dst, afterRankOf, i, (b & s.rank).Count())
		x.Count(dst, afterRelatedOf, i, (b & (s.next | s.second | s.rank)).Count())
	}
}

// expect writes the expected numbers of surroundings that the opponent holds, if all unseen
// cards are equally likely in its hand.
func (r *IndianReader) expect(dst []float32, s *surroundings) {
	x, known := r.x, r.o.Known[r.opponent].Once
	chance := float32(r.hidden) / float32(max(r.unseens, 1))
	// held returns the probability that the opponent holds a card.
	held := func(c card.Card) float32 {
		switch {
		case known.Has(c):
			return 1
		case r.unseen.Once.Has(c):
			return chance
		}
		return 0
	}
	// sums returns the expected number of cards of a set that the opponent holds, and of
	// pairs of them.
	sums := func(cs card.Cards) (single, pairs float32) {
		for ; cs != 0; cs &= cs - 1 {
			p := held(cs.First())
			pairs += float32(single * p)
			single += p
		}
		return single, pairs
	}
	runs := float32(0)
	for _, w := range s.runs[:s.nruns] {
		first := w.First()
		runs += float32(held(first) * held(w.Without(first).First()))
	}
	near, _ := sums(s.next | s.second)
	rank, sets := sums(s.rank)
	x.Fraction(dst, afterRuns, 0, runs)
	x.Fraction(dst, afterSets, 0, sets)
	x.Fraction(dst, afterNear, 0, near)
	x.Fraction(dst, afterSameRank, 0, rank)
}
