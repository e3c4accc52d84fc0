package network_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
)

// overCards returns a description whose first layer has a part of cards over planes of the given shape,
// with other inputs before, between and after them.
func overCards(channels, filters int, ace network.Ace, sum bool, a network.Activation, shape ...int) network.Description {
	d := small()
	d.Inputs = []network.Input{{Name: "first", Shape: []int{}, Scale: 3}}
	for c := range channels {
		d.Inputs = append(d.Inputs, network.Input{Name: fmt.Sprint("cards", c), Shape: shape, Scale: float64(1 + c)})
		if c == 1 {
			d.Inputs = append(d.Inputs, network.Input{Name: "between", Shape: []int{2, 2}, Scale: 1})
		}
	}
	d.Inputs = append(d.Inputs, network.Input{Name: "last", Shape: []int{3}, Scale: 2})
	l, ok := network.OverCards(d.Inputs, filters, ace)
	if !ok {
		panic("no planes of cards")
	}
	l.Activation = a
	if p := &l.Parts[0]; !sum {
		ranks := shape[0]%13 + 13
		if len(shape) > 1 {
			ranks = 13
		}
		l.Size += filters * (d.Inputs[1].Size() - ranks)
		p.Sum = false
	}
	d.Layers = []network.Layer{l, {Name: "hidden", Size: 6, Activation: network.ReLU}}
	return d
}

// observation returns a random observation, many of whose entries are 0.
func observation(rng *rand.Rand, size int) []float32 {
	x := make([]float32, size)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = float32(rng.IntN(5)) / 2
		}
	}
	return x
}

// A part of cards computes what its definition says, for both aces, with and without sums, with all
// activations, and with a printed joker and without.
func TestCards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 55))
	for _, shape := range [][]int{{4, 13}, {52}, {53}} {
		for _, ace := range []network.Ace{network.AceLow, network.AceBoth} {
			for _, sum := range []bool{false, true} {
				for _, a := range network.Activations() {
					n := networktest.Random(t, overCards(1+rng.IntN(3), 8+8*rng.IntN(2), ace, sum, a, shape...), rng.Uint64())
					e, plain := n.NewEvaluator(), networktest.NewPlain(n)
					for range 3 {
						x := observation(rng, n.Description().InputSize())
						e.Run(x)
						for h, want := range plain.Outputs(x) {
							for i, v := range want {
								if got := float64(e.Output(h, i)); math.Abs(got-v) > 1e-4*max(1, math.Abs(v)) {
									t.Fatalf("shape %v, ace %s, sum %v, %s: output %d of head %d is %v, want %v", shape, ace, sum, a, i, h, got, v)
								}
							}
						}
					}
				}
			}
		}
	}
}

// Parts of cards are refused where they cannot be computed.
func TestCardsInvalid(t *testing.T) {
	for want, change := range map[string]func(d *network.Description){
		"want \"low\" or \"both\"":    func(d *network.Description) { d.Layers[0].Parts[0].Ace = "high" },
		"want inputs with 52 entries": func(d *network.Description) { d.Layers[0].Parts[0].Stack[0] = "last" },
		"is stacked twice":            func(d *network.Description) { d.Layers[0].Parts[0].Stack[0] = "cards0" },
		"want one of":                 func(d *network.Description) { d.Layers[0].Parts[0].Stack[0] = "none" },
		"all other parts there to pass inputs": func(d *network.Description) {
			d.Layers[0].Parts[1] = d.Layers[0].Parts[0]
			d.Layers[0].Parts[1].Name = "two"
		},
		"want such a part in the first layer on": func(d *network.Description) {
			d.Layers = append([]network.Layer{{Name: "none", Size: d.InputSize()}}, d.Layers...)
			for _, in := range d.Inputs {
				d.Layers[0].Parts = append(d.Layers[0].Parts, network.Part{Name: in.Name, Input: in.Name})
			}
			d.Layers[0].Activation = network.None
		},
	} {
		d := overCards(2, 8, network.AceLow, true, network.ReLU, 4, 13)
		change(&d)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that contains %q", err, want)
		}
	}
}
