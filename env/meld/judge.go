package meld

import (
	"fmt"

	"rummygym/env/card"
)

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
