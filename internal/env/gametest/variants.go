package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
)

// Variants tests a game G that is played under rules R and has presets of them.
type Variants[R interface {
	comparable
	Validate() error
}, G game.Game] struct {
	New    func(R) (G, error)
	Names  func() []string // of the presets
	Preset func(name string) (R, error)
}

// Named are rules by name.
type Named[R any] []struct {
	Name  string
	Rules R
}

// Changes are changes of rules, or of a deck, by name.
type Changes[R any] []struct {
	Name string
	Set  func(*R)
}

// Game returns the game under rules r, which must be valid.
func (v Variants[R, G]) Game(t testing.TB, r R) G {
	t.Helper()
	g, err := v.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// RunPresets runs the suite for every preset, changed by set unless set is nil.
func (v Variants[R, G]) RunPresets(t *testing.T, set func(*R)) {
	t.Helper()
	for _, name := range v.Names() {
		t.Run(name, func(t *testing.T) {
			t.Helper()
			r, err := v.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			if set != nil {
				set(&r)
			}
			Run(t, v.Game(t, r))
		})
	}
}

// RunMany plays 1,000 random games of the preset and checks that the game ends in each of the given ways. If
// long, it also runs the suite over 10,000 games for each check.
func (v Variants[R, G]) RunMany(t *testing.T, preset string, long bool, endings ...game.Ending) {
	t.Helper()
	r, err := v.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	g := v.Game(t, r)
	if long {
		t.Run(preset, func(t *testing.T) { t.Helper(); RunEpisodes(t, g, 10_000) })
	}
	ends := map[game.Ending]int{}
	if err := play(g, rand.NewPCG(1, 1), 1000, func(e *episode) error {
		ends[e.state.Outcome().Ending]++
		return nil
	}); err != nil {
		t.Errorf("%s: %v", preset, err)
	}
	for _, ending := range endings {
		if ends[ending] == 0 {
			t.Errorf("%s: no game ends by %s: %v", preset, ending, ends)
		}
	}
}

// RunChanges runs the suite for the rules base with each single change.
func (v Variants[R, G]) RunChanges(t *testing.T, base R, changes Changes[R]) {
	t.Helper()
	for _, c := range changes {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			r := base
			c.Set(&r)
			Run(t, v.Game(t, r))
		})
	}
}

// RunRandom runs the suite for n valid rules from random, or three with -short.
func (v Variants[R, G]) RunRandom(t *testing.T, n int, random func(rand.Source) R) {
	t.Helper()
	if testing.Short() {
		n = 3
	}
	src := rand.NewPCG(7, 7)
	for range n {
		r := random(src)
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) { t.Helper(); Run(t, v.Game(t, r)) })
	}
}

// Presets checks that the presets have the given names, in this order, and rules, and
// that the error of an unknown preset names it and all presets.
func (v Variants[R, G]) Presets(t *testing.T, want Named[R]) {
	t.Helper()
	report(t, v.verifyPresets(want))
}

func (v Variants[R, G]) verifyPresets(want Named[R]) error {
	var names []string
	var errs []error
	for _, w := range want {
		names = append(names, w.Name)
		r, err := v.Preset(w.Name)
		if err != nil || r != w.Rules {
			errs = append(errs, fmt.Errorf("Preset(%q) is %+v, %v, want %+v", w.Name, r, err, w.Rules))
		}
		if err := r.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("preset %s: %w", w.Name, err))
		}
	}
	if got := v.Names(); !slices.Equal(got, names) {
		errs = append(errs, fmt.Errorf("the presets are %v, want %v", got, names))
	}
	unknown := names[0] + "s"
	if _, err := v.Preset(unknown); err == nil || !containsAll(err.Error(), append(names, fmt.Sprintf("%q", unknown))) {
		errs = append(errs, fmt.Errorf("the error of the unknown preset %s is %v, want its name and all valid names", unknown, err))
	}
	return errors.Join(errs...)
}

// Validate checks that each change makes the rules base invalid, that the error contains
// the name of the change, which is that of a field, and that New rejects the rules. The
// zero rules must be invalid.
func (v Variants[R, G]) Validate(t *testing.T, base R, changes Changes[R]) {
	t.Helper()
	report(t, v.verifyValidate(base, changes))
}

func (v Variants[R, G]) verifyValidate(base R, changes Changes[R]) error {
	var errs []error
	if err := base.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("the rules %+v are invalid: %w", base, err))
	}
	for _, c := range changes {
		r := base
		c.Set(&r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), c.Name) {
			errs = append(errs, fmt.Errorf("%+v gives the error %v, want one that contains %q", r, err, c.Name))
		}
		if _, err := v.New(r); err == nil {
			errs = append(errs, fmt.Errorf("function New accepts %+v", r))
		}
	}
	if err := (*new(R)).Validate(); err == nil {
		errs = append(errs, errors.New("the zero rules are valid"))
	}
	return errors.Join(errs...)
}

// Foreign checks that games with equal rules share their states, and that Deal and CopyFrom
// of a state under the rules other cause a panic.
func (v Variants[R, G]) Foreign(t *testing.T, rules, other R) {
	t.Helper()
	report(t, v.verifyForeign(rules, other))
}

func (v Variants[R, G]) verifyForeign(rules, other R) error {
	g, err := v.New(rules)
	twin, err2 := v.New(rules)
	far, err3 := v.New(other)
	if err := errors.Join(err, err2, err3); err != nil {
		return err
	}
	var errs []error
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"Deal", func() { g.Deal(far.NewState(), rand.NewPCG(1, 1)) }},
		{"CopyFrom", func() { g.NewState().CopyFrom(far.NewState()) }},
	} {
		if !panics(c.do) {
			errs = append(errs, fmt.Errorf("%s does not panic for a state under other rules", c.name))
		}
	}
	s := twin.NewState()
	if panics(func() { g.Deal(s, rand.NewPCG(1, 1)); g.NewState().CopyFrom(s) }) {
		return errors.Join(append(errs, errors.New("one of Deal and CopyFrom panics for a state of a game with equal rules"))...)
	}
	return errors.Join(errs...)
}

// report fails the test if err is an error.
func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// containsAll reports whether text contains all parts.
func containsAll(text string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}

// panics reports whether f panics.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
