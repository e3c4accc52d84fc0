package discard_test

import (
	"math"
	"testing"

	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
	"rummygym/internal/train/discard"
)

// The numbers of weights are those of truong2021datadriven (Figure 3, and Table 1 for 16
// filters), and the fields those that the agent encodes.
func TestNetworks(t *testing.T) {
	want := map[string]int{"mlp": 1761, "mlp-i": 2945, "dual-inception": 9057, "dual-inception-16": 35937}
	if len(discard.Networks()) != len(want) {
		t.Errorf("networks %q", discard.Networks())
	}
	for _, name := range discard.Networks() {
		d := must.Get(discard.Describe(name))(t)
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		n := 0
		for _, w := range d.Tensors() {
			size := 1
			for _, k := range w.Shape {
				size *= k
			}
			n += size
		}
		must.Equal(t, n, want[name], "%s: weights", name)
		g := must.Get(afterstate.ParseDiscardGroups(d.Fields))(t)
		x := must.Get(afterstate.NewDiscards(g, nil))(t)
		if v, err := discard.NewView(d.Inputs, false); err != nil || v.Size != x.Layout().Size() || d.InputSize() != v.Size {
			t.Errorf("%s: %v, or %d inputs, the fields %s have %d", name, err, d.InputSize(), d.Fields, x.Layout().Size())
		}
	}
	must.Refuse(discard.Describe("cnn"))(t, `network "cnn": want one of ["mlp"`)
}

// The rate falls tenfold after each third of the epochs, as after 32 of 96.
func TestOptimizer(t *testing.T) {
	for _, c := range []struct{ epochs, every int }{{96, 32}, {24, 8}, {25, 9}, {2, 1}, {1, 1}} {
		o := discard.Optimizer(1e-3, c.epochs, 100)
		must.Do(t, o.Validate())
		end := int64(100 * c.every)
		for at, want := range map[int64]float64{0: 1e-3, end - 1: 1e-3, end: 1e-4, 2*end - 1: 1e-4, 2 * end: 1e-5, 3*end - 1: 1e-5} {
			if got := o.Rate.At(at); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%d epochs: rate %v of update %d, want %v", c.epochs, got, at, want)
			}
		}
	}
	if o := discard.Optimizer(1e-3, 96, 1); o.Beta1 != 0.9 || o.Beta2 != 0.999 || o.Epsilon != 1e-7 {
		t.Errorf("optimizer %+v, want the defaults of Keras", o)
	}
}
