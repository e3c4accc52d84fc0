// Package kernel computes the inner loops of networks, in play and in training: sums of
// rows of a matrix, and the passes of the optimisers over all weights. Start from [Sum].
//
// Each function is plain Go. On amd64 with AVX some run eight numbers at a time
// instead, in the same order and without fused products, so that both give the same
// bits; a test compares them. What is played and trained is therefore the same on every
// machine.
package kernel

import "fmt"

// Lanes is what widths are multiples of: the numbers that are computed at a time.
const Lanes = 8

// Width returns the least multiple of [Lanes] that is at least n.
func Width(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// line is how many numbers a line of the processor's caches holds.
const line = 16

// Stride returns how far apart rows of so many numbers best lie: an odd number of cache
// lines, since the same column of all rows falls into few places of a cache otherwise.
func Stride(width int) int {
	if width <= line {
		return width
	}
	return ((width+line-1)/line | 1) * line
}

// Sum adds to y the sum of values[k] times row rows[k] of a matrix. Row i has its
// first number at m[i*stride] and as many as y, a multiple of [Lanes]. Rows are
// taken four at a time, as network.Evaluator does:
//
//	y += (v0*r0 + v1*r1) + (v2*r2 + v3*r3)
//
// and what remains one by one. It panics if lengths do not fit, but the rows are the
// caller's word.
func Sum(y []float32, rows []int32, values, m []float32, stride int) {
	if len(y)%Lanes != 0 || len(values) < len(rows) {
		panic(fmt.Sprintf("kernel: Sum of %d rows with %d values into %d numbers: want as many values and a multiple of %d",
			len(rows), len(values), len(y), Lanes))
	}
	sum(y, rows, values, m, stride)
}

// sumGo is Sum. The conversions keep compilers from fusing products and sums.
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
