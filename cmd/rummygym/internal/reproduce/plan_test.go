package reproduce

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// The options of the recipes are valid in the plans of all settings that the command takes, and those that
// they refuse are errors before the first step, which name it.
func TestPlanChecksOptions(t *testing.T) {
	for _, scale := range []float64{1e-9, 1} {
		for _, n := range []int{1, math.MaxInt32 / 3, 1e9} {
			for _, seed := range []uint64{0, math.MaxUint64 - 1000} {
				for _, generations := range []int{1, 3} {
					with := Settings{Scale: scale, Epochs: n, AugmentedEpochs: n, Matches: n + n%2, Seeds: 2, Generations: generations, Defence: scale, Seed: seed}
					p, err := newPlan("a run, {of} d:e", with)
					if err != nil {
						t.Errorf("%+v: %v", with, err)
					}
					if ran := slices.ContainsFunc(slices.Concat(p.stages...), func(s *step) bool { return s.recipe != nil }); !ran {
						t.Errorf("%+v: no step runs a recipe", with)
					}
				}
			}
		}
	}
	for want, change := range map[string]func(*Settings){
		"step train simple/mlp: --epochs 0: want a whole number from 1": func(s *Settings) { s.Epochs = 0 },
		"step eval simple/mlp: --games 0: want a whole number from 1":   func(s *Settings) { s.Matches = 0 },
		"step collect simple: --games 1690000000000: want a whole":      func(s *Settings) { s.Scale = 1e6 },
	} {
		with := Settings{Scale: 1, Epochs: 1, AugmentedEpochs: 1, Matches: 2, Seeds: 1, Generations: 1, Defence: 1}
		change(&with)
		if _, err := newPlan("x", with); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: error %v, want %s", with, err, want)
		}
	}
	for want, values := range map[string][]string{
		`step a: option gmaes is not known, did you mean "games"?`: {"gmaes", "3", "out", "x"},
		"step a: option games: ":                                   {"games", "many", "out", "x"},
		"step a: --out is missing":                                 {"games", "3"},
	} {
		p := &plan{stages: make([][]*step, 1)}
		p.addRecipe(&step{name: "a"}, "collect", values...)
		if p.err == nil || !strings.HasPrefix(p.err.Error(), want) {
			t.Errorf("%q: error %v, want %s", values, p.err, want)
		}
	}
	p := must.Get(newPlan("x", Settings{Scale: 1, Epochs: 1, AugmentedEpochs: 1, Matches: 2, Seeds: 1, Generations: 1, Defence: 1}))(t)
	p.addRecipe(&step{name: "b"}, "colect")
	if p.err == nil || !strings.Contains(p.err.Error(), `step b: "colect" is not a recipe`) {
		t.Errorf("error %v", p.err)
	}
}
