package indian

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game/gametest"
	"rummygym/internal/must"
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

// TestValidate checks that each error names the field.
func TestValidate(t *testing.T) {
	variants.Validate(t, Paper(), gametest.Changes[Rules]{
		{"option seats", func(r *Rules) { r.Seats = 1 }},
		{"option seats", func(r *Rules) { *r = Club(7) }},
		// 4 hands of 13, the wildcard and the pile leave no closed deck.
		{"make a deck of 54 cards: want at least 55 for option seats 4 of 13 cards", func(r *Rules) { r.Seats = 4 }},
		{"option packs", func(r *Rules) { r.Packs = 0 }},
		{"option packs", func(r *Rules) { r.Packs = 4 }},
		{"option jokers", func(r *Rules) { r.Jokers = -1 }},
		{"option jokers", func(r *Rules) { r.Jokers = 9 }},
		{"option hand-size", func(r *Rules) { r.HandSize = 14 }},
		{"option hand-size", func(r *Rules) { r.HandSize = 0 }},
		{"option first-drop", func(r *Rules) { r.FirstDrop = -20 }},
		{"option middle-drop", func(r *Rules) { r.MiddleDrop = 1001 }},
		{"option cap", func(r *Rules) { r.Cap = 0 }},
		{"option max-rounds", func(r *Rules) { r.MaxRounds = 0 }},
		{"option dealing", func(r *Rules) { r.Dealing = 2 }},
		{"option wildcard", func(r *Rules) { r.Wildcard = 3 }},
		{"option ranks", func(r *Rules) { r.Ranks = 2 }},
		{"option ranks", func(r *Rules) { r.Ranks = 14 }},
		{"option suits", func(r *Rules) { r.Suits = 0 }},
		{"option suits", func(r *Rules) { r.Suits = 5 }},
		{"option hand-size", func(r *Rules) { r.HandSize = 2 }},
		{"option requirement", func(r *Rules) { r.Requirement = 4 }},
		{"options packs 1, ranks 5, suits 2 and jokers 0 make a deck of 10 cards: want at least 11 for option seats 2 of 4 cards", func(r *Rules) { r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement = 5, 2, 0, 4, OnePure }},
		{"make a deck of 7 cards: want at least 8 for option seats 2 of 3 cards, the open pile and a closed deck", func(r *Rules) {
			r.Ranks, r.Suits, r.Jokers, r.HandSize, r.Requirement, r.Wildcard = 7, 1, 0, 3, OnePure, NoWildcard
		}},
		{"option hand-size is 5, and option requirement pure-and-sequence needs 2 sequences of 3 cards or more: want a hand of at least 6", func(r *Rules) { r.HandSize = 5 }},
		{"option hand-size is 4, and the melds of option ranks 3 and suits 4 never hold 4 cards with option requirement one-pure", func(r *Rules) { r.HandSize, r.Ranks, r.Packs, r.Requirement = 4, 3, 2, OnePure }},
		{"never hold 5 cards", func(r *Rules) { r.HandSize, r.Ranks, r.Packs, r.Requirement = 5, 4, 2, AnyMelds }},
		{"wildcard", func(r *Rules) { r.Wildcard, r.Seats, r.Jokers = NextNatural, 4, 8 }},
		{"option recycling", func(r *Rules) { r.Recycling = 3 }},
		{"option counting", func(r *Rules) { r.Counting = 2 }},
		{"counting", func(r *Rules) { r.Counting, r.Seats = HalfTurns, 3 }},
		{"option relief", func(r *Rules) { r.Relief = 2 }},
		{"option taking", func(r *Rules) { r.Taking = 2 }},
		{"option throwing-back", func(r *Rules) { r.ThrowingBack = 2 }},
		{"option declaring", func(r *Rules) { r.Declaring = 2 }},
	})
}

// The largest deck that the rules allow has MaxDeck cards.
func TestMaxDeck(t *testing.T) {
	r := Paper()
	r.Packs, r.Jokers = MaxPacks, MaxJokers
	if n := len(newGame(t, r).Deck()); n != MaxDeck {
		t.Errorf("the largest deck has %d cards, want MaxDeck, %d", n, MaxDeck)
	}
}

// TestTightDeck plays with the minimum closed deck of one card.
func TestTightDeck(t *testing.T) {
	r := Paper()
	r.Seats, r.Jokers = 4, 3
	g := newGame(t, r)
	s := g.NewTable()
	if err := g.DealDeck(s, g.Deck(), 1); err != nil || s.stock() != 1 {
		t.Fatalf("the closed deck has %d cards, %v, want 1", s.stock(), err)
	}
	for range 40 {
		must.Do(t, s.Apply(DrawStock))
		must.Do(t, s.Apply(DiscardOf(s.drawn)))
	}
	if s.reshuffles < 10 {
		t.Errorf("%d reshuffles in 40 turns, want one every other turn", s.reshuffles)
	}
}

// TestWords checks the words of options, which flags and records use.
func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Draw.String(), "draw"}, {Discard.String(), "discard"}, {Over.String(), "over"}, {Phase(3).String(), "Phase(3)"},
		{Alternate.String(), "alternate"}, {Blocks.String(), "blocks"}, {Dealing(2).String(), "Dealing(2)"},
		{NextCard.String(), "next-card"}, {NextNatural.String(), "next-natural"},
		{KeepTop.String(), "keep-top"}, {WholePile.String(), "whole-pile"}, {NoRecycling.String(), "none"},
		{FullTurns.String(), "full-turns"}, {HalfTurns.String(), "half-turns"},
		{AtMostFirstDrop.String(), "at-most-first-drop"}, {NoRelief.String(), "none"},
		{NoWildcard.String(), "none"}, {PureAndSequence.String(), "pure-and-sequence"}, {OnePure.String(), "one-pure"}, {AnyMelds.String(), "any-melds"}, {TwoPure.String(), "two-pure"},
		{TakeAny.String(), "any"}, {TakeNoJokers.String(), "no-jokers"},
		{ThrowBackAllowed.String(), "allowed"}, {ThrowBackForbidden.String(), "forbidden"},
		{ValidOnly.String(), "valid-only"}, {AnyCards.String(), "any-cards"},
	} {
		must.Equal(t, c.got, c.want, "the word")
	}
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
