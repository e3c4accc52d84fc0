package train

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"rummygym/internal/must"
)

// golden is the contents of optimizers.json, which testdata/optimizers.py writes.
type golden struct {
	Start     []float32
	Gradients [][]float32
	After     []int // updates
	Weights   map[string][][]float64
	Rates     map[string][]float64
}

func readGolden(t *testing.T) (g golden) {
	t.Helper()
	data := must.Get(os.ReadFile("testdata/optimizers.json"))(t)
	must.Do(t, json.Unmarshal(data, &g))
	return g
}

var (
	linear = Schedule{Rate: 0.02, Shape: LinearShape, Total: 20, Final: 0.002}
	cosine = Schedule{Rate: 0.02, Shape: CosineShape, Warmup: 5, Total: 25, Final: 0.002}
	steps  = Schedule{Rate: 0.02, Shape: StepShape, Warmup: 3, Factor: 0.1, Every: 8, Final: 5e-5}
)

// changed returns a copy of an optimizer, modified by change.
func changed(o Optimizer, change func(o *Optimizer)) Optimizer {
	change(&o)
	return o
}

// TestOptimizersGolden compares the weights with those of the same optimizers of optax.
func TestOptimizersGolden(t *testing.T) {
	g := readGolden(t)
	for name, o := range map[string]Optimizer{
		"adam":                 Adam(0.01),
		"adam, betas, epsilon": changed(Adam(0.01), func(o *Optimizer) { o.Beta1, o.Beta2, o.Epsilon = 0.8, 0.99, 1e-3 }),
		"adam, decay, linear":  changed(Adam(0.01), func(o *Optimizer) { o.Decay, o.Rate = 0.1, linear }),
		"adamw, cosine":        changed(AdamW(0.01, 0.1), func(o *Optimizer) { o.Rate = cosine }),
		"adam, clip":           changed(Adam(0.01), func(o *Optimizer) { o.Clip = 2 }),
		"sgd":                  SGD(0.01, 0.9),
		"sgd, clip, decay":     changed(SGD(0.01, 0.5), func(o *Optimizer) { o.Clip, o.Decay, o.Rate = 2, 0.1, cosine }),
	} {
		must.Do(t, o.Validate())
		want, ok := g.Weights[name]
		if !ok {
			t.Errorf("no %q among the golden weights", name)
			continue
		}
		s, weights := newSolver(o, len(g.Start), newPool(1)), slices.Clone(g.Start)
		for i, gradient := range g.Gradients {
			s.begin(s.shorten(gradient))
			s.update(weights, gradient, 0, len(weights))
			k := slices.Index(g.After, i+1)
			for j := 0; k >= 0 && j < len(weights); j++ {
				if math.Abs(float64(weights[j])-want[k][j]) > 2e-6 {
					t.Errorf("%s: weight %d after %d updates is %v, want %v", name, j, i+1, weights[j], want[k][j])
				}
			}
		}
	}
	must.Equal(t, len(g.Weights), 7, "golden optimizers")
}

func TestSchedulesGolden(t *testing.T) {
	for name, s := range map[string]Schedule{"linear": linear, "cosine": cosine, "step": steps} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		want := readGolden(t).Rates[name]
		must.Equal(t, len(want), 30, "golden rates of %s", name)
		for i, rate := range want {
			if got := s.At(int64(i)); math.Abs(got-rate) > 1e-8 {
				t.Errorf("%s: rate of update %d is %v, want %v", name, i, got, rate)
			}
		}
	}
	s := Constant(0.3)
	if s.Warmup = 3; math.Abs(s.At(0)-0.1) > 1e-15 || s.At(2) != 0.3 || s.At(1e6) != 0.3 {
		t.Errorf("rates of a constant schedule with warm-up: %v, %v, %v", s.At(0), s.At(2), s.At(1e6))
	}
}

// TestShortenIsTheSameForAllWorkers checks that the norm of a gradient does not depend on
// the number of workers.
func TestShortenIsTheSameForAllWorkers(t *testing.T) {
	g := make([]float32, 3*weightSpan+5)
	for i := range g {
		g[i] = float32(math.Sin(float64(i)))
	}
	o := changed(Adam(1), func(o *Optimizer) { o.Clip = 1 })
	want := newSolver(o, len(g), newPool(1)).shorten(g)
	for workers := range 5 {
		must.Equal(t, newSolver(o, len(g), newPool(workers)).shorten(g), want, "%d workers", workers)
	}
	sum := 0.0
	for _, x := range g {
		sum += float64(x) * float64(x)
	}
	if math.Abs(want*math.Sqrt(sum)-1) > 1e-9 {
		t.Errorf("shortened to %v, want 1", want*math.Sqrt(sum))
	}
}
