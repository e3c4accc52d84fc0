package opponent_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/opponent"
	"rummygym/internal/must"
)

// TestUniformHandsAreUniform checks that every set of two out of five cards, one of them a
// joker, is equally likely.
func TestUniformHandsAreUniform(t *testing.T) {
	deck := card.AppendDeck(nil, 1, 1) // the joker is the last card, and one of the five
	rules := indian.Paper52()
	rules.Jokers = 1
	rules.HandSize = 2 // no game has such rules, but the sampler does not check
	o := indian.Observation{Rules: &rules, Self: 0, Wildcard: card.None, Top: card.None}
	o.HandSizes[1] = 2
	o.Pile = card.BagOf(deck[4:52]...)
	counts := map[card.Bag]int{}
	const n = 20_000
	hands := make([]card.Bag, n)
	opponent.UniformHands{}.Sample(hands, &o, rand.NewPCG(3, 4))
	for _, h := range hands {
		counts[h]++
	}
	if len(counts) != 10 {
		t.Fatalf("%d different hands, want 10", len(counts))
	}
	chi := 0.0
	for _, c := range counts {
		chi += math.Pow(float64(c)-n/10, 2) / (n / 10)
	}
	if chi > 27.9 { // 9 degrees of freedom, p = .001
		t.Errorf("chi-square %.1f of ten equally likely hands", chi)
	}
}

func TestUniformHandsAllocateNothing(t *testing.T) {
	src := rand.NewPCG(1, 2)
	hands := make([]card.Bag, 8)
	p := newPlaying(t, indian.Paper(), "min-dist", "min-dist")
	p.game(7, 0, func(o *indian.Observation, s *indian.State) {
		must.Equal(t, testing.AllocsPerRun(5, func() { opponent.UniformHands{}.Sample(hands, o, src) }), 0, "allocations")
	})
}

func TestHandsOfMoreThanTwoPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic at a table of three")
		}
	}()
	rules := indian.Club(3)
	opponent.UniformHands{}.Sample(make([]card.Bag, 1), &indian.Observation{Rules: &rules}, rand.NewPCG(1, 2))
}
