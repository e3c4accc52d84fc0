package equilibrium_test

import (
	"testing"

	"rummygym/env/indian"
	"rummygym/internal/must"
	"rummygym/internal/train/equilibrium"
)

// smallIndian is Indian Rummy with a deck of eight cards and one turn each.
func smallIndian(t *testing.T) *indian.Game {
	r := indian.Paper52()
	r.Jokers, r.Ranks, r.Suits, r.HandSize, r.MaxRounds = 0, 4, 2, 3, 1
	r.Wildcard, r.Requirement = indian.NoWildcard, indian.OnePure
	return must.Get(indian.New(r))(t)
}

// TestSequenceForm compares a tree with information sets and payoffs that are kept by their texts.
func TestSequenceForm(t *testing.T) {
	g := smallIndian(t)
	k, f := tree(t, g), newSequenceForm(t, g)
	for p := range f.sets {
		must.Equal(t, int(k.Sets[p]), len(f.sets[p]), "information sets of seat %d", p)
		must.Equal(t, int(k.Sequences[p]), len(f.of[p])-1, "sequences of seat %d", p)
	}
	choices := [2][]float64{} // of the uniform strategy, by sequence
	for p := range choices {
		n := make([]float64, len(f.before[p]))
		for _, i := range f.of[p][1:] {
			n[i]++
		}
		choices[p] = []float64{1}
		for _, i := range f.of[p][1:] { // sequences come after those before them
			choices[p] = append(choices[p], choices[p][f.before[p][i]]/n[i])
		}
	}
	want := 0.0
	for at, v := range f.payoffs {
		want += v * choices[0][at[0]] * choices[1][at[1]]
	}
	near(t, k.Value(equilibrium.Profile{k.Uniform(0), k.Uniform(1)}), want, 1e-9, "the value of uniform strategies")
}
