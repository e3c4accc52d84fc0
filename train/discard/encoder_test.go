package discard_test

import (
	"slices"
	"testing"

	"rummygym/agents/network"
	"rummygym/features/afterstate"
	"rummygym/internal/must"
	"rummygym/train/discard"
)

func TestSuitOrders(t *testing.T) {
	orders := discard.SuitOrders()
	seen := map[discard.SuitOrder]bool{}
	for _, o := range orders {
		seen[o] = true
		if sorted := slices.Sorted(slices.Values(o[:])); !slices.Equal(sorted, []uint8{0, 1, 2, 3}) {
			t.Errorf("order %v is not one of the suits", o)
		}
	}
	if len(seen) != 24 || len(orders) != 24 || orders[0] != (discard.SuitOrder{0, 1, 2, 3}) {
		t.Errorf("%d orders, %d of them different, the first %v: want 24 with the identity first", len(orders), len(seen), orders[0])
	}
}

// TestEncoder compares with the definitions, in every order of the suits and for inputs in
// another order.
func TestEncoder(t *testing.T) {
	inputs := []network.Input{
		{Name: "interactions", Shape: []int{126}, Scale: 1}, {Name: "macros", Shape: []int{4}, Scale: 1},
		{Name: "belief_matrix", Shape: []int{4, 13}, Scale: 1}, {Name: "hand_matrix", Shape: []int{4, 13}, Scale: 1},
	}
	e := must.Get(discard.NewEncoder(inputs))(t)
	s := &random(5, 1, 0)[0].State
	got := make([]float32, e.Size())
	for _, o := range discard.SuitOrders() {
		e.Encode(got, s, o)
		var x, belief, within, across, m []float32
		for i := range 4 {
			for r := range 13 {
				x = append(x, float32(s.Hand[o[i]]>>r&1))
				belief = append(belief, s.Belief[13*int(o[i])+r])
			}
		}
		for r := range 13 {
			for i := range 4 {
				for j := i + 1; j < 4; j++ {
					across = append(across, x[13*i+r]*x[13*j+r])
				}
			}
		}
		for i := range 4 {
			for r := range 12 {
				within = append(within, x[13*i+r]*x[13*i+r+1])
			}
		}
		for _, v := range s.Macros {
			m = append(m, float32(v))
		}
		if want := slices.Concat(across, within, m, belief, x); !slices.Equal(got, want) {
			t.Errorf("order %v: %v, want %v", o, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { e.Encode(got, s, discard.SuitOrder{3, 2, 1, 0}) }); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	for _, bad := range []network.Input{{Name: "hand", Shape: []int{52}}, {Name: "macros", Shape: []int{5}}} {
		must.Refuse(discard.NewEncoder([]network.Input{bad}))(t, "input "+bad.Name)
	}
}

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
		if e, err := discard.NewEncoder(d.Inputs); err != nil || e.Size() != x.Layout().Size() || d.InputSize() != e.Size() {
			t.Errorf("%s: %v, or %d inputs, the fields %s have %d", name, err, d.InputSize(), d.Fields, x.Layout().Size())
		}
	}
	must.Refuse(discard.Describe("cnn"))(t, `network "cnn": want one of ["mlp"`)
}
