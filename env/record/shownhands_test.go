package record_test

import (
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/must"
)

func TestMeldOrder(t *testing.T) {
	for _, test := range []struct {
		wild card.Rank
		want string
	}{
		{card.NoRank, "QD KD AD"},
		{card.NoRank, "AD 2D 3D"},
		{card.NoRank, "9C 9D 9S"},
		{card.Two, "3H 2C 5H 6H"}, // a wild card in the place of a missing one
		{card.Two, "AH 2H 3H"},    // and in its own
		{card.Two, "8S JK TS"},
		{card.Two, "QS KS JK"},
		{card.King, "QC KC AC"},
		{card.Five, "4C 4H JK"},
		{card.Five, "5S"},
		{card.Five, "5C 5H JK"},
		{card.NoRank, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"},
	} {
		want := must.Get(card.ParseAll(test.want))(t)
		for i := range want {
			given := append(append([]card.Card{}, want[i:]...), want[:i]...)
			if got := record.MeldOrder(given, test.wild); card.BagOf(got...) != card.BagOf(want...) || join(got) != test.want {
				t.Errorf("%s with wild %v is %s, want %s", join(given), test.wild, join(got), test.want)
			}
		}
	}
}

func join(cards []card.Card) string {
	var words []string
	for _, c := range cards {
		words = append(words, c.String())
	}
	return strings.Join(words, " ")
}
