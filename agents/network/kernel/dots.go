package kernel

import "fmt"

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
