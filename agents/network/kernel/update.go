package kernel

import "math"

// Update is an update by Adam: what all weights share.
type Update struct {
	Scale        float32 // multiplies the gradient
	Decay        float32 // times the weight is added to it
	Beta1, Rest1 float32 // Rest1 is 1-Beta1
	Beta2, Rest2 float32
	Rate1        float32 // rate / (1-Beta1^t)
	Correct2     float32 // 1 / (1-Beta2^t)
	Epsilon      float32
	Shrink       float32 // times the weight is taken from it
}

// Adam changes weights w by their gradients g, and the running means m and v of
// those and their squares. All slices are of one length.
func Adam(w, g, m, v []float32, u *Update) {
	if len(g) != len(w) || len(m) != len(w) || len(v) != len(w) {
		panic("kernel: Adam of slices of several lengths")
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

// Descend changes weights w by their gradients g, which are multiplied by scale, and
// the momentum m. All slices are of one length.
func Descend(w, g, m []float32, momentum, rate, decay, scale float32) {
	if len(g) != len(w) || len(m) != len(w) {
		panic("kernel: Descend of slices of several lengths")
	}
	for i, x := range w {
		m[i] = float32(momentum*m[i]) + (float32(g[i]*scale) + float32(decay*x))
		w[i] = x - float32(rate*m[i])
	}
}
