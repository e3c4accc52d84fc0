package indian

import (
	"slices"
	"strings"
	"testing"
)

// TestPresets checks what the rules page says of each preset.
func TestPresets(t *testing.T) {
	if want := []string{"paper", "paper52", "club", "released"}; !slices.Equal(PresetNames(), want) {
		t.Fatalf("the presets are %v, want %v", PresetNames(), want)
	}
	paper := Rules{Seats: 2, Packs: 1, Jokers: 2, HandSize: 13, FirstDrop: 20, MiddleDrop: 40, Cap: 80, MaxRounds: 100}
	paper52, club, released := paper, paper, paper
	paper52.Jokers = 0
	club.Packs = 2
	released.Packs = 2
	released.Dealing, released.Wildcard, released.Recycling = Blocks, NextNatural, WholePile
	released.Counting, released.Relief = HalfTurns, NoRelief
	for name, want := range map[string]Rules{"paper": paper, "paper52": paper52, "club": club, "released": released} {
		got, err := Preset(name)
		if err != nil || got != want {
			t.Errorf("Preset(%q) is %+v, %v, want %+v", name, got, err, want)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("preset %s: %v", name, err)
		}
	}
	for seats := 2; seats <= 6; seats++ {
		if err := Club(seats).Validate(); err != nil {
			t.Errorf("a club of %d: %v", seats, err)
		}
	}
	if _, err := Preset("papers"); err == nil || !strings.Contains(err.Error(), `"papers"`) || !strings.Contains(err.Error(), "paper52") {
		t.Errorf("the error of an unknown preset is %v, want the bad name and the good ones", err)
	}
}

// TestValidate demands that each error names the field.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		field string
		set   func(*Rules)
	}{
		{"Seats", func(r *Rules) { r.Seats = 1 }},
		{"Seats", func(r *Rules) { *r = Club(7) }},
		{"Seats", func(r *Rules) { r.Seats = 4 }}, // 4 hands of 13, wildcard and pile leave no closed deck
		{"Packs", func(r *Rules) { r.Packs = 0 }},
		{"Packs", func(r *Rules) { r.Packs = 4 }},
		{"Jokers", func(r *Rules) { r.Jokers = -1 }},
		{"Jokers", func(r *Rules) { r.Jokers = 9 }},
		{"HandSize", func(r *Rules) { r.HandSize = 14 }},
		{"HandSize", func(r *Rules) { r.HandSize = 0 }},
		{"FirstDrop", func(r *Rules) { r.FirstDrop = -20 }},
		{"MiddleDrop", func(r *Rules) { r.MiddleDrop = 1001 }},
		{"Cap", func(r *Rules) { r.Cap = 0 }},
		{"MaxRounds", func(r *Rules) { r.MaxRounds = 0 }},
		{"Dealing", func(r *Rules) { r.Dealing = 2 }},
		{"Wildcard", func(r *Rules) { r.Wildcard = 2 }},
		{"Wildcard", func(r *Rules) { r.Wildcard, r.Seats, r.Jokers = NextNatural, 4, 8 }},
		{"Recycling", func(r *Rules) { r.Recycling = 3 }},
		{"Counting", func(r *Rules) { r.Counting = 2 }},
		{"Counting", func(r *Rules) { r.Counting, r.Seats = HalfTurns, 3 }},
		{"Relief", func(r *Rules) { r.Relief = 2 }},
		{"Taking", func(r *Rules) { r.Taking = 2 }},
		{"ThrowingBack", func(r *Rules) { r.ThrowingBack = 2 }},
		{"Declaring", func(r *Rules) { r.Declaring = 2 }},
	} {
		r := Paper()
		c.set(&r)
		before := r
		err := r.Validate()
		if err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%+v gives the error %v, want one that names %s", r, err, c.field)
		}
		if r != before {
			t.Errorf("Validate changes the rules")
		}
		if _, err := New(r); err == nil {
			t.Errorf("New takes %+v", r)
		}
	}
	if err := (Rules{}).Validate(); err == nil {
		t.Error("the zero rules are valid")
	}
}

// TestTightDeck plays the fullest table: one card in the closed deck.
func TestTightDeck(t *testing.T) {
	r := Paper()
	r.Seats, r.Jokers = 4, 3
	g := newGame(t, r)
	s := g.NewTable()
	if err := g.DealDeck(s, g.Deck(), 1); err != nil || s.stock() != 1 {
		t.Fatalf("the closed deck has %d cards, %v, want 1", s.stock(), err)
	}
	for range 40 {
		if err := s.Apply(DrawStock); err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(DiscardOf(s.drawn)); err != nil {
			t.Fatal(err)
		}
	}
	if s.reshuffles < 10 {
		t.Errorf("%d reshuffles in 40 turns, want one every other turn", s.reshuffles)
	}
}

// TestWords reads the words of options, which flags and records use.
func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Draw.String(), "draw"}, {Discard.String(), "discard"}, {Over.String(), "over"}, {Phase(3).String(), "Phase(3)"},
		{Alternate.String(), "alternate"}, {Blocks.String(), "blocks"}, {Dealing(2).String(), "Dealing(2)"},
		{NextCard.String(), "next-card"}, {NextNatural.String(), "next-natural"},
		{KeepTop.String(), "keep-top"}, {WholePile.String(), "whole-pile"}, {NoRecycling.String(), "none"},
		{FullTurns.String(), "full-turns"}, {HalfTurns.String(), "half-turns"},
		{AtMostFirstDrop.String(), "at-most-first-drop"}, {NoRelief.String(), "none"},
		{TakeAny.String(), "any"}, {TakeNoJokers.String(), "no-jokers"},
		{ThrowBackAllowed.String(), "allowed"}, {ThrowBackForbidden.String(), "forbidden"},
		{ValidOnly.String(), "valid-only"}, {AnyCards.String(), "any-cards"},
	} {
		if c.got != c.want {
			t.Errorf("the word is %q, want %q", c.got, c.want)
		}
	}
}
