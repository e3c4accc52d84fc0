package kernel

import "math"

// Update holds the parameters of one update by Adam, which all weights share.
type Update struct {
	Scale        float32 // multiplies the gradient
	Decay        float32 // Decay times the weight is added to the gradient
	Beta1, Rest1 float32 // Rest1 is 1-Beta1
	Beta2, Rest2 float32
	Rate1        float32 // learning rate / (1-Beta1^t)
	Correct2     float32 // 1 / (1-Beta2^t)
	Epsilon      float32
	Shrink       float32 // Shrink times the weight is subtracted from the weight
}

// Adam updates the weights w from their gradients g, and updates the running means m of
// the gradients and v of their squares. It panics unless all slices have the same length.
func Adam(w, g, m, v []float32, u *Update) {
	if len(g) != len(w) || len(m) != len(w) || len(v) != len(w) {
		panic("kernel: Adam of slices of different lengths: want equal lengths")
	}
	adam(w, g, m, v, u)
}

func adamGo(w, g, m, v []float32, u *Update) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	for i, x := range w {
		d := float32(g[i]*u.Scale) + float32(u.Decay*x)
		m[i] = float32(u.Beta1*m[i]) + float32(u.Rest1*d)
		v[i] = float32(u.Beta2*v[i]) + float32(u.Rest2*float32(d*d))
		root := float32(math.Sqrt(float64(float32(v[i] * u.Correct2))))
		w[i] = x - (float32(float32(u.Rate1*m[i])/(root+u.Epsilon)) + float32(u.Shrink*x))
	}
}

// Descend updates the weights w by gradient descent with momentum: from their gradients g,
// multiplied by scale, and the velocities m. It panics unless all slices have the same
// length.
func Descend(w, g, m []float32, momentum, rate, decay, scale float32) {
	if len(g) != len(w) || len(m) != len(w) {
		panic("kernel: Descend of slices of different lengths: want equal lengths")
	}
	for i, x := range w {
		m[i] = float32(momentum*m[i]) + (float32(g[i]*scale) + float32(decay*x))
		w[i] = x - float32(rate*m[i])
	}
}
