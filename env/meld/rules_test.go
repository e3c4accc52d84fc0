package meld

import (
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Rules)
		want   string
	}{
		{func(*Rules) {}, ""},
		{func(r *Rules) { r.Requirement = AnyMelds }, ""},
		{func(r *Rules) { r.Requirement = OnePure }, ""},
		{func(r *Rules) { r.Requirement = PureAndPure }, ""},
		{func(r *Rules) { r.Requirement = Requirement{4, 4} }, ""},
		{func(r *Rules) { r.Cap = 0 }, ""},
		{func(r *Rules) { r.Cap = 1000 }, ""},
		{func(r *Rules) { r.HandSize = 1 }, ""},
		{func(r *Rules) { r.Requirement = Requirement{2, 1} }, "Requirement.Pure"},
		{func(r *Rules) { r.Requirement = Requirement{0, 5} }, "Requirement.Sequences"},
		{func(r *Rules) { r.Requirement = Requirement{-1, 1} }, "Requirement.Pure"},
		{func(r *Rules) { r.Cap = -1 }, "Cap"},
		{func(r *Rules) { r.Cap = 1001 }, "Cap"},
		{func(r *Rules) { r.HandSize = 0 }, "HandSize"},
		{func(r *Rules) { r.HandSize = 14 }, "HandSize"},
		{func(r *Rules) { *r = Rules{} }, "HandSize"},
	} {
		r := Default()
		c.change(&r)
		err := r.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v.Validate() = %v, want an error that names %q", r, err, c.want)
		}
	}
}

func TestRules(t *testing.T) {
	change := func(f func(*Rules)) Rules {
		r := Default()
		f(&r)
		return r
	}
	demand := func(q Requirement) Rules { return change(func(r *Rules) { r.Requirement = q }) }
	const (
		noPure  = "AS JK 3S 9C 9D 9H KC KD KH KS 2D 5H 7C" // two sets, and a sequence with a joker
		onePure = "AS 2S 3S 9C 9D 9H KC KD KH KS 2D 5H 7C"
		mixed   = "AS 2S 3S 6H 8H JK 9C 9D 9H KC KD KH KS"
		twoPure = "AS 2S 3S 7H 8H 9H 9C 9D 9S KC KD KH KS"
	)
	for _, c := range []struct {
		name    string
		rules   Rules
		hand    string
		score   int
		declare bool
	}{
		{"any melds, no pure sequence", demand(AnyMelds), noPure, 14, false},
		{"one pure, no pure sequence", demand(OnePure), noPure, 80, false},
		{"any melds, one pure sequence", demand(AnyMelds), onePure, 14, false},
		{"one pure, one pure sequence", demand(OnePure), onePure, 14, false},
		{"pure and sequence, one pure sequence", Default(), onePure, 80, false},
		{"pure and sequence, mixed", Default(), mixed, 0, true},
		{"pure and pure, mixed", demand(PureAndPure), mixed, 80, false},
		{"pure and pure, two pure", demand(PureAndPure), twoPure, 0, true},
		{"three sequences, two pure", demand(Requirement{1, 3}), twoPure, 67, false},
		{"no cap", change(func(r *Rules) { r.Cap = 0 }), onePure, 81, false},
		{"low cap", change(func(r *Rules) { r.Cap = 60 }), onePure, 60, false},
		{"ten cards", change(func(r *Rules) { r.HandSize = 10 }), "AS 2S 3S 7H 8H JK KC KD KH KS", 0, true},
		{"a set of more than four", change(func(r *Rules) { r.HandSize = 5; r.Requirement = AnyMelds }), "KC KD KH JK JK", 0, false},
		{"best ten of eleven", change(func(r *Rules) { r.HandSize = 10 }), "AS 2S 3S 7H 8H JK KC KD KH KS 6C", 0, false},
	} {
		if err := c.rules.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		hand := parseHand(t, c.hand)
		must.Equal(t, c.rules.MinScore(hand, card.NoRank), c.score, "%s: MinScore(%v)", c.name, hand)
		must.Equal(t, c.rules.CanDeclare(hand, card.NoRank), c.declare, "%s: CanDeclare(%v)", c.name, hand)
		checkGrouping(t, c.name, c.rules.Group(hand, card.NoRank), hand, card.NoRank, c.rules)
	}
}

// TestRulesAreMonotone checks that more demands do not lower a score.
func TestRulesAreMonotone(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 15
	}
	requirements := []Requirement{AnyMelds, {0, 1}, OnePure, PureAndSequence, PureAndPure, {2, 3}}
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		cards = cards[:min(len(cards), 13)]
		hand := card.BagOf(cards...)
		r := Default()
		r.Cap = 0
		last := -1
		for _, r.Requirement = range requirements {
			score := r.MinScore(hand, wild)
			if score < last {
				t.Errorf("%s: MinScore(%v, %v) falls from %d to %d with the demand %+v", name, hand, wild, last, score, r.Requirement)
			}
			last = score
		}
	})
}

func TestRulesPanicOnTooManyCards(t *testing.T) {
	defer func() {
		if got := recover(); got == nil || !strings.Contains(got.(string), "want at most 14") {
			t.Errorf("MinScore of 15 cards panics with %v, want a message with the limit", got)
		}
	}()
	Default().MinScore(card.Bag{Jokers: 15}, card.NoRank)
}
