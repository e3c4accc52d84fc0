package meld

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// A corpus holds hands of one size with their wild ranks, and the sum of their
// scores, which the benchmarks check.
type corpus struct {
	hands []card.Bag
	wild  []card.Rank
}

const corpusSize = 1 << 12

// dealt returns hands of n cards as they are dealt.
func dealt(packs, n int) *corpus {
	rng := rand.New(rand.NewPCG(1, uint64(packs)))
	c := &corpus{}
	for range corpusSize {
		deck := card.AppendDeck(nil, packs, 2)
		card.Shuffle(deck, rng)
		c.add(card.BagOf(deck[:n]...), deck[n])
	}
	return c
}

func (c *corpus) add(hand card.Bag, turned card.Card) {
	wild := card.Ace
	if turned != card.Joker {
		wild = turned.Rank()
	}
	c.hands = append(c.hands, hand)
	c.wild = append(c.wild, wild)
}

// inPlay returns hands of n cards, 13 or 14, as they are after 0 to 8 draws
// from the deck, each followed by the discard of the least useful card.
func inPlay(packs, n int) *corpus {
	rng := rand.New(rand.NewPCG(2, uint64(packs)))
	c := &corpus{}
	for len(c.hands) < corpusSize {
		deck := card.AppendDeck(nil, packs, 2)
		card.Shuffle(deck, rng)
		hand, turned, deck := card.BagOf(deck[:13]...), deck[13], deck[14:]
		for draws := range 9 {
			with := hand.With(deck[draws])
			if n == 13 {
				c.add(hand, turned)
			} else {
				c.add(with, turned)
			}
			hand = with.Without(leastUseful(with, c.wild[len(c.wild)-1]))
		}
	}
	return c
}

// leastUseful returns the card to discard: the one whose discard leaves the lowest
// MinScore, and among equals the one with the fewest partners.
func leastUseful(hand card.Bag, wild card.Rank) card.Card {
	best, worth := card.None, 1<<20
	for c := range hand.Each() {
		if c == card.Joker || c.Rank() == wild {
			continue
		}
		score := MinScore(hand.Without(c), wild)
		partners := 0
		for o := range hand.Without(c).Each() {
			switch d := (o.Rank() + card.NumRanks - c.Rank()) % card.NumRanks; {
			case o == card.Joker || o == c:
			case d == 0:
				partners++
			case o.Suit() == c.Suit() && (d <= 2 || d >= card.NumRanks-2):
				partners += 2
			}
		}
		if w := 16*score + 24*partners - Points(c, wild); best == card.None || w < worth {
			best, worth = c, w
		}
	}
	return best
}

func benchmark(b *testing.B, c *corpus, f func(card.Bag, card.Rank) int) {
	b.Helper()
	want := 0
	for i, h := range c.hands {
		want += f(h, c.wild[i])
	}
	b.ReportAllocs()
	got, rounds, i := 0, 0, 0
	for b.Loop() {
		got += f(c.hands[i], c.wild[i])
		if i++; i == len(c.hands) {
			i = 0
			rounds++
			if got != want {
				b.Fatalf("the scores add up to %d, want %d", got, want)
			}
			got = 0
		}
	}
}

func eachCorpus(b *testing.B, n int, f func(card.Bag, card.Rank) int) {
	b.Run("dealt", func(b *testing.B) { benchmark(b, dealt(1, n), f) })
	b.Run("in play", func(b *testing.B) { benchmark(b, inPlay(1, n), f) })
	b.Run("dealt, two packs", func(b *testing.B) { benchmark(b, dealt(2, n), f) })
	b.Run("in play, two packs", func(b *testing.B) { benchmark(b, inPlay(2, n), f) })
}

func BenchmarkMinScore(b *testing.B) { eachCorpus(b, 13, MinScore) }

func BenchmarkMinScoreDiscards(b *testing.B) {
	var dst [card.NumKinds]int16
	eachCorpus(b, 14, func(hand card.Bag, wild card.Rank) int {
		MinScoreDiscards(&dst, hand, wild)
		return int(dst[hand.Once.First().Index()])
	})
}
