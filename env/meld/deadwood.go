package meld

import (
	"math/bits"

	"rummygym/env/card"
)

// loose is the least points that the cards of one suit count, by the 13 bits of
// their ranks, if they may lie in runs but not in sets. It takes 8 kB and less
// than 0.1 ms to build, and is never written again.
var loose = buildLoose()

func buildLoose() *[1 << card.NumRanks]uint8 {
	table := new([1 << card.NumRanks]uint8)
	// Naively each entry is a search over the runs of its cards. Instead the
	// lowest card is left over or begins a run of 3 to 5 cards, as longer runs
	// are two of these, and what remains is a smaller set.
	for ranks := 1; ranks < len(table); ranks++ {
		low := ranks & -ranks
		least := table[ranks-low] + pips[bits.TrailingZeros(uint(low))]
		for run := low * 7; run <= low*31 && ranks&run == run; run = run<<1 | low {
			least = min(least, table[ranks-run])
		}
		table[ranks] = least
	}
	return table
}

// relief is the most by which the loose points of a suit fall if one of its cards
// goes, by the same 13 bits. It is negative if all are in runs that break, and
// lower than any if the suit has no card.
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

// looseIn returns the points of the cards of one suit, shifted down to the lowest
// lane, by [loose].
func looseIn(lane card.Cards) int { return int(loose[lane&(1<<card.NumRanks-1)]) }

// withoutSets returns the least points of the hand if it lays runs only.
func withoutSets(hand card.Cards) int {
	return looseIn(hand) + looseIn(hand>>16) + looseIn(hand>>32) + looseIn(hand>>48)
}

// Deadwood returns the least points that the hand counts in Gin Rummy, over all
// choices of disjoint melds.
func Deadwood(hand card.Cards) int {
	// Naively a search over the melds of the hand. Instead the runs of each suit
	// are looked up, and only sets are chosen, which few hands can do in many
	// ways.
	sets := threes(hand)
	if sets == 0 {
		return withoutSets(hand)
	}
	// A set whose cards are in no run is laid at once.
	if clash := ranksOf(inRuns(hand)) & sets; clash != sets {
		hand &^= (sets &^ clash) * card.Aces
		sets = clash
	}
	return withSets(hand, sets)
}

// withSets returns the least points of the hand if it lays runs, and sets of the
// given ranks, of which it has three cards or four.
func withSets(hand, sets card.Cards) int {
	if sets == 0 {
		return withoutSets(hand)
	}
	set := hand & card.OfRank(sets.First().Rank())
	sets &= sets - 1
	least := min(withSets(hand, sets), withSets(hand&^set, sets))
	if set.Count() == card.NumSuits {
		for four := set; four != 0; four &= four - 1 {
			least = min(least, withSets(hand&^set|four&-four, sets))
		}
	}
	return least
}
