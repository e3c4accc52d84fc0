package meld

import (
	"math/bits"

	"rummygym/env/card"
)

// places is the number of places in the row of ranks A 2 … Q K A. The ace has two
// places, of which a sequence uses one.
const places = card.NumRanks + 1

// maxSet is the maximum number of cards in a set, jokers included.
const maxSet = card.NumSuits

// Classify returns the highest [Kind] of the cards as one group, in any order,
// with melds of at least three cards. A wild-rank card counts as a natural card
// in its own place if that makes the group a pure sequence, and otherwise as a
// joker. Three or more jokers alone are a Sequence (lal2025grouping). A
// sequence has at most 13 cards.
func Classify(cards []card.Card, wild card.Rank) Kind {
	return classify(cards, wild, Default().MinLength)
}

func classify(cards []card.Card, wild card.Rank, minLength int) Kind {
	n := len(cards)
	if n < minLength || n > card.NumRanks {
		return Invalid
	}
	// all holds each card at its face value, nat only the cards that are not
	// jokers.
	var all, nat card.Bag
	for _, c := range cards {
		if !c.Valid() {
			return Invalid
		}
		all.Add(c)
		if c != card.Joker && c.Rank() != wild {
			nat.Add(c)
		}
	}
	if all.Jokers == 0 && inRun(all, n) {
		return PureSequence
	}
	if inRun(nat, n) {
		if nat.Count() == n {
			return PureSequence
		}
		return Sequence
	}
	if n > maxSet || nat.Twice != 0 || nat.Once&^card.OfRank(nat.Once.First().Rank()) != 0 {
		return Invalid
	}
	if nat.Count() == n {
		return PureSet
	}
	return Set
}

// inRun reports whether the suited cards of b are of one suit, without
// duplicates, and fit into n consecutive places, the ace low or high.
func inRun(b card.Bag, n int) bool {
	if b.Twice != 0 {
		return false
	}
	if b.Once == 0 {
		return true
	}
	low := uint(b.Once.Ranks(b.Once.First().Suit()))
	if b.Once.Count() != bits.OnesCount(low) {
		return false
	}
	high := low&^1 | low&1<<card.NumRanks
	return bits.Len(low)-bits.TrailingZeros(low) <= n || bits.Len(high)-bits.TrailingZeros(high) <= n
}
