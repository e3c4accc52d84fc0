package train_test

import (
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/train"
)

func TestInputs(t *testing.T) {
	l := game.Layout{{Name: "flags", Shape: []int{2}, High: 1}, {Name: "points", High: 80}}
	seen := [][]float32{{0, 1, 10}, {1, 1, 30}, {0, 0, 20}, {0, 0, 40}}
	got := train.Inputs(l, len(seen), func(dst []float32, i int) { copy(dst, seen[i]) })
	if len(got) != 2 || got[0].Name != "flags" || got[0].Scale != 1 || got[1].Name != "points" || math.Abs(got[1].Scale-math.Sqrt(125)) > 1e-12 {
		t.Errorf("%+v, want scales of 1 and the root of 125", got)
	}
	for _, in := range train.Inputs(l, 0, nil) {
		if in.Scale != 1 {
			t.Errorf("without observations %s has the scale %v, want 1", in.Name, in.Scale)
		}
	}
}
