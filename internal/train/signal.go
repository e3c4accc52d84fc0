package train

import (
	"gorgonia.org/tensor"

	"rummygym/internal/agents/network/kernel"
)

// signal is the value on an edge of the graph: a matrix whose rows are stride apart, and
// lists of its nonzero entries. Columns from size on are zero; the first width columns,
// a multiple of kernel.Lanes, are computed. The inputs have no such columns.
type signal struct {
	*tensor.Dense // [rows, stride], or [1, 1] if there are only lists

	rows, size, width, stride int
	data                      []float32 // [rows, stride], the memory of Dense; of the inputs the batch, unscaled

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

// span returns rows [from, to) of the matrix, with the zeros between them.
func (s *signal) span(from, to int) []float32 { return s.data[from*s.stride : to*s.stride] }

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

// listed is the number of columns that are listed at a time, so that the lists of a batch
// stay in the cache.
const listed = 32

// columns is the nonzero entries of some columns of a signal: those of column i are in the
// rows row[i*stride+k], for k below count[i], in ascending order.
type columns struct {
	stride int         // distance between columns
	count  [listed]int // of each column
	row    []int32     // [listed, stride]
	value  []float32   // [listed, stride]
}

// newColumns returns columns of a signal with the given number of rows.
func newColumns(rows int) *columns {
	n := kernel.Stride(kernel.Width(rows))
	return &columns{stride: n, row: make([]int32, listed*n), value: make([]float32, listed*n)}
}

// list sets the lists to columns [from, to) of the first n rows of s, whose entries are
// divided by divisors unless these are nil.
func (c *columns) list(s *signal, n, from, to int, divisors []float32) {
	if from >= to {
		return
	}
	kernel.Columns(c.count[:to-from], c.row, c.value, c.stride, s.data[from:], n, s.stride)
	if divisors == nil {
		return
	}
	for i, d := range divisors[from:to] {
		if d != 1 {
			_, value := c.entries(i)
			for k := range value {
				value[k] /= d
			}
		}
	}
}

// entries returns the rows and values of the nonzero entries of column i of those listed.
func (c *columns) entries(i int) (row []int32, value []float32) {
	n := c.count[i]
	return c.row[i*c.stride:][:n], c.value[i*c.stride:][:n]
}
