package meld

import (
	"fmt"

	"rummygym/env/card"
)

// places is the number of places in the row of ranks A 2 … Q K A. The ace has two
// places, of which a sequence uses one.
const places = card.NumRanks + 1

// MinLength is the number of cards of the smallest meld.
const MinLength = 3

// Classify returns the highest [Kind] of the cards as one group, in any order,
// with melds of at least three cards. A wild-rank card counts as a natural card
// in its own place if that makes the group a pure sequence, and otherwise as a
// joker. Three or more jokers alone are a Sequence (lal2025grouping). A
// sequence has at most 13 cards.
func Classify(cards []card.Card, wild card.Rank) Kind {
	return Default().classify(cards, wild)
}

func (r Rules) classify(cards []card.Card, wild card.Rank) Kind {
	n := len(cards)
	if n < MinLength || n > card.NumRanks {
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
	if all.Jokers == 0 && r.inRun(all, n) {
		return PureSequence
	}
	if r.inRun(nat, n) {
		if nat.Count() == n {
			return PureSequence
		}
		return Sequence
	}
	if nat.Once == 0 || nat.Twice != 0 {
		return Invalid
	}
	rank := card.OfRank(nat.Once.First().Rank())
	if nat.Once&^rank != 0 || n > (r.pack()&rank).Count() {
		return Invalid
	}
	if nat.Count() == n {
		return PureSet
	}
	return Set
}

// inRun reports whether the suited cards of b are of one suit, without
// duplicates, and fit into n consecutive places of the pack, the ace low or high.
func (r Rules) inRun(b card.Bag, n int) bool {
	if b.Twice != 0 {
		return false
	}
	for suit := range card.Suit(card.NumSuits) {
		for start := 0; start+n <= places; start++ {
			if run := window(start, n, suit); b.Once&^run == 0 && run&^r.pack() == 0 {
				return true
			}
		}
	}
	return false
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
		kind := r.classify(g, wild)
		if kind == Invalid {
			return fmt.Errorf("group %d (%s) is not a meld with wild rank %v: want at least %d cards that are a sequence of one suit or a set of one rank in different suits",
				i+1, card.Format(g), wild, MinLength)
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
