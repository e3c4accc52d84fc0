package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// ginAround holds the surroundings of each suited card in Gin Rummy, where the ace is low
// only, by card.Card.Index.
var ginAround = func() (all [card.NumSuited]surroundings) {
	for i := range all {
		c := card.FromIndex(i)
		s := &all[i]
		s.rank = card.OfRank(c.Rank()).Without(c)
		// The spare bits of a lane absorb shifts above the king and below the ace.
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

// card writes the fields of the group GinAfterCard about card c.
func (r *GinReader) card(dst []float32, c card.Card) {
	x, s := r.x, &ginAround[c.Index()]
	x.Flag(dst, ginAfterRank, int(c.Rank()), true)
	x.Flag(dst, ginAfterUnseenNext, (r.unseen & s.next).Count(), true)
	x.Flag(dst, ginAfterUnseenSecond, (r.unseen & s.second).Count(), true)
	x.Flag(dst, ginAfterUnseenRank, (r.unseen & s.rank).Count(), true)
	r.expect(dst, s)
	for i, b := range [...]card.Cards{r.known, r.given, r.refused} {
		x.Count(dst, ginAfterNextOf, i, (b & s.next).Count())
		x.Count(dst, ginAfterSecondOf, i, (b & s.second).Count())
		x.Count(dst, ginAfterRankOf, i, (b & s.rank).Count())
		x.Count(dst, ginAfterRelatedOf, i, (b & (s.next | s.second | s.rank)).Count())
	}
	x.Count(dst, ginAfterPips, 0, deadwood.Pips(c))
	x.Flag(dst, ginAfterMeldsKnown, 0, deadwood.Completing(r.known).Has(c))
}

// expect writes the expected numbers of surroundings that the opponent holds, if all unseen
// cards are equally likely in its hand.
func (r *GinReader) expect(dst []float32, s *surroundings) {
	x := r.x
	// expected returns the expected number of cards of a set that the opponent holds.
	expected := func(cs card.Cards) float32 {
		return float32((cs & r.known).Count()) + float32(r.chance*float32((cs&r.unseen).Count()))
	}
	// both returns the probability that the opponent holds both cards of a pair, as if they
	// were independent.
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
	x.Fraction(dst, ginAfterRuns, 0, runs)
	x.Fraction(dst, ginAfterSets, 0, sets)
	x.Fraction(dst, ginAfterNear, 0, expected(s.next|s.second))
	x.Fraction(dst, ginAfterSameRank, 0, expected(s.rank))
}
