package train

import (
	"gorgonia.org/tensor"

	"rummygym/agents/network/kernel"
)

// signal is the value on an edge of the graph: a matrix whose rows are stride apart, and
// lists of its nonzero entries. Columns from size on are zero; the first width columns,
// a multiple of kernel.Lanes, are computed.
type signal struct {
	*tensor.Dense // [rows, stride], or [1, 1] if there are only lists

	rows, size, width, stride int
	data                      []float32 // [rows, stride], the memory of Dense

	// The nonzero entries of row r are data[r, index[r*width+k]] = value[r*width+k], for
	// k below count[r], in ascending order of columns.
	count []int32   // [rows]
	index []int32   // [rows, width]
	value []float32 // [rows, width]
}

// held says what a signal stores.
type held int

const (
	matrixOnly held = iota
	listsOnly       // for the inputs, which are mostly zeros
	matrixAndLists
)

// newSignal returns a signal of zeros.
func newSignal(rows, size int, what held) *signal {
	s := &signal{rows: rows, size: size, width: kernel.Width(size)}
	s.stride = kernel.Stride(s.width)
	s.Dense = tensor.New(tensor.WithShape(1, 1), tensor.WithBacking(make([]float32, 1)))
	if what != listsOnly {
		s.data = make([]float32, rows*s.stride)
		s.Dense = tensor.New(tensor.WithShape(rows, s.stride), tensor.WithBacking(s.data))
	}
	if what != matrixOnly {
		s.count = make([]int32, rows)
		s.index = make([]int32, rows*s.width)
		s.value = make([]float32, rows*s.width)
	}
	return s
}

// row returns row r of the matrix.
func (s *signal) row(r int) []float32 { return s.data[r*s.stride:][:s.width] }

// entries returns the columns and values of the nonzero entries of row r.
func (s *signal) entries(r int) (index []int32, value []float32) {
	n := int(s.count[r])
	return s.index[r*s.width:][:n], s.value[r*s.width:][:n]
}

// list sets the lists of row r from the matrix.
func (s *signal) list(r int) { s.set(r, s.row(r)[:s.size], nil) }

// set sets the lists of row r from raw numbers, each divided by its scale unless scales
// is nil. It does not change the matrix.
func (s *signal) set(r int, raw, scales []float32) {
	at := r * s.width
	s.count[r] = int32(kernel.List(s.index[at:][:s.width], s.value[at:][:s.width], raw, scales))
}

// columns is the nonzero entries of a signal by column: those of column i are in the rows
// row[i*stride+k], for k below count[i], in ascending order.
type columns struct {
	stride int       // distance between columns
	count  []int32   // [size]
	row    []int32   // [size, stride]
	value  []float32 // [size, stride]
}

// newColumns returns the columns of a signal with the given number of rows and size.
func newColumns(rows, size int) *columns {
	n := kernel.Stride(rows)
	return &columns{stride: n, count: make([]int32, size), row: make([]int32, size*n), value: make([]float32, size*n)}
}

// list sets the lists of columns [from, to) from the first n rows of s.
func (c *columns) list(s *signal, n, from, to int) {
	count, row, values, stride := c.count, c.row, c.value, c.stride
	clear(count[from:to])
	for r := range n {
		index, value := s.entries(r)
		first, last := 0, len(index)
		if from > 0 {
			first = search(index, int32(from))
		}
		if to < len(count) {
			last = search(index, int32(to))
		}
		index, value = index[first:last], value[first:last]
		value = value[:len(index)]
		for k, i := range index {
			n := count[i]
			count[i] = n + 1
			at := int(i)*stride + int(n)
			row[at], values[at] = int32(r), value[k]
		}
	}
}

// search returns the index of the first of ascending numbers that is at least x.
func search(ascending []int32, x int32) int {
	from, to := 0, len(ascending)
	for from < to {
		if mid := (from + to) / 2; ascending[mid] < x {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// entries returns the rows and values of the nonzero entries of column i.
func (c *columns) entries(i int) (row []int32, value []float32) {
	n := int(c.count[i])
	return c.row[i*c.stride:][:n], c.value[i*c.stride:][:n]
}
