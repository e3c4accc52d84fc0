package meld

import (
	"strings"
	"testing"

	"rummygym/env/card"
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

func TestRulesPanicOnTooManyCards(t *testing.T) {
	defer func() {
		if got := recover(); got == nil || !strings.Contains(got.(string), "want at most 14") {
			t.Errorf("MinScore of 15 cards panics with %v, want a message with the limit", got)
		}
	}()
	Default().MinScore(card.Bag{Jokers: 15}, card.NoRank)
}
