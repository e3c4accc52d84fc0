package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sparse returns n numbers of which the given share is zero, some of them -0, and a few
// are NaN or infinite.
func sparse(rng *rand.Rand, n int, share float64) []float32 {
	x := numbers(rng, n)
	for i := range x {
		switch {
		case rng.Float64() < share:
			x[i] = float32(math.Copysign(0, float64(x[i])))
		case rng.IntN(200) == 0:
			x[i] = float32(math.NaN())
		case rng.IntN(200) == 0:
			x[i] = float32(math.Inf(1))
		}
	}
	return x
}

// equal reports whether a and b have the same bits. Any two NaN are equal.
func equal(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
	})
}

func TestList(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for n := range 70 {
		for _, share := range []float64{0, 0.3, 0.9, 1} {
			x, room := sparse(rng, n, share), Width(n)
			var scales []float32
			if n%2 == 1 {
				for range n {
					scales = append(scales, 1+rng.Float32())
				}
			}
			var index [2][]int32
			var value [2][]float32
			for i, f := range []func([]int32, []float32, []float32, []float32) int{listGo, List} {
				index[i], value[i] = make([]int32, room), make([]float32, room)
				k := f(index[i], value[i], x, scales)
				index[i], value[i] = index[i][:k], value[i][:k]
			}
			if !slices.Equal(index[0], index[1]) || !equal(value[0], value[1]) {
				t.Fatalf("%v: the vector code lists %v %v, the plain loop %v %v", x, index[1], value[1], index[0], value[0])
			}
			k := 0
			for i, v := range x {
				if v == 0 {
					continue
				}
				if scales != nil {
					v /= scales[i]
				}
				if index[0][k] != int32(i) || !equal([]float32{v}, value[0][k:k+1]) {
					t.Fatalf("%v: entry %d is %v at %d", x, k, value[0][k], index[0][k])
				}
				k++
			}
			if k != len(index[0]) {
				t.Fatalf("%v: %d entries, want %d", x, len(index[0]), k)
			}
		}
	}
}

func TestGate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{0, 8, 64, 104} {
		x, open := sparse(rng, n, 0.1), sparse(rng, n, 0.3)
		plain, fast := numbers(rng, n), numbers(rng, n)
		gateGo(plain, x, open)
		Gate(fast, x, open)
		if !equal(plain, fast) {
			t.Fatalf("the vector code differs from the plain loop:\n%v\n%v", fast, plain)
		}
		for i := range n {
			if want := map[bool]float32{true: x[i]}[open[i] > 0]; !equal(plain[i:i+1], []float32{want}) {
				t.Fatalf("%v through %v is %v", x[i], open[i], plain[i])
			}
		}
	}
}

func TestReLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{0, 8, 64, 104} {
		plain := sparse(rng, n, 0.2)
		fast, start := slices.Clone(plain), slices.Clone(plain)
		reluGo(plain)
		ReLU(fast)
		if !equal(plain, fast) {
			t.Fatalf("%v: the vector code returns %v, the plain loop %v", start, fast, plain)
		}
		for i, v := range start {
			if v < 0 && plain[i] != 0 || v > 0 && plain[i] != v {
				t.Fatalf("%v becomes %v", v, plain[i])
			}
		}
	}
}

// The vector code makes the same updates as the plain loop. Package train compares the
// plain loop with another implementation of Adam.
func TestAdam(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	u := Update{Scale: 0.7, Decay: 0.01, Beta1: 0.9, Rest1: 0.1, Beta2: 0.999, Rest2: 0.001, Rate1: 0.02, Correct2: 7, Epsilon: 1e-8, Shrink: 1e-3}
	for _, n := range []int{1, 8, 77, 4096} {
		var w, m, v [2][]float32
		w[0], m[0], v[0] = numbers(rng, n), numbers(rng, n), numbers(rng, n)
		for i := range v[0] {
			v[0][i] *= v[0][i]
		}
		w[1], m[1], v[1] = slices.Clone(w[0]), slices.Clone(m[0]), slices.Clone(v[0])
		for range 10 {
			g := sparse(rng, n, 0.2)
			for i := range n / 2 { // means on the way to 0
				g[i] = 0
				for k := range m {
					m[k][i], v[k][i] = m[k][i]*1e-7, v[k][i]*1e-7
				}
			}
			adamGo(w[0], g, m[0], v[0], &u)
			Adam(w[1], g, m[1], v[1], &u)
		}
		if !equal(w[0], w[1]) || !equal(m[0], m[1]) || !equal(v[0], v[1]) {
			t.Fatalf("%d weights: the vector code differs from the plain loop", n)
		}
	}
}

func TestUpdatesRefuse(t *testing.T) {
	x := make([]float32, 8)
	for name, f := range map[string]func(){
		"Tanh":    func() { Tanh(x, x[1:]) },
		"SiLU":    func() { SiLU(x[1:], x[1:]) },
		"Times":   func() { Times(x, x, x[1:]) },
		"ReLU":    func() { ReLU(x[1:]) },
		"Gate":    func() { Gate(x, x[1:], x) },
		"List":    func() { List(make([]int32, 7), x, x[:7], nil) },
		"Adam":    func() { Adam(x, x, x, x[1:], &Update{}) },
		"Descend": func() { Descend(x, x, x[1:], 0, 0, 0, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}
