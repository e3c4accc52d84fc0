package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestPoints(t *testing.T) {
	want := [card.NumRanks]int{10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}
	for wild := card.Ace; wild <= card.NoRank; wild++ {
		for c := range card.All.Each() {
			points := want[c.Rank()]
			if c.Rank() == wild {
				points = 0
			}
			must.Equal(t, Points(c, wild), points, "Points(%v, %v)", c, wild)
		}
		if Points(card.Joker, wild) != 0 || Points(card.None, wild) != 0 {
			t.Errorf("the printed joker or None has points with wild rank %v", wild)
		}
	}
}

func TestTotal(t *testing.T) {
	hands(t, 200, func(name string, cards []card.Card, wild card.Rank) {
		want := 0
		for _, c := range cards {
			want += Points(c, wild)
		}
		must.Equal(t, Total(card.BagOf(cards...), wild), want, "%s: Total(%s, %v)", name, card.Format(cards), wild)
	})
}
