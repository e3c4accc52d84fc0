package playtest

import (
	"strings"
	"testing"

	"rummygym/env/game"
)

// TestChecks checks that each check accepts what is right and names what is wrong.
func TestChecks(t *testing.T) {
	layout := game.Layout{
		{Name: "count", Shape: []int{2}, DType: game.Uint8, High: 3},
		{Name: "chance", Shape: []int{1}, DType: game.Float32, High: 1},
	}
	compare := func(chance float32, want ...float64) error {
		return CompareFields(layout, []float32{1, 3, chance}, map[string][]float64{"count": want, "chance": {0.5}}, 1e-6)
	}
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"equal, one value clipped", "", compare(0.5, 1, 4)},
		{"rounded", "", compare(0.501, 1, 3)},
		{"another number", "count[0] is 1, want 2", compare(0.5, 2, 3)},
		{"too few values", "1 values of count", compare(0.5, 1)},
		{"rounded by half a step", "", compare(0.501961, 1, 3)},
		{"rounded by more than half a step", "chance[0] is", compare(0.50197, 1, 3)},
		{"below the range", "count[0] is -1", CompareFields(layout, []float32{-1, 3, 0.5}, map[string][]float64{"count": {-1, 3}, "chance": {0.5}}, 0)},
		{"the lower end of the range", "", CompareFields(layout, []float32{0, 3, 0.5}, map[string][]float64{"count": {0, 3}, "chance": {0.5}}, 0)},
		{"another chance", "chance[0] is", compare(0.503, 1, 3)},
		{"the text of the panic", "", comparePanics(map[string]func(){"bad": func() { panic("a bad thing") }})},
		{"another panic", `panic "no", want one with "bad"`, comparePanics(map[string]func(){"bad": func() { panic("no") }})},
		{"no panic", `panic "<nil>", want one with "bad"`, comparePanics(map[string]func(){"bad": func() {}})},
	} {
		if c.want == "" && c.err != nil || c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want)) {
			t.Errorf("%s: the error is %v, want %q", c.name, c.err, c.want)
		}
	}
}
