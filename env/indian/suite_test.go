package indian_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/internal/env/gametest"
)

var variants = gametest.Variants[indian.Rules, *indian.Game]{New: indian.New, Names: indian.PresetNames, Preset: indian.Preset}

// TestSuitePresets runs the conformance suite for every preset.
func TestSuitePresets(t *testing.T) { variants.RunPresets(t, nil) }

// TestSuiteOptions runs the conformance suite with each single option changed, and with
// random combinations of options.
func TestSuiteOptions(t *testing.T) {
	base := indian.Paper()
	base.MaxRounds = 25
	club := func(seats int) indian.Rules { r := indian.Club(seats); r.MaxRounds = 25; return r }
	variants.RunChanges(t, base, gametest.Changes[indian.Rules]{
		{"club of 3", func(r *indian.Rules) { *r = club(3) }},
		{"club of 6", func(r *indian.Rules) { *r = club(6) }},
		{"three packs", func(r *indian.Rules) { r.Packs, r.Jokers = 3, 8 }},
		{"ten cards", func(r *indian.Rules) { r.HandSize = 10 }},
		{"three cards of 12", func(r *indian.Rules) {
			r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement = 4, 3, 0, 3, indian.OnePure
		}},
		{"three cards of 8, no wildcard", func(r *indian.Rules) {
			r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement, r.Wildcard = 4, 2, 0, 3, indian.AnyMelds, indian.NoWildcard
		}},
		{"two pure sequences of two packs of six ranks", func(r *indian.Rules) {
			r.Packs, r.Ranks, r.HandSize, r.Requirement, r.Declaring = 2, 6, 7, indian.TwoPure, indian.AnyCards
		}},
		{"blocks", func(r *indian.Rules) { r.Dealing = indian.Blocks }},
		{"natural wildcard", func(r *indian.Rules) { r.Wildcard, r.Jokers = indian.NextNatural, 8 }},
		{"whole pile", func(r *indian.Rules) { r.Recycling = indian.WholePile }},
		{"no recycling", func(r *indian.Rules) { r.Recycling = indian.NoRecycling }},
		{"half turns", func(r *indian.Rules) { r.Counting = indian.HalfTurns }},
		{"no relief", func(r *indian.Rules) { r.Relief = indian.NoRelief }},
		{"no jokers taken", func(r *indian.Rules) { r.Taking, r.Jokers = indian.TakeNoJokers, 8 }},
		{"no throwing back", func(r *indian.Rules) { r.ThrowingBack = indian.ThrowBackForbidden }},
		{"any declaration", func(r *indian.Rules) { r.Declaring = indian.AnyCards }},
		{"any declaration of 5", func(r *indian.Rules) { *r = club(5); r.Declaring = indian.AnyCards }},
	})
	variants.RunRandom(t, 10, randomRules)
}

// randomRules returns random valid rules of a short game.
func randomRules(src rand.Source) indian.Rules {
	rng := rand.New(src)
	for {
		r := indian.Rules{
			Seats: 2 + rng.IntN(5), Packs: 1 + rng.IntN(3), Jokers: rng.IntN(9),
			Ranks: 3 + rng.IntN(11), Suits: 1 + rng.IntN(4), HandSize: 3 + rng.IntN(11),
			FirstDrop: rng.IntN(30), MiddleDrop: rng.IntN(50), Cap: 1 + rng.IntN(100), MaxRounds: 1 + rng.IntN(20),
			Dealing:      indian.Dealing(rng.IntN(2)),
			Wildcard:     indian.Wildcard(rng.IntN(3)),
			Requirement:  indian.Requirement(rng.IntN(4)),
			Recycling:    indian.Recycling(rng.IntN(3)),
			Counting:     indian.Counting(rng.IntN(2)),
			Relief:       indian.Relief(rng.IntN(2)),
			Taking:       indian.Taking(rng.IntN(2)),
			ThrowingBack: indian.ThrowingBack(rng.IntN(2)),
			Declaring:    indian.Declaring(rng.IntN(2)),
		}
		if rng.IntN(3) == 0 {
			r.Ranks, r.Suits = card.NumRanks, card.NumSuits
		}
		if r.Validate() == nil {
			return r
		}
	}
}
