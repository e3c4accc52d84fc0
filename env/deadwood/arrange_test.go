package deadwood

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func checkBest(t *testing.T, name string, n *naive) {
	t.Helper()
	hand := n.set(n.all())
	var held []card.Cards
	for _, m := range n.melds {
		held = append(held, n.set(m))
	}
	must.Equal(t, AppendMelds(nil, hand), held, "%s: AppendMelds(%v)", name, n.cards)
	want := n.best()
	must.Equal(t, AppendBest(nil, hand), want, "%s: AppendBest(%v)", name, n.cards)
	var first Arrangement
	if len(want) > 0 {
		first = want[0]
	}
	must.Equal(t, Best(hand), first, "%s: Best(%v)", name, n.cards)
}

func TestBestOfRandomHands(t *testing.T) {
	randomHands(150, func(name string, _ *rand.Rand, hand card.Cards) {
		checkBest(t, name, newNaive(hand))
	})
}
