package train_test

import (
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

func TestInputs(t *testing.T) {
	l := game.Layout{{Name: "flags", Shape: []int{2}, High: 1}, {Name: "points", High: 80}, {Name: "scores", Shape: []int{2}, High: 100}}
	seen := [][]float32{{0, 1, 10, 0, 9}, {1, 1, 30, 0, 9}, {0, 0, 20, 0, 9}, {0, 0, 40, 0, 9}}
	see := func(dst []float32, i int) { copy(dst, seen[i]) }
	for name, c := range map[string]struct {
		by   train.Measure
		want float64
	}{
		"spread": {train.Spread, math.Sqrt(125)}, "magnitude": {train.Magnitude, math.Sqrt(750)},
	} {
		got := train.Inputs(l, len(seen), see, c.by)
		if len(got) != 3 || got[2].Scale != 100 || got[0].Name != "flags" || got[0].Scale != 1 || math.Abs(got[1].Scale-c.want) > 1e-12 {
			t.Errorf("%s: %+v, want scales of 1, %v and 100", name, got, c.want)
		}
		for i, in := range train.Inputs(l, 0, nil, c.by) {
			must.Equal(t, in.Scale, l[i].High, "%s: without observations %s has the scale", name, in.Name)
		}
	}
}
