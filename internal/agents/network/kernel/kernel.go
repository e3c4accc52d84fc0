// Package kernel holds the inner loops of networks, for play and for training. Start from
// [Sum].
//
//	Sum, Dots, List, Columns   products of a matrix and a vector
//	ReLU, Tanh, SiLU           activations
//	Gate, Times                their gradients
//	Adam, Descend              updates of the weights
//
// Each function has an implementation in plain Go. On amd64 with AVX2 some process eight
// numbers at a time, in the same order and without fused products, so that both
// implementations return the same bits; tests compare them. Play and training are
// therefore identical on every machine.
package kernel

import (
	"fmt"
	"math"
)

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
	sum(y, rows, values, m, stride)
}

// checkSum panics unless the arguments of Sum fit. It is called below Sum, which the compiler
// inlines.
func checkSum(y []float32, rows []int32, values []float32) {
	if len(y)%Lanes != 0 || len(values) < len(rows) {
		refuseSum(len(y), len(rows), len(values))
	}
}

func refuseSum(y, rows, values int) {
	panic(fmt.Sprintf("kernel: Sum of %d rows with %d values into %d numbers: want one value for each row, and a multiple of %d numbers", rows, values, y, Lanes))
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

// Dots sets each number of y to the dot product of a row and x, plus its bias. The rows
// are contiguous and each is as long as x: rows has shape [len(y), len(x)]. The products
// are added in four partial sums, each of every fourth product, and these in pairs:
//
//	y = ((p + q) + (r + s)) + bias
//
// It panics if the lengths do not match.
func Dots(y, rows, x, bias []float32) {
	if len(rows) != len(y)*len(x) || len(bias) != len(y) {
		panic(fmt.Sprintf("kernel: Dots of %d numbers in rows of %d, with %d biases, into %d: want one row and one bias for each result", len(rows), len(x), len(bias), len(y)))
	}
	dots(y, rows, x, bias)
}

func dotsGo(y, rows, x, bias []float32) {
	for i := range y {
		y[i] = dotOf(rows[i*len(x):][:len(x)], x, [4]float32{}) + bias[i]
	}
}

// dotOf returns the dot product of a and b, continuing from four partial sums.
func dotOf(a, b []float32, sums [4]float32) float32 {
	b = b[:len(a)]
	p, q, r, s := sums[0], sums[1], sums[2], sums[3]
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		p += float32(a[0] * b[0])
		q += float32(a[1] * b[1])
		r += float32(a[2] * b[2])
		s += float32(a[3] * b[3])
	}
	for i, v := range a {
		p += float32(v * b[i])
	}
	return (p + q) + (r + s)
}

// List writes the indices and the values of the nonzero numbers of x, in order, and returns
// their number. If scales is not nil, each value is divided by the scale at its index.
// index and value must have at least [Width](len(x)) entries; those after the returned
// number are undefined. It panics if a slice is too short.
func List(index []int32, value, x, scales []float32) int {
	return list(index, value, x, scales)
}

// checkList is checkSum for List.
func checkList(index []int32, value, x, scales []float32) {
	if room := Width(len(x)); len(index) < room || len(value) < room || scales != nil && len(scales) < len(x) {
		refuseList(len(index), len(value), len(x), len(scales))
	}
}

func refuseList(index, value, x, scales int) {
	panic(fmt.Sprintf("kernel: List of %d numbers and %d scales into %d indices and %d values: want at least %d of both, and one scale for each number", x, scales, index, value, Width(x)))
}

func listGo(index []int32, value, x, scales []float32) int {
	n := 0
	for i, v := range x {
		if v != 0 {
			if scales != nil {
				v /= scales[i]
			}
			index[n], value[n] = int32(i), v
			n++
		}
	}
	return n
}

// Columns lists the nonzero numbers of the first columns of a matrix x of n rows, which are
// stride numbers apart: count[c] numbers of column c are in rows row[c*room:] with the values
// value[c*room:], in order. row and value must have room for [Width](n) entries for each of
// len(count) columns, at distances of room; those after the counts are undefined. It panics if a
// slice is too short.
func Columns(count []int, row []int32, value []float32, room int, x []float32, n, stride int) {
	if len(count) == 0 || n == 0 {
		clear(count)
		return
	}
	if last := len(count) - 1; room < Width(n) || len(row) < last*room+Width(n) || len(value) < last*room+Width(n) || stride < len(count) || len(x) < (n-1)*stride+len(count) {
		panic(fmt.Sprintf("kernel: Columns of %d columns of %d rows in %d numbers at a distance of %d, into %d and %d numbers, %d for each column: want all columns in x, and at least %d for each",
			len(count), n, len(x), stride, len(row), len(value), room, Width(n)))
	}
	columns(count, row, value, room, x, n, stride)
}

// columnsGo is Columns for the rows from the given one on; count has the numbers before.
func columnsGo(count []int, row []int32, value []float32, room int, x []float32, from, n, stride int) {
	for c, k := range count {
		row, value := row[c*room:], value[c*room:]
		for r := from; r < n; r++ {
			v := x[r*stride+c]
			row[k], value[k] = int32(r), v // overwritten if v is 0
			if v != 0 {
				k++
			}
		}
		count[c] = k
	}
}

// Gate sets y to x where open is above 0, and to 0 elsewhere. It is the gradient of ReLU.
// It panics unless all slices have the same length, a multiple of [Lanes].
func Gate(y, x, open []float32) {
	if len(y)%Lanes != 0 || len(x) != len(y) || len(open) != len(y) {
		panic(fmt.Sprintf("kernel: Gate of %d and %d numbers into %d: want equal lengths, a multiple of %d", len(x), len(open), len(y), Lanes))
	}
	gate(y, x, open)
}

func gateGo(y, x, open []float32) {
	for i, v := range x {
		y[i] = 0
		if open[i] > 0 {
			y[i] = v
		}
	}
}

// ReLU sets the numbers of y that are below 0 to 0. It panics unless the length of y is a
// multiple of [Lanes].
func ReLU(y []float32) {
	if len(y)%Lanes != 0 {
		panic(fmt.Sprintf("kernel: ReLU of %d numbers: want a multiple of %d", len(y), Lanes))
	}
	relu(y)
}

func reluGo(y []float32) {
	for i, v := range y {
		if v < 0 {
			y[i] = 0
		}
	}
}

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

// tiny is the smallest normal number. Processors take a hundred times as long for smaller
// ones.
const tiny = 0x1p-126

// flush returns x, or 0 if its magnitude is below tiny.
func flush(x float32) float32 {
	if x < tiny && x > -tiny {
		return 0
	}
	return x
}

// Adam updates the weights w from their gradients g, and updates the running means m of
// the gradients and v of their squares. Means below 2^-126 in magnitude, such as those of
// weights that have had no gradient for a thousand updates, become 0. It panics unless all
// slices have the same length.
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
		m[i] = flush(float32(u.Beta1*m[i]) + float32(u.Rest1*d))
		v[i] = flush(float32(u.Beta2*v[i]) + float32(u.Rest2*float32(d*d)))
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
