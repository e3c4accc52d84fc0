package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/options"
)

// scoring are the rules of a toy with rules. Nothing depends on them.
type scoring struct {
	Points, Bonus int
	broken        foreignFault
}

// A foreignFault is what a toy with rules does wrong with the states of other rules.
type foreignFault int

const (
	dealsForeign foreignFault = iota + 1
	copiesForeign
	rejectsEqual
)

func (r scoring) Validate() error {
	if r.Points < 1 || r.Points > 9 {
		return fmt.Errorf("toy: Rules.Points is %d, want 1 to 9", r.Points)
	}
	return nil
}

type scoredToy struct {
	toy
	rules *scoring
}

func newScored(r scoring) (scoredToy, error) { return scoredToy{rules: &r}, r.Validate() }

func (g scoredToy) NewState() game.State {
	return &scoredState{*toy{}.NewState().(*toyState), g.rules}
}

func (g scoredToy) own(dst game.State) *toyState {
	s := dst.(*scoredState)
	if *s.rules != *g.rules && g.rules.broken != dealsForeign {
		panic("other rules")
	}
	return &s.toyState
}

func (g scoredToy) Deal(dst game.State, src rand.Source) { g.toy.Deal(g.own(dst), src) }

func (g scoredToy) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	return g.toy.DealDeck(g.own(dst), deck, key)
}

func (g scoredToy) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	if b, ok := before.(*scoredState); ok {
		before = &b.toyState
	}
	return g.toy.AppendEvents(dst, before, &after.(*scoredState).toyState, a)
}

type scoredState struct {
	toyState
	rules *scoring
}

func (s *scoredState) CopyFrom(src game.State) {
	from := src.(*scoredState)
	if broken := s.rules.broken; *s.rules != *from.rules && broken != copiesForeign || s.rules != from.rules && broken == rejectsEqual {
		panic("other rules")
	}
	s.toyState.CopyFrom(&from.toyState)
}

// scoredVariants are the variants of the toy with rules.
func scoredVariants() Variants[scoring, scoredToy] {
	presets := options.Presets[scoring]{
		{Name: "plain", Rules: func() scoring { return scoring{Points: 1} }},
		{Name: "double", Rules: func() scoring { return scoring{Points: 2} }},
	}
	return Variants[scoring, scoredToy]{
		New: newScored, Names: presets.Names,
		Preset: func(name string) (scoring, error) { return presets.Named("toy", name) },
	}
}

func moreBonus(r *scoring) { r.Bonus++ }

func TestVariantsAccept(t *testing.T) {
	v := scoredVariants()
	v.Presets(t, Named[scoring]{{"plain", scoring{Points: 1}}, {"double", scoring{Points: 2}}})
	v.Validate(t, scoring{Points: 1}, Changes[scoring]{
		{"Rules.Points", func(r *scoring) { r.Points = 0 }},
		{"Rules.Points", func(r *scoring) { r.Points = 10 }},
	})
	v.Foreign(t, scoring{Points: 1}, scoring{Points: 2})
	v.RunPresets(t, nil)
	v.RunPresets(t, moreBonus)
	v.RunChanges(t, scoring{Points: 1}, Changes[scoring]{{"bonus", moreBonus}})
	v.RunRandom(t, 4, func(src rand.Source) scoring { return scoring{Points: 1 + int(src.Uint64()%9)} })
}

// TestVariantsReject violates one clause at a time. The error must name it.
func TestVariantsReject(t *testing.T) {
	v := scoredVariants()
	plain, double := scoring{Points: 1}, scoring{Points: 2}
	named := Named[scoring]{{"plain", plain}, {"double", double}}
	preset := func(f func(name string) (scoring, error)) Variants[scoring, scoredToy] {
		return Variants[scoring, scoredToy]{v.New, v.Names, f}
	}
	foreign := func(f foreignFault) error {
		return v.verifyForeign(scoring{Points: 1, broken: f}, scoring{Points: 2, broken: f})
	}
	lax := Variants[laxRules, toy]{New: func(laxRules) (toy, error) { return toy{}, nil }}
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"a preset has other rules", `Preset("double") is`, v.verifyPresets(Named[scoring]{{"plain", plain}, {"double", plain}})},
		{"a preset is missing", "the presets are [plain double], want [plain double triple]", v.verifyPresets(append(named[:2:2], Named[scoring]{{"triple", double}}...))},
		{"the presets have another order", "the presets are", v.verifyPresets(Named[scoring]{named[1], named[0]})},
		{"a preset is invalid", "preset plain: toy: Rules.Points is 0", preset(func(string) (scoring, error) { return scoring{}, nil }).verifyPresets(named)},
		{"an unknown preset is accepted", "the unknown preset plains is <nil>", preset(func(string) (scoring, error) { return plain, nil }).verifyPresets(named)},
		{"the error of an unknown preset is empty", "want its name and all valid names", preset(func(name string) (scoring, error) {
			if r, err := v.Preset(name); err == nil {
				return r, nil
			}
			return plain, errors.New("no")
		}).verifyPresets(named)},
		{"a change is valid", "gives the error <nil>", v.verifyValidate(plain, Changes[scoring]{{"Points", func(r *scoring) { r.Points = 3 }}})},
		{"New accepts a change", "New accepts", v.verifyValidate(plain, Changes[scoring]{{"Points", func(r *scoring) { r.Points = 3 }}})},
		{"the error names another field", `one that contains "Bonus"`, v.verifyValidate(plain, Changes[scoring]{{"Bonus", func(r *scoring) { r.Points = 0 }}})},
		{"the zero rules are valid", "the zero rules are valid", lax.verifyValidate(laxRules{}, nil)},
		{"the base is invalid", "are invalid", v.verifyValidate(scoring{}, nil)},
		{"Deal accepts other rules", "Deal does not panic", foreign(dealsForeign)},
		{"CopyFrom accepts other rules", "CopyFrom does not panic", foreign(copiesForeign)},
		{"CopyFrom rejects equal rules", "panics for a state of a game with equal rules", foreign(rejectsEqual)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
				t.Errorf("the error is %v, want one that contains %q", c.err, c.want)
			}
		})
	}
}

// laxRules accepts everything.
type laxRules struct{}

func (laxRules) Validate() error { return nil }
