package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// ginAround has the surroundings of the suited cards in Gin Rummy, where the ace is low
// only, by card.Card.Index.
var ginAround = func() (all [numSuited]surroundings) {
	for i := range all {
		c := card.FromIndex(i)
		s := &all[i]
		s.rank = card.OfRank(c.Rank()).Without(c)
		// A lane's spare bits take what is above the king; below the ace there is
		// nothing of the suit.
		suit, one := card.OfSuit(c.Suit()), card.Cards(0).With(c)
		s.next = (one<<1 | one>>1) & suit
		s.second = (one<<2 | one>>2) & suit
		for from := max(int(c.Rank())-2, 0); from <= min(int(c.Rank()), card.NumRanks-3); from++ {
			three := card.Cards(7) << (from + 16*int(c.Suit()))
			s.runs[s.nruns] = three.Without(c)
			s.nruns++
		}
	}
	return all
}()

// card writes what the opponent may do with card c.
func (r *GinAfterstateReader) card(dst []float32, c card.Card) {
	x, s := r.x, &ginAround[c.Index()]
	x.flag(dst, ginAfterRank, int(c.Rank()), true)
	x.flag(dst, ginAfterUnseenNext, (r.unseen & s.next).Count(), true)
	x.flag(dst, ginAfterUnseenSecond, (r.unseen & s.second).Count(), true)
	x.flag(dst, ginAfterUnseenRank, (r.unseen & s.rank).Count(), true)
	r.expect(dst, s)
	for i, b := range [...]card.Cards{r.known, r.given, r.refused} {
		x.count(dst, ginAfterNextOf, i, (b & s.next).Count())
		x.count(dst, ginAfterSecondOf, i, (b & s.second).Count())
		x.count(dst, ginAfterRankOf, i, (b & s.rank).Count())
		x.count(dst, ginAfterRelatedOf, i, (b & (s.next | s.second | s.rank)).Count())
	}
	x.count(dst, ginAfterPips, 0, meld.Pips(c))
	x.flag(dst, ginAfterMeldsKnown, 0, meld.Completing(r.known).Has(c))
}

// expect writes what the opponent is expected to hold around a card, if each unseen card
// is his with equal chance.
func (r *GinAfterstateReader) expect(dst []float32, s *surroundings) {
	x := r.x
	// expected returns the expected number of cards of a set that he holds.
	expected := func(cs card.Cards) float32 {
		return float32((cs & r.known).Count()) + float32(r.chance*float32((cs&r.unseen).Count()))
	}
	// both returns the probability that he holds two cards, as if they were drawn apart.
	both := func(pair card.Cards) float32 {
		return float32(expected(pair&-pair) * expected(pair&(pair-1)))
	}
	runs, sets := float32(0), float32(0)
	for _, pair := range s.runs[:s.nruns] {
		runs += both(pair)
	}
	for left := s.rank; left != 0; left &= left - 1 {
		sets += both(s.rank &^ (left & -left))
	}
	x.fraction(dst, ginAfterRuns, 0, runs)
	x.fraction(dst, ginAfterSets, 0, sets)
	x.fraction(dst, ginAfterNear, 0, expected(s.next|s.second))
	x.fraction(dst, ginAfterSameRank, 0, expected(s.rank))
}
