package deadwood

import (
	"testing"

	"rummygym/env/card"
)

// benchmarkHands is the number of hands of a benchmark.
const benchmarkHands = 1 << 12

// benchmark runs f over the hands and checks the sum of the results of each round.
func benchmark(b *testing.B, hands []card.Cards, want int, f func(card.Cards) int) {
	b.Helper()
	b.ReportAllocs()
	got, i := 0, 0
	for b.Loop() {
		got += f(hands[i])
		if i++; i == len(hands) {
			if got != want {
				b.Fatalf("the results add up to %d, want %d", got, want)
			}
			got, i = 0, 0
		}
	}
}

func sumOf(hands []card.Cards, f func(card.Cards) int) (sum int) {
	for _, h := range hands {
		sum += f(h)
	}
	return sum
}

// Each benchmark compares its results with another function of the package. The
// tests compare both with the oracle, which is too slow for so many hands.

func BenchmarkDeadwood(b *testing.B) {
	hands := handsInPlay(benchmarkHands, false)
	want := sumOf(hands, func(hand card.Cards) int { return PipTotal(hand &^ Best(hand).Cards()) })
	benchmark(b, hands, want, Of)
}

func BenchmarkDiscards(b *testing.B) {
	hands := handsInPlay(benchmarkHands, true)
	want := sumOf(hands, func(hand card.Cards) (sum int) {
		for c := range hand.Each() {
			sum += Of(hand.Without(c))
		}
		return sum
	})
	var dst [card.NumKinds]int8
	benchmark(b, hands, want, func(hand card.Cards) (sum int) {
		Discards(&dst, hand)
		for ; hand != 0; hand &= hand - 1 {
			sum += int(dst[hand.First().Index()])
		}
		return sum
	})
}
