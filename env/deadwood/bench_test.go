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

func BenchmarkAfterDiscard(b *testing.B) {
	hands := handsInPlay(benchmarkHands, true)
	want := sumOf(hands, func(hand card.Cards) int {
		best := unknownDeadwood
		for c := range hand.Each() {
			best = min(best, Of(hand.Without(c)))
		}
		return best
	})
	benchmark(b, hands, want, AfterDiscard)
}

func BenchmarkBest(b *testing.B) {
	hands := handsInPlay(benchmarkHands, false)
	want := sumOf(hands, func(hand card.Cards) int { return PipTotal(hand) - Of(hand) })
	benchmark(b, hands, want, func(hand card.Cards) int { return PipTotal(Best(hand).Cards()) })
}

func BenchmarkCompleting(b *testing.B) {
	hands := handsInPlay(benchmarkHands, false)
	want := sumOf(hands, func(hand card.Cards) (n int) {
		for c := range (card.All &^ hand).Each() {
			if InMelds(hand.With(c)).Has(c) {
				n++
			}
		}
		return n
	})
	benchmark(b, hands, want, func(hand card.Cards) int { return Completing(hand).Count() })
}

// BenchmarkLayOffBest takes as the opponent's hand another one of the corpus, without
// the cards that are in both.
func BenchmarkLayOffBest(b *testing.B) {
	hands := handsInPlay(benchmarkHands, false)
	knockers := make([]Arrangement, len(hands))
	saved := 0
	for i, h := range hands {
		knockers[i] = Best(hands[len(hands)-1-i] &^ h)
		melds, _ := LayOffBest(h, knockers[i])
		for _, l := range AppendMostLayOffs(nil, h&^melds.Cards(), knockers[i]) {
			saved += Pips(l.Card)
		}
		saved += PipTotal(melds.Cards())
	}
	i := 0
	benchmark(b, hands, saved, func(hand card.Cards) int {
		melds, laidOff := LayOffBest(hand, knockers[i])
		if i++; i == len(hands) {
			i = 0
		}
		return PipTotal(melds.Cards() | laidOff)
	})
}
