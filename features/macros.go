package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// Macros are the hand macro-features of paper 003 ("Hand Macro-features").
type Macros struct {
	Runs, Sets int // melds of the first best arrangement
	Deadwood   int // its deadwood in points, in [0, 100]
	Hits       int // hit count, in [0, 42]
}

// MacrosOf returns the macro-features of a hand of Gin Rummy of at most 10 cards.
func MacrosOf(hand card.Cards) Macros {
	best := meld.Best(hand)
	m := Macros{Deadwood: meld.PipTotal(hand &^ best.Cards()), Hits: hitCount(hand, best.Cards())}
	m.Runs, m.Sets = countMelds(best)
	return m
}

// countMelds returns the runs and the sets of an arrangement.
func countMelds(a meld.Arrangement) (runs, sets int) {
	for _, cs := range a[:a.Len()] {
		if cs&(cs>>1) != 0 {
			runs++
		} else {
			sets++
		}
	}
	return runs, sets
}

// HitCount returns how many cards, of all that the hand does not hold, seen or
// not, would complete or extend a meld: those that do not raise the number of
// cards left out by the first best arrangement. The hand has at most 10 cards.
func HitCount(hand card.Cards) int { return hitCount(hand, meld.Best(hand).Cards()) }

// hitCount is HitCount for a hand whose first best arrangement has the cards melded.
func hitCount(hand, melded card.Cards) int {
	// Naively one tries all cards that are not held. A card that no two own cards
	// can meld with changes no arrangement and is left out itself, so it is not
	// tried.
	left := (hand &^ melded).Count()
	n := 0
	for c := range meld.Completing(hand).Each() {
		with := hand.With(c)
		if with.Count()-meld.Best(with).Cards().Count() <= left {
			n++
		}
	}
	return n
}
