package ginhand

import (
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// Formulas selects between two versions of the formulas of goldman2021evaluating.
type Formulas uint8

// The versions.
const (
	PaperFormulas    Formulas = iota // formulas 10 to 17 as printed
	ReleasedFormulas                 // what the authors' published program computes
)

// MeldDistanceWeight is w_m of goldman2021evaluating (section 5.1): the weight of
// [MyopicMeldDistance] in the value of a hand (formula 2).
const MeldDistanceWeight = 0.85

// MyopicMeldDistance returns r_m of goldman2021evaluating (formulas 10 and 11):
// the expected deadwood, in points, that a card drawn from the unknown cards puts into
// melds, at least 0. It is the sum, over the cards of the hand outside the first best
// arrangement ([deadwood.Best]), of the card's pips times the number of unknown cards that
// complete a meld with it, divided by the number of unknown cards. The released version
// counts an unknown card once for each almost-meld that it completes, so that 9♠ counts
// twice for the 7♠ of 6♠ 7♠ 8♠. It is 0 if no cards are unknown.
//
// Higher is better, despite the name.
func MyopicMeldDistance(hand, unknown card.Cards, f Formulas) float64 {
	n := unknown.Count()
	if n == 0 {
		return 0
	}
	return float64(CompletingPoints(hand, deadwood.Best(hand).Cards(), unknown, f)) / float64(n)
}

// CompletingPoints returns |U|·r_m of [MyopicMeldDistance], a whole number of points.
// The cards of melded, those of an optimal arrangement of the hand, do not count.
//
// Naively all 329 melds are checked for a single missing card. Here first the cards that
// complete a run are found, and then the ranks of which the hand holds two or more.
func CompletingPoints(hand, melded, unknown card.Cards, f Formulas) int {
	loose := hand &^ melded
	unknown &^= hand
	points := 0
	// A card completes a run if its two neighbours on one side, or one on each side, are
	// in the hand. The spare bits of a lane keep the shifts apart.
	below, above := hand<<1, hand>>1
	for a := unknown & (below&(hand<<2) | above&(hand>>2) | below&above); a != 0; a &= a - 1 {
		points += runPoints(hand, loose, a.First(), f)
	}
	return points + setPoints(hand, loose, unknown, f)
}

// runPoints returns the points of the loose cards of the runs that affix completes.
func runPoints(hand, loose card.Cards, affix card.Card, f Formulas) int {
	// The numbers of cards of the hand directly below and above the affix, up to the first
	// card that is missing.
	under := bits.LeadingZeros64(^(uint64(hand) << (63 - affix) << 1))
	over := bits.TrailingZeros64(^(uint64(hand) >> affix >> 1))
	if f == PaperFormulas {
		low := uint64(1)<<under - 1
		return deadwood.PipTotal(loose & card.Cards(low<<(int(affix)-under)|(1<<over-1)<<(affix+1)))
	}
	points := 0
	for i := 1; i <= under; i++ {
		if c := affix - card.Card(i); loose.Has(c) {
			points += deadwood.Pips(c) * runsThrough(i, under, over)
		}
	}
	for i := 1; i <= over; i++ {
		if c := affix + card.Card(i); loose.Has(c) {
			points += deadwood.Pips(c) * runsThrough(i, over, under)
		}
	}
	return points
}

// runsThrough returns the number of runs of at least three cards that contain an affix and
// the card i places to one side of it, where near cards follow the affix on that side and
// far cards on the other.
func runsThrough(i, near, far int) int {
	n := (near - i + 1) * (far + 1)
	if i == 1 {
		n--
	}
	return n
}

// setPoints returns the points of the loose cards of the sets that unknown cards complete,
// summed over these cards.
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
		points += n * (four & loose).Count() * deadwood.Pips(pairs.First())
	}
	return points
}
