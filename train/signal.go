package train

import (
	"gorgonia.org/tensor"

	"rummygym/agents/network/kernel"
)

// signal is what passes along an edge of the graph: a matrix [rows, width], of which
// the columns from size on are zero, and the lists of its entries that are not zero.
type signal struct {
	*tensor.Dense // [rows, width]

	rows, size, width int
	data              []float32 // [rows, width], that of Dense

	// Row r has the entries data[r, index[r*size+k]] = value[r*size+k], k below
	// count[r], in ascending order.
	count []int32   // [rows]
	index []int32   // [rows, size]
	value []float32 // [rows, size]
}

// newSignal returns a signal of zeros.
func newSignal(rows, size int) *signal {
	s := &signal{rows: rows, size: size, width: kernel.Width(size)}
	s.data = make([]float32, rows*s.width)
	s.count = make([]int32, rows)
	s.index = make([]int32, rows*size)
	s.value = make([]float32, rows*size)
	s.Dense = tensor.New(tensor.WithShape(rows, s.width), tensor.WithBacking(s.data))
	return s
}

// row returns row r of the matrix.
func (s *signal) row(r int) []float32 { return s.data[r*s.width:][:s.width] }

// entries returns the columns and values of what is not zero in row r.
func (s *signal) entries(r int) (index []int32, value []float32) {
	n := int(s.count[r])
	return s.index[r*s.size:][:n], s.value[r*s.size:][:n]
}

// list makes the lists of row r from the matrix.
func (s *signal) list(r int) {
	index, value := s.index[r*s.size:][:s.size], s.value[r*s.size:][:s.size]
	n := 0
	for i, v := range s.row(r)[:s.size] {
		index[n], value[n] = int32(i), v
		if v != 0 {
			n++
		}
	}
	s.count[r] = int32(n)
}

// set makes the lists of row r from raw numbers, each divided by its scale. The
// matrix is left as it is: no operation reads that of the inputs.
func (s *signal) set(r int, raw, scales []float32) {
	index, value := s.index[r*s.size:][:s.size], s.value[r*s.size:][:s.size]
	n := 0
	for i, v := range raw[:s.size] {
		index[n] = int32(i)
		if v != 0 {
			value[n] = v / scales[i]
			n++
		}
	}
	s.count[r] = int32(n)
}

// columns are the entries of a signal that are not zero, by column: column i has
// those of the rows row[i*rows+k], k below count[i], in ascending order.
type columns struct {
	rows  int
	count []int32   // [size]
	row   []int32   // [size, rows]
	value []float32 // [size, rows]
}

// newColumns returns the columns of a signal of that shape.
func newColumns(rows, size int) *columns {
	return &columns{rows: rows, count: make([]int32, size), row: make([]int32, size*rows), value: make([]float32, size*rows)}
}

// list makes the lists of columns from to to-1 from the first n rows of s.
func (c *columns) list(s *signal, n, from, to int) {
	clear(c.count[from:to])
	for r := range n {
		index, value := s.entries(r)
		k := search(index, int32(from))
		for ; k < len(index) && int(index[k]) < to; k++ {
			i := int(index[k])
			at := i*c.rows + int(c.count[i])
			c.row[at], c.value[at] = int32(r), value[k]
			c.count[i]++
		}
	}
}

// search returns the place of the first of ascending numbers that is at least x.
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

// entries returns the rows and values of what is not zero in column i.
func (c *columns) entries(i int) (row []int32, value []float32) {
	n := int(c.count[i])
	return c.row[i*c.rows:][:n], c.value[i*c.rows:][:n]
}
