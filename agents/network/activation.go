package network

import (
	"math"

	"rummygym/agents/network/kernel"
)

// Activation is the function that is applied to every entry of a layer.
type Activation string

// The activations.
const (
	None Activation = "none" // x
	ReLU Activation = "relu" // max(x, 0)
	Tanh Activation = "tanh" // hyperbolic tangent
	SiLU Activation = "silu" // x/(1+exp(-x))
)

// Activations returns all activations. The caller owns the slice.
func Activations() []Activation { return []Activation{None, ReLU, Tanh, SiLU} }

// apply replaces every entry of x. The length of x is a multiple of kernel.Lanes.
func (a Activation) apply(x []float32) {
	switch a {
	case ReLU:
		kernel.ReLU(x)
	case Tanh:
		for i, v := range x {
			x[i] = float32(math.Tanh(float64(v)))
		}
	case SiLU:
		for i, v := range x {
			x[i] = float32(float64(v) / (1 + math.Exp(-float64(v))))
		}
	}
}
