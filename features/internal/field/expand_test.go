package field

import (
	"fmt"
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

func BenchmarkPutBag(b *testing.B) {
	for _, n := range []int{3, 6, 7, 13, 40, 120} {
		b.Run(fmt.Sprintf("%d cards", n), func(b *testing.B) {
			deck := card.AppendDeck(nil, 3, 0)
			card.Shuffle(deck, rand.NewPCG(1, 1))
			bag := card.BagOf(deck[:n]...)
			var dst [card.NumKinds]float32
			for b.Loop() {
				PutBag(&dst, bag)
			}
			sum := float32(0)
			for _, x := range dst {
				sum += x
			}
			if sum != float32(n) {
				b.Fatalf("%v cards written, want %d", sum, n)
			}
		})
	}
}
