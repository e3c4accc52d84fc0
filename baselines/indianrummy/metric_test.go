package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// TestMinDistOfTenCards checks that a declaration of ten cards needs the same melds as one
// of thirteen: a pure sequence and another sequence.
func TestMinDistOfTenCards(t *testing.T) {
	rules := indian.Paper()
	rules.HandSize = 10
	o := indian.Observation{Rules: &rules, Wild: card.King}
	for _, c := range []struct {
		hand string
		want int
	}{
		{"4C 5C 6C 7C 8D 9D TD QC QD QH", 0},
		{"4C 5C 6C 7C 8D KD TD QC QD QH", 0},    // a wild card in the second sequence
		{"4C KD 6C 7C 8D 9D TH QC QD QH", 1},    // needs a pure sequence
		{"4C 4D 4H 7C 7D 7H QC QD QH QS", 4},    // sets alone are not a declaration
		{"4C 5C 6C 7C 8D 9D TD QC QD QH 2S", 0}, // the best ten of eleven
	} {
		must.Equal(t, minDist(bag(t, c.hand), &o), c.want, "MinDist of %s", c.hand)
	}
}
