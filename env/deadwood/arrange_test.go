package deadwood

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
)

func checkBest(t *testing.T, name string, n *naive) {
	t.Helper()
	hand := n.set(n.all())
	var held []card.Cards
	for _, m := range n.melds {
		held = append(held, n.set(m))
	}
	if got := AppendMelds(nil, hand); !slices.Equal(got, held) {
		t.Errorf("%s: AppendMelds(%v) = %x, want %x", name, n.cards, got, held)
	}
	want := n.best()
	if got := AppendBest(nil, hand); !slices.Equal(got, want) {
		t.Errorf("%s: AppendBest(%v) = %x, want %x", name, n.cards, got, want)
	}
	var first Arrangement
	if len(want) > 0 {
		first = want[0]
	}
	if got := Best(hand); got != first {
		t.Errorf("%s: Best(%v) = %x, want %x", name, n.cards, got, first)
	}
}

func TestBestOfRandomHands(t *testing.T) {
	randomHands(150, func(name string, _ *rand.Rand, hand card.Cards) {
		checkBest(t, name, newNaive(hand))
	})
}

func TestAppendBestAppends(t *testing.T) {
	hand := parseSet(t, "4C 5C 6C 7C 4H 4S KD KH KS 2D")
	before := Arrangement{parseSet(t, "AC 2C 3C")}
	got := AppendBest([]Arrangement{before}, hand)
	want := []Arrangement{before, {parseSet(t, "5C 6C 7C"), parseSet(t, "4C 4H 4S"), parseSet(t, "KH KS KD")}}
	if !slices.Equal(got, want) {
		t.Errorf("AppendBest = %x, want %x", got, want)
	}
	if got := want[1].Len(); got != 3 {
		t.Errorf("Len() = %d, want 3", got)
	}
	if got, want := want[1].Cards(), hand&^parseSet(t, "2D"); got != want {
		t.Errorf("Cards() = %x, want %x", got, want)
	}
}
