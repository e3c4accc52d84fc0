package meld

import (
	"testing"

	"rummygym/env/card"
)

func TestMinScoreDiscardsMatchesSearch(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 100
	}
	r := Default()
	r.Cap = 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		hand := card.BagOf(cards...)
		var got [card.NumKinds]int16
		MinScoreDiscards(&got, hand, wild)
		for i, score := range got {
			c := card.FromIndex(i)
			want := -1
			if hand.Has(c) {
				want = r.MinScore(hand.Without(c), wild)
			}
			if int(score) != want {
				t.Fatalf("%s: MinScoreDiscards(%v, %v)[%v] = %d, want %d", name, hand, wild, c, score, want)
			}
		}
	})
}
