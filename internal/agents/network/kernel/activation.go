package kernel

import "fmt"

// tanhTerms holds the clamps, and the coefficients from the highest power down, of the
// rational function with which Eigen (MathFunctionsImpl.h, ptanh_float) approximates the
// hyperbolic tangent: an odd polynomial of degree 13 over an even one of degree 6. Its
// error is below 5e-7. Each value is repeated [Lanes] times, as vector operands need it.
var tanhTerms = func() (t [13][Lanes]float32) {
	for i, c := range [13]float32{
		9, -9,
		-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08,
		1.48572235717979e-05, 6.37261928875436e-04, 4.89352455891786e-03,
		1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03,
	} {
		for k := range t[i] {
			t[i][k] = c
		}
	}
	return t
}()

// tanh returns the hyperbolic tangent of x, with an error below 5e-7.
func tanh(x float32) float32 {
	t := &tanhTerms
	if x > t[0][0] {
		x = t[0][0]
	}
	if x < t[1][0] {
		x = t[1][0]
	}
	square := x * x
	p := t[2][0]
	for i := 3; i < 9; i++ {
		p = float32(p*square) + t[i][0]
	}
	q := t[9][0]
	for i := 10; i < 13; i++ {
		q = float32(q*square) + t[i][0]
	}
	return float32(p*x) / q
}

// Tanh replaces each number of y with its hyperbolic tangent, with an error below 5e-7,
// and sets slope to the derivative there. It panics unless both slices have the same
// length, a multiple of [Lanes].
func Tanh(y, slope []float32) {
	if len(y)%Lanes != 0 || len(slope) != len(y) {
		panic(fmt.Sprintf("kernel: Tanh of %d numbers and %d slopes: want equal lengths, a multiple of %d", len(y), len(slope), Lanes))
	}
	tanhs(y, slope)
}

func tanhGo(y, slope []float32) {
	for i, x := range y {
		t := tanh(x)
		y[i], slope[i] = t, 1-float32(t*t)
	}
}

// SiLU replaces each number x of y with x/(1+exp(-x)), computed with the approximation of
// [Tanh], and sets slope to the derivative there. It panics unless both slices have the
// same length, a multiple of [Lanes].
func SiLU(y, slope []float32) {
	if len(y)%Lanes != 0 || len(slope) != len(y) {
		panic(fmt.Sprintf("kernel: SiLU of %d numbers and %d slopes: want equal lengths, a multiple of %d", len(y), len(slope), Lanes))
	}
	silu(y, slope)
}

func siluGo(y, slope []float32) {
	for i, x := range y {
		s := float32(0.5*tanh(float32(0.5*x))) + 0.5 // 1/(1+exp(-x))
		y[i], slope[i] = x*s, s*(1+float32(x*(1-s)))
	}
}

// Times sets y to the elementwise product of x and z. It panics unless all slices have the
// same length, a multiple of [Lanes].
func Times(y, x, z []float32) {
	if len(y)%Lanes != 0 || len(x) != len(y) || len(z) != len(y) {
		panic(fmt.Sprintf("kernel: Times of %d and %d numbers into %d: want equal lengths, a multiple of %d", len(x), len(z), len(y), Lanes))
	}
	times(y, x, z)
}

func timesGo(y, x, z []float32) {
	for i, v := range x {
		y[i] = v * z[i]
	}
}
