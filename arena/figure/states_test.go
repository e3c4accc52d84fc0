package figure_test

import (
	"testing"

	"rummygym/arena/figure"
)

func TestStates(t *testing.T) {
	f := figure.States("three states", []string{"before", "after"}, []figure.State{
		{Lines: []string{"whole hand", "30 points"}, Best: true, Next: []figure.Transition{{To: 1, Label: "a run"}, {To: 2, Label: "a set", Best: true}}},
		{Column: 1, Lines: []string{"rest of the run"}},
		{Column: 1, Lines: []string{"rest of the set"}, Best: true},
	})
	wantTexts(t, "the states", f, "three states", "before", "after", "whole hand", "30 points", "a run", "a set", "rest of the run", "rest of the set")
}
