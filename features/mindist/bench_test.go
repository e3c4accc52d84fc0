package mindist

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// dealt is a hand with the cards that its player does not see.
type dealt struct {
	hand  card.Bag
	wild  card.Rank
	avail card.Bag
}

// randomHands deals hands of the given size.
func randomHands(n, size, packs, jokers int, seed uint64) []dealt {
	src := rand.NewPCG(seed, 0)
	hands := make([]dealt, n)
	for i := range hands {
		deck := card.AppendDeck(nil, packs, jokers)
		card.Shuffle(deck, src)
		hands[i] = dealtFrom(deck, size)
	}
	return hands
}

// dealtFrom makes the first card the wildcard and the next ones the hand.
func dealtFrom(deck []card.Card, size int) dealt {
	d := dealt{wild: card.Ace, hand: card.BagOf(deck[1 : 1+size]...), avail: card.BagOf(deck[1+size:]...)}
	if deck[0] != card.Joker {
		d.wild = deck[0].Rank()
	}
	return d
}

// handsInPlay returns hands as they occur when a single player draws from the closed deck
// and discards the highest-point card that leaves the minimum MinDist: after 0 to 8 draws,
// with 13 cards or, if drawn is true, 14.
func handsInPlay(n, packs, jokers int, drawn bool, seed uint64) []dealt {
	src := rand.NewPCG(seed, 1)
	var hands []dealt
	for len(hands) < n {
		deck := card.AppendDeck(nil, packs, jokers)
		card.Shuffle(deck, src)
		d := dealtFrom(deck, MaxSize)
		rest := deck[1+MaxSize:]
		for turn := range 9 {
			if !drawn {
				hands = append(hands, d)
			}
			if Of(d.hand, d.wild) == 0 {
				break
			}
			d.hand.Add(rest[turn])
			d.avail.Remove(rest[turn])
			if drawn {
				hands = append(hands, d)
			}
			var dist [card.NumKinds]int8
			least := Discards(&dist, d.hand, d.wild)
			worst, discarded := -1, card.None
			for c := range d.hand.Each() {
				points := min(10, int(c.Rank())+1)
				if c == card.Joker || c.Rank() == d.wild {
					points = 0
				} else if c.Rank() == card.Ace {
					points = 10
				}
				if int(dist[c.Index()]) == least && points > worst {
					worst, discarded = points, c
				}
			}
			d.hand.Remove(discarded)
		}
	}
	return hands[:n]
}

const benchHands = 1 << 12

// benchKinds holds the kinds of hands of the benchmarks.
var benchKinds = []struct {
	name  string
	hands func(size int) []dealt
}{
	{"random", func(size int) []dealt { return randomHands(benchHands, size, 1, 2, 1) }},
	{"play", func(size int) []dealt { return handsInPlay(benchHands, 1, 2, size == 14, 2) }},
	{"random2", func(size int) []dealt { return randomHands(benchHands, size, 2, 2, 3) }},
	{"play2", func(size int) []dealt { return handsInPlay(benchHands, 2, 2, size == 14, 4) }},
}

// benchmark times f, which must return the same sum over all hands each time.
func benchmark(b *testing.B, size int, f func(d *dealt) int) {
	for _, k := range benchKinds {
		b.Run(k.name, func(b *testing.B) {
			hands := k.hands(size)
			want := 0
			for i := range hands {
				want += f(&hands[i])
			}
			i, sum := 0, 0
			for b.Loop() {
				sum += f(&hands[i])
				if i++; i == len(hands) {
					if sum != want {
						b.Fatalf("sum over the hands %d, want %d", sum, want)
					}
					i, sum = 0, 0
				}
			}
		})
	}
}

func BenchmarkMinDist(b *testing.B) {
	benchmark(b, 13, func(d *dealt) int { return Of(d.hand, d.wild) })
}

func BenchmarkMinDistDiscards(b *testing.B) {
	var dist [card.NumKinds]int8
	benchmark(b, 14, func(d *dealt) int { return Discards(&dist, d.hand, d.wild) })
}

func BenchmarkMinDistDraws(b *testing.B) {
	var dist [card.NumKinds]int8
	benchmark(b, 13, func(d *dealt) int { return Draws(&dist, d.hand, d.wild) })
}

func BenchmarkMinDistAvailable(b *testing.B) {
	benchmark(b, 13, func(d *dealt) int { return Available(d.hand, d.wild, d.avail) })
}
