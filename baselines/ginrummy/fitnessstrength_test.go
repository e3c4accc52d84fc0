package ginrummy

import (
	"math"
	"testing"
)

// TestFitnessStrength compares win rates of matches to 100 with those of the authors'
// programs (internal/arena/reference/data/gin-reference.csv), which have their own tables of
// drawing and knocking, and with our figures from 20,000 matches where the programs differ.
// The joint 99 % interval of seven comparisons is |z| < 3.19; with 20,000 matches the
// largest is 2.0.
func TestFitnessStrength(t *testing.T) {
	matches := 2000
	if !*long {
		matches = 250
	}
	const v4, v2, medium = "fitness:variant=released", "independent-heuristics:variant=released", "medium:variant=released"
	for i, c := range []struct {
		first, second string
		want          float64
		of            float64 // number of matches of that figure
	}{
		{v4, "simple", 0.697, 5000},
		{v4 + ":table=off", "simple", 0.685, 5000},
		{v2, "simple", 0.655, 5000},
		{v4, v2, 0.542, 3000},
		{v4, medium, 0.584, 3000},
		{v2, medium, 0.546, 3000},
		{"sigra:variant=september", v4, 0.449, 1000},

		{"fitness", "simple", 0.677, 20000},
		{"fitness:table=off", "simple", 0.675, 20000},
		{"independent-heuristics", "simple", 0.640, 20000},
		{"independent-heuristics:filter=remove-any", "simple", 0.651, 20000},
		{"independent-heuristics:filter=keep", "simple", 0.670, 20000},
		{"fitness", "independent-heuristics", 0.533, 20000},
		{"fitness", "independent-heuristics:filter=keep", 0.502, 20000},
		{"fitness:table=off", "fitness", 0.501, 20000},
		{v4, "fitness", 0.518, 20000},
	} {
		got := ginMatches(t, c.first, c.second, matches, uint64(40+i)).rate()
		se := math.Sqrt(c.want * (1 - c.want) * (1/float64(matches) + 1/c.of))
		if z := (got - c.want) / se; math.Abs(z) > 3.19 {
			t.Errorf("%s wins %.3f of the matches against %s, want %.3f: z = %.1f", c.first, got, c.second, c.want, z)
		}
	}
}
