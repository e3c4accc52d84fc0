package indian_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/game/gametest"
	"rummygym/env/indian"
)

// TestSuitePresets runs the conformance suite for every preset.
func TestSuitePresets(t *testing.T) {
	for _, name := range indian.PresetNames() {
		t.Run(name, func(t *testing.T) {
			r, err := indian.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			runSuite(t, r)
		})
	}
}

// TestSuiteOptions runs the conformance suite with each option changed by
// itself, and with options drawn at random together.
func TestSuiteOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*indian.Rules)
	}{
		{"club of 3", func(r *indian.Rules) { *r = indian.Club(3) }},
		{"club of 6", func(r *indian.Rules) { *r = indian.Club(6) }},
		{"three packs", func(r *indian.Rules) { r.Packs, r.Jokers = 3, 8 }},
		{"ten cards", func(r *indian.Rules) { r.HandSize = 10 }},
		{"blocks", func(r *indian.Rules) { r.Dealing = indian.Blocks }},
		{"natural wildcard", func(r *indian.Rules) { r.Wildcard, r.Jokers = indian.NextNatural, 8 }},
		{"whole pile", func(r *indian.Rules) { r.Recycling = indian.WholePile }},
		{"no recycling", func(r *indian.Rules) { r.Recycling = indian.NoRecycling }},
		{"half turns", func(r *indian.Rules) { r.Counting = indian.HalfTurns }},
		{"no relief", func(r *indian.Rules) { r.Relief = indian.NoRelief }},
		{"no jokers taken", func(r *indian.Rules) { r.Taking, r.Jokers = indian.TakeNoJokers, 8 }},
		{"no throwing back", func(r *indian.Rules) { r.ThrowingBack = indian.ThrowBackForbidden }},
		{"any declaration", func(r *indian.Rules) { r.Declaring = indian.AnyCards }},
		{"any declaration of 5", func(r *indian.Rules) { *r = indian.Club(5); r.Declaring = indian.AnyCards }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := indian.Paper()
			c.set(&r)
			r.MaxRounds = 25
			runSuite(t, r)
		})
	}
	combinations := 10
	if testing.Short() {
		combinations = 3
	}
	src := rand.NewPCG(7, 7)
	for range combinations {
		r := randomRules(src)
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) { runSuite(t, r) })
	}
}

// runSuite runs the conformance suite under the rules r.
func runSuite(t *testing.T, r indian.Rules) {
	t.Helper()
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g)
}

// randomRules returns valid rules of a short game, drawn from src.
func randomRules(src rand.Source) indian.Rules {
	rng := rand.New(src)
	for {
		r := indian.Rules{
			Seats: 2 + rng.IntN(5), Packs: 1 + rng.IntN(3), Jokers: rng.IntN(9), HandSize: 13 - 3*rng.IntN(2),
			FirstDrop: rng.IntN(30), MiddleDrop: rng.IntN(50), Cap: 1 + rng.IntN(100), MaxRounds: 1 + rng.IntN(20),
			Dealing:      indian.Dealing(rng.IntN(2)),
			Wildcard:     indian.Wildcard(rng.IntN(2)),
			Recycling:    indian.Recycling(rng.IntN(3)),
			Counting:     indian.Counting(rng.IntN(2)),
			Relief:       indian.Relief(rng.IntN(2)),
			Taking:       indian.Taking(rng.IntN(2)),
			ThrowingBack: indian.ThrowingBack(rng.IntN(2)),
			Declaring:    indian.Declaring(rng.IntN(2)),
		}
		if r.Validate() == nil {
			return r
		}
	}
}
