package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// naiveScore is MinScore by the oracle, with the best discard from 14 cards.
func naiveScore(cards []card.Card, wild card.Rank) int {
	if len(cards) < 14 {
		return newNaive(cards, wild, 5).score()
	}
	least := 1000
	for i := range cards {
		rest := append(append([]card.Card(nil), cards[:i]...), cards[i+1:]...)
		least = min(least, newNaive(rest, wild, 5).score())
	}
	return least
}

func TestMinScoreMatchesNaive(t *testing.T) {
	n := 120
	if testing.Short() {
		n = 60
	}
	met := 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		hand := card.BagOf(cards...)
		want := 0
		if len(cards) < 14 {
			want = naiveScore(cards, wild)
			must.Equal(t, MinScore(hand, wild), want, "%s: MinScore(%v, %v)", name, hand, wild)
			met++
		}
	})
	t.Logf("%d hands agree", met)
}

func TestMinScoreMatchesSearch(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 200
	}
	r := Default()
	r.Cap = 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		hand := card.BagOf(cards...)
		got, want := MinScore(hand, wild), r.MinScore(hand, wild)
		must.Equal(t, got, want, "%s: MinScore(%v, %v)", name, hand, wild)
	})
}
