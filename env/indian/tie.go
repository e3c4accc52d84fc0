package indian

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// tieOrder is the order in which the points of suits break ties (saha2025mindist,
// section II).
var tieOrder = [card.NumSuits]card.Suit{card.Diamonds, card.Clubs, card.Hearts, card.Spades}

// ranking returns the numbers by which hands are compared at the limit, in
// lexicographic order, lower is better: the score, then the points of all cards of each
// suit in tieOrder, where jokers count 0.
func (s *State) ranking(p game.Player) (r [1 + card.NumSuits]int) {
	hand := s.hands[p]
	r[0] = s.score(hand)
	for i, suit := range tieOrder {
		lane := card.OfSuit(suit)
		r[1+i] = meld.Total(card.Bag{Once: hand.Once & lane, Twice: hand.Twice & lane, Thrice: hand.Thrice & lane}, s.wild)
	}
	return r
}

// compare compares two rankings. It is negative if a is better.
func compare(a, b [1 + card.NumSuits]int) int { return slices.Compare(a[:], b[:]) }
