package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// surroundings are the cards with which a suited card can form melds.
type surroundings struct {
	next, second card.Cards    // one and two ranks away in its suit, the ace beside the two and beside the king
	rank         card.Cards    // others of its rank
	runs         [3]card.Cards // the other two cards of the runs of three
	nruns        int
}

// around has the surroundings of the suited cards, by card.Card.Index.
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

// card writes what the opponent may do with card c. None writes nothing.
func (r *AfterstateReader) card(dst []float32, c card.Card) {
	x, o := r.x, r.o
	if c == card.None {
		return
	}
	joker := c == card.Joker || c.Rank() == o.Wild
	x.flag(dst, afterIsJoker, 0, joker)
	x.flag(dst, afterIsPrinted, 0, c == card.Joker)
	x.flag(dst, afterThrownBefore, 0, o.Given[r.opponent].Has(c) || r.refused.Has(c))
	x.count(dst, afterPoints, 0, meld.Points(c, o.Wild))
	if joker {
		x.flag(dst, afterRank, card.NumRanks, true)
	} else {
		x.flag(dst, afterRank, int(c.Rank()), true)
	}
	if c == card.Joker {
		return
	}
	s := &around[c.Index()]
	x.flag(dst, afterUnseenNext, (r.unseen.Once & s.next).Count(), true)
	x.flag(dst, afterUnseenSecond, (r.unseen.Once & s.second).Count(), true)
	x.flag(dst, afterUnseenRank, (r.unseen.Once & s.rank).Count(), true)
	r.expect(dst, s)
	for i, b := range [...]card.Cards{o.Known[r.opponent].Once, o.Given[r.opponent].Once, r.refused.Once} {
		x.count(dst, afterNextOf, i, (b & s.next).Count())
		x.count(dst, afterSecondOf, i, (b & s.second).Count())
		x.count(dst, afterRankOf, i, (b & s.rank).Count())
		x.count(dst, afterRelatedOf, i, (b & (s.next | s.second | s.rank)).Count())
	}
}

// expect writes what the opponent is expected to hold around a card, if each unseen
// card is his with equal chance.
func (r *AfterstateReader) expect(dst []float32, s *surroundings) {
	x, known := r.x, r.o.Known[r.opponent].Once
	chance := float32(r.hidden) / float32(max(r.unseens, 1))
	// held returns the probability that he holds a card.
	held := func(c card.Card) float32 {
		switch {
		case known.Has(c):
			return 1
		case r.unseen.Once.Has(c):
			return chance
		}
		return 0
	}
	// sums returns the expected numbers of cards of a set that he holds, and of
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
	x.fraction(dst, afterRuns, 0, runs)
	x.fraction(dst, afterSets, 0, sets)
	x.fraction(dst, afterNear, 0, near)
	x.fraction(dst, afterSameRank, 0, rank)
}
