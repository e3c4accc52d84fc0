package features

import "rummygym/env/card"

// DrawThrow returns the card of a hand that a player of the style throws, for a uniform
// u, by going through all cards of the hand.
func DrawThrow(s *PlayStyle, hand card.Bag, wild card.Rank, before card.Bag, t *OpponentTurn, u float64) card.Card {
	odds := s.Throw.odds()
	var faces []card.Card
	for i := range card.NumKinds {
		if c := card.FromIndex(i); hand.Has(c) {
			faces = append(faces, c)
		}
	}
	of := func(c card.Card) float64 {
		turn := *t
		turn.Thrown = c
		w := throwingOf(hand, wild, MinDist(before, wild), &turn)
		return w.share(&odds)
	}
	for _, c := range faces {
		if u -= of(c); u < 0 {
			return c
		}
	}
	return faces[len(faces)-1]
}
