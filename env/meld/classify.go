package meld

import (
	"fmt"
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

// Judge returns nil if the groups are a valid declaration of 13 cards: every
// group is a meld, one of them is a pure sequence, and at least one other is a
// sequence. Each group is judged by itself as its highest kind (see [Classify]);
// one long run given as one group is one sequence. The error names the group or
// the demand that fails. Judge does not check that the cards are those of the
// player's hand.
func Judge(groups [][]card.Card, wild card.Rank) error {
	return Default().Judge(groups, wild)
}

// Judge is [Judge] under the rules r.
func (r Rules) Judge(groups [][]card.Card, wild card.Rank) error {
	cards, pure, sequences := 0, 0, 0
	for i, g := range groups {
		kind := classify(g, wild, r.MinLength)
		if kind == Invalid {
			return fmt.Errorf("group %d (%s) is no meld with wild rank %v: want at least %d cards that are a sequence of one suit or a set of one rank in different suits",
				i+1, card.Format(g), wild, r.MinLength)
		}
		if kind == PureSequence {
			pure++
		}
		if kind.IsSequence() {
			sequences++
		}
		cards += len(g)
	}
	q := r.Requirement
	switch {
	case cards != r.HandSize:
		return fmt.Errorf("the groups hold %d cards, want %d", cards, r.HandSize)
	case pure < q.Pure:
		return fmt.Errorf("the groups have %d pure sequences, want at least %d", pure, q.Pure)
	case sequences < q.Sequences:
		return fmt.Errorf("the groups have %d sequences, want at least %d, pure ones included", sequences, q.Sequences)
	}
	return nil
}
