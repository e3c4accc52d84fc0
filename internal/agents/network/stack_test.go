package network_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
)

// stacked returns the description of a stack of cards with two heads.
func stacked(kinds, planes, numbers, rounds int, ace network.Ace) network.Description {
	d := small()
	d.Inputs = []network.Input{{Name: "cards", Shape: []int{kinds, planes}, Scale: 1}, {Name: "numbers", Shape: []int{numbers}, Scale: 1}}
	for i := range planes {
		d.Inputs[0].Scales = append(d.Inputs[0].Scales, 1+float64(i))
	}
	d.Layers, d.Stack = nil, &network.CardStack{Width: 16, Rounds: rounds, Pooled: 24, Ace: ace}
	d.Heads = []network.Head{
		{Name: network.Policy, Size: 2*kinds + 3, Cards: &network.CardHead{First: []int{2, 2 + kinds}, Take: 1, Top: planes - 1}},
		{Name: "value", Size: 1},
	}
	return d
}

// A stack of cards computes what its definition says, with a printed joker and without, for both aces.
func TestStack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 58))
	for _, kinds := range []int{52, 53} {
		for _, ace := range []network.Ace{network.AceLow, network.AceBoth} {
			for rounds := 1; rounds <= 3; rounds++ {
				n := networktest.Random(t, stacked(kinds, 1+rng.IntN(4), 1+rng.IntN(9), rounds, ace), rng.Uint64())
				e, plain := n.NewEvaluator(), networktest.NewPlain(n)
				for range 3 {
					x := observation(rng, n.Description().InputSize())
					e.Run(x)
					for h, want := range plain.Outputs(x) {
						got := make([]float32, len(want))
						e.Outputs(got, h)
						for i, v := range want {
							if math.Abs(float64(got[i])-v) > 1e-4*max(1, math.Abs(v)) || got[i] != e.Output(h, i) {
								t.Fatalf("%d kinds, ace %s, %d rounds: output %d of head %d is %v and %v, want %v", kinds, ace, rounds, i, h, got[i], e.Output(h, i), v)
							}
						}
					}
				}
				x := observation(rng, n.Description().InputSize())
				if allocs := testing.AllocsPerRun(10, func() { e.Run(x) }); allocs > 0 {
					t.Errorf("Run allocates %v times", allocs)
				}
			}
		}
	}
}

// Relabelled suits have relabelled logits: weights know no suit.
func TestStackSuits(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 58))
	d := stacked(52, 3, 4, 2, network.AceLow)
	n := networktest.Random(t, d, 9)
	x := observation(rng, d.InputSize())
	moved, suits := append([]float32{}, x...), rng.Perm(4)
	for s, to := range suits {
		copy(moved[to*39:][:39], x[s*39:][:39])
	}
	e := n.NewEvaluator()
	a, b := make([]float32, 107), make([]float32, 107)
	e.Run(x)
	e.Outputs(a, 0)
	e.Run(moved)
	e.Outputs(b, 0)
	for _, first := range d.Heads[0].Cards.First {
		for s, to := range suits {
			for r := range 13 {
				if u, v := a[first+s*13+r], b[first+to*13+r]; math.Abs(float64(u-v)) > 1e-4 {
					t.Errorf("action %d has the logit %v, and %v after suits are relabelled", first+s*13+r, u, v)
				}
			}
		}
	}
}

// Stacks of cards are refused if they cannot be computed.
func TestStackInvalid(t *testing.T) {
	for want, change := range map[string]func(d *network.Description){
		"beside a stack of cards: want none": func(d *network.Description) {
			d.Layers = []network.Layer{{Name: "x", Size: 8, Activation: network.ReLU}}
		},
		"want two for a stack of cards":       func(d *network.Description) { d.Inputs[0].Shape[0] = 50 },
		"want multiples of 8":                 func(d *network.Description) { d.Stack.Width = 12 },
		"want 1 to 16":                        func(d *network.Description) { d.Stack.Rounds = 0 },
		`want "low" or "both"`:                func(d *network.Description) { d.Stack.Ace = "" },
		"want actions below 107":              func(d *network.Description) { d.Heads[0].Cards.First[1] = 56 },
		"want an action below 107":            func(d *network.Description) { d.Heads[0].Cards.Take = -1 },
		"and a plane below 2":                 func(d *network.Description) { d.Heads[0].Cards.Top = 2 },
		"has cards: want a stack":             func(d *network.Description) { d.Stack = nil },
		"want one for each entry of the last": func(d *network.Description) { d.Inputs[0].Scales = d.Inputs[0].Scales[1:] },
		"scale 0: want a number above 0":      func(d *network.Description) { d.Inputs[0].Scales[1] = 0 },
	} {
		d := stacked(52, 2, 3, 1, network.AceLow)
		change(&d)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that contains %q", err, want)
		}
	}
	d := stacked(52, 2, 3, 2, network.AceLow)
	n := networktest.Random(t, d, 1)
	for _, w := range n.Weights() {
		was := w.Data[0]
		w.Data[0] = 3e38
		if _, err := network.New(d, n.Weights()); err == nil || !strings.Contains(err.Error(), "beyond float32") {
			t.Errorf("tensor %s with 3e38: error %v", w.Name, err)
		}
		w.Data[0] = was
	}
}

// BenchmarkStack is the policy of "train ppo" for Gin Rummy.
func BenchmarkStack(b *testing.B) {
	d := stacked(52, 14, 10, 2, network.AceLow)
	d.Stack.Width, d.Stack.Pooled = 32, 64
	e := networktest.Random(b, d, 1).NewEvaluator()
	x := make([]float32, d.InputSize())
	for i := 0; i < len(x); i += 7 {
		x[i] = 1
	}
	for b.Loop() {
		e.Run(x)
	}
}
