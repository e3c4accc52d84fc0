package features

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// Formulas tells whose formulas of paper 001 are meant.
type Formulas uint8

// The formulas.
const (
	PaperFormulas    Formulas = iota // formulas 10 to 17 as they are printed
	ReleasedFormulas                 // what the authors' published program computes
)

// MyopicMeldDistance returns r_m of paper 001 (formulas 10 and 11): the deadwood
// that the next card drawn from the unknown ones is expected to put into melds,
// in points, not negative. It counts each card of the hand outside the first best
// arrangement ([meld.Best]) with its pips, times the number of unknown cards that
// complete a meld with it, divided by the number of unknown cards. The released
// form counts a card once for each almost-meld that it completes, so that 9♠
// counts twice for the 7♠ of 6♠ 7♠ 8♠. It is 0 if no cards are unknown.
//
// In spite of its name it is the higher the better.
func MyopicMeldDistance(hand, unknown card.Cards, f Formulas) float64 {
	n := unknown.Count()
	if n == 0 {
		return 0
	}
	return float64(CompletingPoints(hand, meld.Best(hand).Cards(), unknown, f)) / float64(n)
}

// CompletingPoints returns |U|·r_m of [MyopicMeldDistance], a whole number, for a
// hand whose melded cards are known: those of an optimal arrangement, which do
// not count.
//
// Naively one looks at all 329 melds that lack one card. Here it is the cards
// that complete a run and then the ranks of which the hand holds two or more.
func CompletingPoints(hand, melded, unknown card.Cards, f Formulas) int {
	loose := hand &^ melded
	unknown &^= hand
	points := 0
	// A card completes a run if two neighbours on one side or one on each are
	// in the hand. A lane's spare bits keep the shifts apart.
	below, above := hand<<1, hand>>1
	for a := unknown & (below&(hand<<2) | above&(hand>>2) | below&above); a != 0; a &= a - 1 {
		points += runPoints(hand, loose, a.First(), f)
	}
	return points + setPoints(hand, loose, unknown, f)
}

// runPoints returns what affix counts for the loose cards of the runs that it
// completes.
func runPoints(hand, loose card.Cards, affix card.Card, f Formulas) int {
	// The cards of the hand next to the affix, below and above it: all between
	// it and the first that is missing.
	under := bits.LeadingZeros64(^(uint64(hand) << (63 - affix) << 1))
	over := bits.TrailingZeros64(^(uint64(hand) >> affix >> 1))
	if f == PaperFormulas {
		low := uint64(1)<<under - 1
		return meld.PipTotal(loose & card.Cards(low<<(int(affix)-under)|(1<<over-1)<<(affix+1)))
	}
	points := 0
	for i := 1; i <= under; i++ {
		if c := affix - card.Card(i); loose.Has(c) {
			points += meld.Pips(c) * runsThrough(i, under, over)
		}
	}
	for i := 1; i <= over; i++ {
		if c := affix + card.Card(i); loose.Has(c) {
			points += meld.Pips(c) * runsThrough(i, over, under)
		}
	}
	return points
}

// runsThrough returns the number of runs of three and more through an affix and
// the card i places to one side of it, where near cards follow the affix on that
// side and far on the other. One of two cards is none.
func runsThrough(i, near, far int) int {
	n := (near - i + 1) * (far + 1)
	if i == 1 {
		n--
	}
	return n
}

// setPoints returns what the unknown cards count for the loose cards of the sets
// that they complete.
func setPoints(hand, loose, unknown card.Cards, f Formulas) int {
	points := 0
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	pairs := (c&d | h&s | (c|d)&(h|s)) & card.OfSuit(card.Clubs)
	for ; pairs != 0; pairs &= pairs - 1 {
		four := card.OfRank(pairs.First().Rank())
		n := (four & unknown).Count()
		if f == ReleasedFormulas && (four&hand).Count() == 3 {
			n *= 3 // with either of the other two, and with both
		}
		points += n * (four & loose).Count() * meld.Pips(pairs.First())
	}
	return points
}
