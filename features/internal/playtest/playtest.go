// Package playtest plays both games for the tests of the packages of features, and
// computes features of Gin Rummy in the slow, obvious way.
package playtest

import (
	"strings"
	"testing"

	"rummygym/env/game"
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
