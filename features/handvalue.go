package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// The weights of paper 001, section 5.1.
const (
	MeldDistanceWeight = 0.85 // w_m
	OpponentTermWeight = 1.0  // w_o
)

// HandValue returns r_t of paper 001 (formula 2): the least deadwood of the hand
// less the weighted [MyopicMeldDistance] and [OpponentTerm]; in points, the lower
// the better, sometimes negative.
func HandValue(hand card.Cards, v *OpponentView, f Formulas) float64 {
	return float64(meld.Deadwood(hand)) -
		MeldDistanceWeight*MyopicMeldDistance(hand, v.Unknown, f) -
		OpponentTermWeight*OpponentTerm(hand, v, f)
}
