package mindist

import (
	"testing"

	"rummygym/env/card"
)

func TestAvailableDraws(t *testing.T) {
	for _, d := range append(handsInPlay(count(1000), 1, 2, false, 8), handsInPlay(count(500), 2, 3, false, 9)...) {
		// The result must also be right where no joker can come.
		for _, avail := range []card.Bag{d.avail, {Once: d.avail.Once &^ card.OfRank(d.wild)}} {
			var got [card.NumKinds]int8
			if dist, want := AvailableDraws(&got, d.hand, d.wild, avail), Available(d.hand, d.wild, avail); dist != want {
				t.Fatalf("hand %v, wild %v, avail %v: %d, want %d", d.hand, d.wild, avail, dist, want)
			}
			for i, dist := range got {
				c, want := card.FromIndex(i), -1
				if avail.Has(c) {
					want = Available(d.hand.With(c), d.wild, avail.Without(c))
				}
				if int(dist) != want {
					t.Fatalf("hand %v, wild %v, avail %v: draw of %v gives %d, want %d", d.hand, d.wild, avail, c, dist, want)
				}
			}
		}
	}
}
