// Package ginhand computes the features of a hand of Gin Rummy that the papers define,
// except its deadwood (package deadwood):
//
//	MyopicMeldDistance, OpponentTerm  goldman2021evaluating
//	MacrosOf, RootsAndAffixes         truong2021datadriven, macro-features
//	Squash, DiscardRisk               truong2021datadriven, defensive score
//	FitnessOf                         cardfitness2021
//
// For example:
//
//	m := ginhand.MacrosOf(hand) // runs, sets, deadwood, hits
//
// All functions are safe for concurrent use and see no hidden cards.
package ginhand

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// Macros are the hand macro-features of truong2021datadriven ("Hand
// Macro-features").
type Macros struct {
	Runs, Sets int // numbers of melds in the first best arrangement
	Deadwood   int // deadwood of that arrangement in points, in [0, 100]
	Hits       int // cards not in the hand that would complete or extend a meld, in [0, 42]
}

// MacrosOf returns the macro-features of a hand of Gin Rummy of at most 10 cards.
func MacrosOf(hand card.Cards) Macros {
	best := deadwood.Best(hand)
	m := Macros{Deadwood: deadwood.PipTotal(hand &^ best.Cards()), Hits: Hits(hand, best.Cards())}
	m.Runs, m.Sets = CountMelds(best)
	return m
}

// CountMelds returns the numbers of runs and of sets in an arrangement.
func CountMelds(a deadwood.Arrangement) (runs, sets int) {
	for _, cs := range a[:a.Len()] {
		if cs&(cs>>1) != 0 {
			runs++
		} else {
			sets++
		}
	}
	return runs, sets
}

// Hits returns the number of cards not in the hand, seen or not, that would complete or
// extend a meld: those that do not raise the number of cards outside the first best
// arrangement. The hand has at most 10 cards; melded is the cards of its first best
// arrangement.
func Hits(hand, melded card.Cards) int {
	// Naively all cards not in the hand are tried. A card that melds with no two cards of
	// the hand changes no arrangement and stays outside, so it is not tried.
	left := (hand &^ melded).Count()
	n := 0
	for c := range deadwood.Completing(hand).Each() {
		with := hand.With(c)
		if with.Count()-deadwood.Best(with).Cards().Count() <= left {
			n++
		}
	}
	return n
}

// RootsAndAffixes returns the roots and the affixes of all almost-melds of three cards
// (goldman2021evaluating, definition 3) whose affix is in among. The root of an
// almost-meld is its two cards in the hand; its affix is the card that completes it.
func RootsAndAffixes(hand, among card.Cards) (roots, affixes card.Cards) {
	// Naively all melds are tried. Here all suits are done at once: shifts by up to two
	// ranks stay within their lanes, and bits that they leave in 13 to 15 are no affixes.
	affixes = deadwood.Completing(hand) & among
	above := hand << 1 & (hand << 2) & affixes // the two cards below are held
	within := hand << 1 & (hand >> 1) & affixes
	below := hand >> 1 & (hand >> 2) & affixes
	roots = above>>1 | above>>2 | within>>1 | within<<1 | below<<1 | below<<2

	// Ranks held at least twice, in the lane of clubs, and those of them with an affix.
	c, d, h, s := hand&lowLane, hand>>16&lowLane, hand>>32&lowLane, hand>>48
	twice := c&d | (c|d)&(h|s) | h&s
	alike := twice * card.Aces & affixes
	ranks := (alike | alike>>16 | alike>>32 | alike>>48) & lowLane
	return roots | ranks*card.Aces&hand, affixes
}

// lowLane is the lane of clubs.
const lowLane card.Cards = 1<<card.NumRanks - 1
