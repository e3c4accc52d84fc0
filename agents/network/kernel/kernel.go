// Package kernel holds the inner loops of networks, for play and for training. Start from
// [Sum].
//
//	Sum, Dots, List            products of a matrix and a vector
//	ReLU, Tanh, SiLU           activations
//	Gate, Times                their gradients
//	Adam, Descend              updates of the weights
//
// Each function has an implementation in plain Go. On amd64 with AVX2 some process eight
// numbers at a time, in the same order and without fused products, so that both
// implementations return the same bits; tests compare them. Play and training are
// therefore identical on every machine.
package kernel

import "fmt"

// Lanes is the number of numbers that the vector code processes at a time. Widths are
// multiples of it.
const Lanes = 8

// Width returns the smallest multiple of [Lanes] that is at least n.
func Width(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// line is the number of float32 numbers in a cache line.
const line = 16

// Stride returns the best distance, in numbers, between rows of the given width: an odd
// number of cache lines. With an even number, the entries of a column share few sets of
// the cache.
func Stride(width int) int {
	if width <= line {
		return width
	}
	return ((width+line-1)/line | 1) * line
}

// Sum adds to y the sum over k of values[k] times row rows[k] of the matrix m. Row i begins
// at m[i*stride] and has len(y) numbers, a multiple of [Lanes]. Rows are added four at a
// time,
//
//	y += (v0*r0 + v1*r1) + (v2*r2 + v3*r3)
//
// and the remaining ones one by one. It panics if len(y) is not a multiple of [Lanes] or
// there are fewer values than rows. The caller must make sure that the rows are in range:
// they are not checked.
func Sum(y []float32, rows []int32, values, m []float32, stride int) {
	if len(y)%Lanes != 0 || len(values) < len(rows) {
		panic(fmt.Sprintf("kernel: Sum of %d rows with %d values into %d numbers: want one value for each row, and a multiple of %d numbers",
			len(rows), len(values), len(y), Lanes))
	}
	sum(y, rows, values, m, stride)
}

// sumGo is Sum in plain Go. The conversions keep the compiler from fusing products and
// sums.
func sumGo(y []float32, rows []int32, values, m []float32, stride int) {
	row := func(i int32) []float32 { return m[int(i)*stride:][:len(y)] }
	for ; len(rows) >= 4; rows, values = rows[4:], values[4:] {
		a, b, c, d := row(rows[0]), row(rows[1]), row(rows[2]), row(rows[3])
		p, q, r, s := values[0], values[1], values[2], values[3]
		for j := range y {
			y[j] += (float32(p*a[j]) + float32(q*b[j])) + (float32(r*c[j]) + float32(s*d[j]))
		}
	}
	for k, i := range rows {
		v, a := values[k], row(i)
		for j := range y {
			y[j] += float32(v * a[j])
		}
	}
}
