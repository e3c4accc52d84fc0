// Package playtest plays both games for the tests of the packages of features, and
// computes features of Gin Rummy in the slow, obvious way.
package playtest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// Decisions returns the number of decisions that a test visits: n, or n/10 in short mode.
func Decisions(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// CheckLayout checks that each field has a unique name, a doc and a range.
func CheckLayout(t *testing.T, layout game.Layout) {
	t.Helper()
	names := map[string]bool{}
	for _, f := range layout {
		if names[f.Name] || f.Doc == "" || f.Low > f.High || f.Name != strings.ToLower(f.Name) {
			t.Errorf("field %+v: want a unique snake_case name, a doc and a range", f)
		}
		names[f.Name] = true
	}
}

// PlayIndian plays games of random legal moves with few drops, and calls visit with the
// state at every decision, up to the given number of decisions, and at every end.
func PlayIndian(t testing.TB, r indian.Rules, decisions int, visit func(s game.State)) {
	t.Helper()
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	s := g.NewState()
	src := rand.NewPCG(1, 2)
	for episode := uint64(0); ; episode++ {
		for g.Deal(s, game.DealSource(5, episode)); s.Current() != game.NoPlayer; {
			if decisions--; decisions < 0 {
				return
			}
			visit(s)
			var legal game.Mask
			s.Legal(&legal)
			if legal.Count() > 1 && src.Uint64()%20 != 0 {
				legal.Unset(indian.Drop)
			}
			if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				t.Fatal(err)
			}
		}
		visit(s)
	}
}
