package network_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
)

// TestAbsurdWeights checks that a finite weight that can make outputs infinite is refused, with
// its name and value.
func TestAbsurdWeights(t *testing.T) {
	d := small()
	for k, tensor := range d.Tensors() {
		for _, v := range []float32{math.MaxFloat32, -math.MaxFloat32, 3e38} {
			w := weights(d, rand.NewPCG(1, 2))
			w[k].Data[3%len(w[k].Data)] = v
			_, err := network.New(d, w)
			if want := fmt.Sprintf("tensor %q: element %d is %v: outputs of ", tensor.Name, 3%len(w[k].Data), v); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v in %s: error %v, want %q", v, tensor.Name, err, want)
			}
		}
	}
	d.Inputs[1].Scale = 1e-37
	must.Refuse(network.New(d, weights(d, rand.NewPCG(1, 2))))(t, "input turn: scale 1e-37")
}

// TestAcceptedNetworksAreFinite checks the bound: whatever network is accepted has finite outputs
// for the most extreme observations. The weights of some are as large as possible.
func TestAcceptedNetworksAreFinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	accepted, refused := 0, 0
	for range 3000 {
		d := small()
		d.Layers = d.Layers[:rng.IntN(5)]
		for i := range d.Layers {
			d.Layers[i].Activation = network.Activations()[rng.IntN(4)]
		}
		w := weights(d, rng)
		for range 1 + rng.IntN(3) { // scale some tensors by up to 10^38
			data := w[rng.IntN(len(w))].Data
			scale := float32(math.Pow(10, 38*rng.Float64()))
			for i := range data {
				if v := data[i] * scale; !math.IsInf(float64(v), 0) {
					data[i] = v
				}
			}
		}
		n, err := network.New(d, w)
		if err != nil {
			refused++
			continue
		}
		accepted++
		e := n.NewEvaluator()
		obs := make([]float32, d.InputSize())
		for range 4 {
			for i := range obs {
				obs[i] = []float32{-network.MaxEntry, 0, network.MaxEntry}[rng.IntN(3)]
			}
			e.Run(obs)
			for h := range d.Heads {
				for o := range d.Heads[h].Size {
					if y := float64(e.Output(h, o)); math.IsNaN(y) || math.IsInf(y, 0) {
						t.Fatalf("output %d of head %d is %v: layers %+v", o, h, y, d.Layers)
					}
				}
			}
		}
	}
	if accepted < 500 || refused < 500 {
		t.Errorf("%d networks were accepted and %d refused: want 500 of each", accepted, refused)
	}
}
