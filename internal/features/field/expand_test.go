package field

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

func TestPutBag(t *testing.T) {
	src := rand.NewPCG(4, 4)
	for n := range 400 {
		deck := card.AppendDeck(nil, 3, 8)
		card.Shuffle(deck, src)
		b := card.BagOf(deck[:n%len(deck)]...)
		var dst [card.NumKinds]float32
		PutBag(&dst, b)
		for i, x := range dst {
			if want := float32(b.Of(card.FromIndex(i))); x != want {
				t.Fatalf("%v: entry %d is %v, want %v", b, i, x, want)
			}
		}
	}
}
