// Package deadwood groups cards into melds for Gin Rummy: the deadwood of a hand and
// after each discard, the arrangements of melds with that deadwood, and the cards that
// the opponent of a knocker may lay off.
//
// Start from [Of] and [Discards]:
//
//	hand ---- Of --------------> deadwood in points
//	     ---- Discards --------> deadwood after each discard
//	     ---- Best ------------> the melds, an Arrangement
//	hand, knocker's melds
//	     ---- LayOffBest ------> melds and lay-offs with minimum deadwood
//	     ---- AppendLayOffs ---> lay-offs of the EAAI framework
//
// There is one pack without jokers, so a hand is a [card.Cards]. The order of the suits
// is clubs, hearts, spades, diamonds, as in the Java framework of the EAAI challenge. It
// differs from the order of package card.
//
// Functions that return numbers do not allocate, nor do those that append to a slice
// with enough capacity. All functions are safe for concurrent use. The turns of the game
// are in env/gin, combinations that are not yet melds in internal/features/ginhand.
package deadwood

import (
	"math/bits"

	"rummygym/env/card"
)

// loose holds the minimum points of the cards of one suit, indexed by the 13 bits of
// their ranks, if they form runs but no sets. It takes 8 kB and less than 0.1 ms to
// build. It is read-only.
var loose = buildLoose()

func buildLoose() *[1 << card.NumRanks]uint8 {
	table := new([1 << card.NumRanks]uint8)
	// The simple form searches the runs of each set of cards. Here the lowest card is
	// left over or begins a run of 3 to 5 cards, because longer runs split into
	// these, and the rest is a smaller set, whose entry exists.
	for ranks := 1; ranks < len(table); ranks++ {
		low := ranks & -ranks
		best := table[ranks-low] + pips[bits.TrailingZeros(uint(low))]
		for run := low * 7; run <= low*31 && ranks&run == run; run = run<<1 | low {
			best = min(best, table[ranks-run])
		}
		table[ranks] = best
	}
	return table
}

// relief holds the maximum decrease of the loose points of a suit when one of its
// cards is discarded, indexed by the same 13 bits. It is negative if every discard
// breaks a run, and lower than all of these if the suit has no card.
var relief = buildRelief()

func buildRelief() *[1 << card.NumRanks]int8 {
	table := new([1 << card.NumRanks]int8)
	for ranks := range table {
		most := -unknownDeadwood
		for left := ranks; left != 0; left &= left - 1 {
			most = max(most, int(loose[ranks])-int(loose[ranks&^(left&-left)]))
		}
		table[ranks] = int8(most)
	}
	return table
}

// looseIn returns the entry of [loose] for the cards of one suit, which are in the
// lowest lane.
func looseIn(lane card.Cards) int { return int(loose[lane&(1<<card.NumRanks-1)]) }

// withoutSets returns the minimum points of the hand if it forms only runs.
func withoutSets(hand card.Cards) int {
	return looseIn(hand) + looseIn(hand>>16) + looseIn(hand>>32) + looseIn(hand>>48)
}

// Of returns the deadwood of the hand in points: the minimum of the points outside
// melds over all choices of disjoint melds.
func Of(hand card.Cards) int {
	// The simple form searches the melds of the hand. Here the runs of each suit are
	// looked up and only the choices of sets are searched; few hands have many.
	sets := threes(hand)
	if sets == 0 {
		return withoutSets(hand)
	}
	// A set whose cards are in no run is always chosen.
	if clash := ranksOf(inRuns(hand)) & sets; clash != sets {
		hand &^= (sets &^ clash) * card.Aces
		sets = clash
	}
	return withSets(hand, sets)
}

// withSets returns the minimum points of the hand if it forms runs, and sets of the
// given ranks, of which it has three cards or four.
func withSets(hand, sets card.Cards) int {
	if sets == 0 {
		return withoutSets(hand)
	}
	set := hand & card.OfRank(sets.First().Rank())
	sets &= sets - 1
	best := min(withSets(hand, sets), withSets(hand&^set, sets))
	if set.Count() == card.NumSuits {
		for four := set; four != 0; four &= four - 1 {
			best = min(best, withSets(hand&^set|four&-four, sets))
		}
	}
	return best
}

// Sorted returns the cards of a set in the order of the Java framework: by suit (clubs, hearts,
// spades, diamonds), then ace to king. It is empty and not nil for the empty set.
func Sorted(cs card.Cards) []card.Card {
	cards := make([]card.Card, 0, cs.Count())
	for _, s := range [...]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds} {
		for c := range (cs & card.OfSuit(s)).Each() {
			cards = append(cards, c)
		}
	}
	return cards
}

// InMelds returns the cards of the hand that are in one or more of its melds. The
// discard of any other card c reduces the deadwood by Pips(c).
func InMelds(hand card.Cards) card.Cards {
	return inRuns(hand) | hand&(threes(hand)*card.Aces)
}

// Completing returns the cards outside the hand that would be in a meld of the
// hand with that card. Any other card c from outside increases the deadwood, and the
// deadwood after each discard except c, by Pips(c).
func Completing(hand card.Cards) card.Cards {
	below, above := hand<<1, hand>>1
	runs := below&above | below&(hand<<2) | above&(hand>>2)
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	twos := (c|d)&(h|s) | c&d | h&s
	return (runs | twos&card.OfSuit(card.Clubs)*card.Aces) & card.All &^ hand
}

// inRuns returns the cards of the hand that are in one of its runs.
func inRuns(hand card.Cards) card.Cards {
	starts := hand & (hand >> 1) & (hand >> 2)
	return starts | starts<<1 | starts<<2
}

// threes returns the ranks of which the hand has three cards or four, as cards
// of the lowest lane.
func threes(hand card.Cards) card.Cards {
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	return (c&d&(h|s) | h&s&(c|d)) & card.OfSuit(card.Clubs)
}

// ranksOf returns the ranks of the cards, as cards of the lowest lane.
func ranksOf(cs card.Cards) card.Cards {
	cs |= cs >> 32
	return (cs | cs>>16) & card.OfSuit(card.Clubs)
}
