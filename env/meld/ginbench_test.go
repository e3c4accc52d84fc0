package meld

import (
	"testing"

	"rummygym/env/card"
)

// benchmarkGin runs f over hands and checks what the answers of each round over
// all of them add up to.
func benchmarkGin(b *testing.B, hands []card.Cards, want int, f func(card.Cards) int) {
	b.Helper()
	b.ReportAllocs()
	got, i := 0, 0
	for b.Loop() {
		got += f(hands[i])
		if i++; i == len(hands) {
			if got != want {
				b.Fatalf("the answers add up to %d, want %d", got, want)
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

// The answers are checked by another function of the package: tests compare both
// with the oracle, which would be too slow for so many hands.

func BenchmarkDeadwood(b *testing.B) {
	hands := ginInPlay(corpusSize, false)
	want := sumOf(hands, func(hand card.Cards) int { return PipTotal(hand &^ Best(hand).Cards()) })
	benchmarkGin(b, hands, want, Deadwood)
}

func BenchmarkDeadwoodDiscards(b *testing.B) {
	hands := ginInPlay(corpusSize, true)
	want := sumOf(hands, func(hand card.Cards) (sum int) {
		for c := range hand.Each() {
			sum += Deadwood(hand.Without(c))
		}
		return sum
	})
	var dst [card.NumKinds]int8
	benchmarkGin(b, hands, want, func(hand card.Cards) (sum int) {
		DeadwoodDiscards(&dst, hand)
		for ; hand != 0; hand &= hand - 1 {
			sum += int(dst[hand.First().Index()])
		}
		return sum
	})
}

func BenchmarkDeadwoodAfterDiscard(b *testing.B) {
	hands := ginInPlay(corpusSize, true)
	want := sumOf(hands, func(hand card.Cards) int {
		least := unknownDeadwood
		for c := range hand.Each() {
			least = min(least, Deadwood(hand.Without(c)))
		}
		return least
	})
	benchmarkGin(b, hands, want, DeadwoodAfterDiscard)
}

func BenchmarkBest(b *testing.B) {
	hands := ginInPlay(corpusSize, false)
	want := sumOf(hands, func(hand card.Cards) int { return PipTotal(hand) - Deadwood(hand) })
	benchmarkGin(b, hands, want, func(hand card.Cards) int { return PipTotal(Best(hand).Cards()) })
}

func BenchmarkCompleting(b *testing.B) {
	hands := ginInPlay(corpusSize, false)
	want := sumOf(hands, func(hand card.Cards) (n int) {
		for c := range (card.All &^ hand).Each() {
			if InMelds(hand.With(c)).Has(c) {
				n++
			}
		}
		return n
	})
	benchmarkGin(b, hands, want, func(hand card.Cards) int { return Completing(hand).Count() })
}

// The opponent's hand is another one of the corpus, without the cards in both.
func BenchmarkLayOffBest(b *testing.B) {
	hands := ginInPlay(corpusSize, false)
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
	benchmarkGin(b, hands, saved, func(hand card.Cards) int {
		melds, laidOff := LayOffBest(hand, knockers[i])
		if i++; i == len(hands) {
			i = 0
		}
		return PipTotal(melds.Cards() | laidOff)
	})
}
