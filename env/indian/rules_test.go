package indian

import (
	"math/rand/v2"
	"testing"

	"rummygym/internal/env/gametest"
)

// TestPresets compares each preset with docs/rules-indian.md.
func TestPresets(t *testing.T) {
	paper := Rules{Seats: 2, Packs: 1, Ranks: 13, Suits: 4, Jokers: 2, HandSize: 13, FirstDrop: 20, MiddleDrop: 40, Cap: 80, MaxRounds: 100}
	paper52, club, released := paper, paper, paper
	paper52.Jokers = 0
	club.Packs = 2
	released.Packs = 2
	released.Dealing, released.Wildcard, released.Recycling = Blocks, NextNatural, WholePile
	released.Counting, released.Relief = HalfTurns, NoRelief
	app := club
	app.Declaring, app.Taking, app.ThrowingBack = AnyCards, TakeNoJokers, ThrowBackForbidden
	tiny := Rules{
		Seats: 2, Packs: 2, Ranks: 4, Suits: 1, HandSize: 3, FirstDrop: 5, MiddleDrop: 10, Cap: 20, MaxRounds: 1,
		Requirement: OnePure, Wildcard: NoWildcard,
	}
	small := tiny
	small.Jokers, small.MaxRounds = 1, 2
	medium := Rules{
		Seats: 2, Packs: 1, Ranks: 5, Suits: 2, HandSize: 3, FirstDrop: 5, MiddleDrop: 10, Cap: 20, MaxRounds: 2, Requirement: OnePure,
	}
	variants.Presets(t, gametest.Named[Rules]{
		{"paper", paper}, {"paper52", paper52}, {"club", club}, {"app", app}, {"released", released}, {"tiny", tiny}, {"small", small}, {"medium", medium},
	})
	for seats := 2; seats <= 6; seats++ {
		if err := Club(seats).Validate(); err != nil {
			t.Errorf("a club of %d: %v", seats, err)
		}
	}
}

// TestOptions checks each option by itself, and the errors of options that do not go together.
func TestOptions(t *testing.T) {
	for _, p := range presets {
		gametest.CheckOptions(t, p.Rules())
	}
	variants.Validate(t, Paper(), gametest.Changes[Rules]{
		// 4 hands of 13, the wildcard and the pile leave no closed deck.
		{"make a deck of 54 cards: want at least 55 for option seats 4 of 13 cards", func(r *Rules) { r.Seats = 4 }},
		{"options packs 1, ranks 5, suits 2 and jokers 0 make a deck of 10 cards: want at least 11 for option seats 2 of 4 cards", func(r *Rules) { r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement = 5, 2, 0, 4, OnePure }},
		{"make a deck of 7 cards: want at least 8 for option seats 2 of 3 cards", func(r *Rules) {
			r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement, r.Wildcard = 7, 1, 0, 3, OnePure, NoWildcard
		}},
		{"option hand-size is 5, and option requirement pure-and-sequence", func(r *Rules) { r.HandSize = 5 }},
		{"option hand-size is 4, and the melds of option ranks 3 and suits 4 never hold 4 cards with option requirement one-pure", func(r *Rules) { r.HandSize, r.Ranks, r.Packs, r.Requirement = 4, 3, 2, OnePure }},
		{"never hold 5 cards", func(r *Rules) { r.HandSize, r.Ranks, r.Packs, r.Requirement = 5, 4, 2, AnyMelds }},
		{"option wildcard next-natural", func(r *Rules) { r.Wildcard, r.Seats, r.Jokers = NextNatural, 4, 8 }},
		{"counting half-turns", func(r *Rules) { r.Counting, r.Seats = HalfTurns, 3 }},
	})
}

// anyRules returns random valid rules.
func anyRules(src rand.Source, n int) (all []Rules) {
	rng := rand.New(src)
	for len(all) < n {
		r := Paper()
		r.Seats, r.Packs, r.Jokers = 2+rng.IntN(5), 1+rng.IntN(3), rng.IntN(9)
		r.Ranks, r.Suits, r.HandSize = 3+rng.IntN(11), 1+rng.IntN(4), 3+rng.IntN(11)
		r.Requirement, r.Wildcard = Requirement(rng.IntN(4)), Wildcard(rng.IntN(3))
		if r.Validate() == nil {
			all = append(all, r)
		}
	}
	return all
}
