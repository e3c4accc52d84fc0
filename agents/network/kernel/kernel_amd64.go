package kernel

import "golang.org/x/sys/cpu"

// vectors is set if the processor supports the instructions of the assembly code.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

func sum(y []float32, rows []int32, values, m []float32, stride int) {
	if !vectors || len(rows) == 0 {
		sumGo(y, rows, values, m, stride)
		return
	}
	from := 0
	for ; len(y)-from >= 64; from += 64 {
		sum64(&y[from], &rows[0], &values[0], len(rows), &m[from], stride)
	}
	for ; len(y)-from >= 32; from += 32 {
		sum32(&y[from], &rows[0], &values[0], len(rows), &m[from], stride)
	}
	for ; len(y)-from >= 8; from += 8 {
		sum8(&y[from], &rows[0], &values[0], len(rows), &m[from], stride)
	}
}

// sum64, sum32 and sum8 are sumGo for 64, 32 and 8 numbers of y and n rows, at least one.

//go:noescape
func sum64(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum32(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum8(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

func list(index []int32, value, x, scales []float32) int {
	blocks := len(x) / Lanes
	if !vectors || blocks == 0 {
		return listGo(index, value, x, scales)
	}
	var n int
	if scales == nil {
		n = list8(&index[0], &value[0], &x[0], blocks, &places)
	} else {
		n = listScaled8(&index[0], &value[0], &x[0], blocks, &places, &scales[0])
	}
	for i := blocks * Lanes; i < len(x); i++ {
		if v := x[i]; v != 0 {
			if scales != nil {
				v /= scales[i]
			}
			index[n], value[n] = int32(i), v
			n++
		}
	}
	return n
}

// places[mask] holds the indices of the bits that are set in mask, in ascending order.
var places = func() (t [256][Lanes]uint8) {
	for mask := range t {
		n := 0
		for bit := range uint8(Lanes) {
			if mask>>bit&1 != 0 {
				t[mask][n] = bit
				n++
			}
		}
	}
	return t
}()

func gate(y, x, open []float32) {
	if !vectors || len(y) == 0 {
		gateGo(y, x, open)
		return
	}
	gate8(&y[0], &x[0], &open[0], len(y)/Lanes)
}

func relu(y []float32) {
	if !vectors || len(y) == 0 {
		reluGo(y)
		return
	}
	relu8(&y[0], len(y)/Lanes)
}

func adam(w, g, m, v []float32, u *Update) {
	whole := len(w) / Lanes * Lanes
	if !vectors || whole == 0 {
		adamGo(w, g, m, v, u)
		return
	}
	adam8(&w[0], &g[0], &m[0], &v[0], whole/Lanes, u)
	adamGo(w[whole:], g[whole:], m[whole:], v[whole:], u)
}

// list8, listScaled8, gate8, relu8 and adam8 are listGo, gateGo, reluGo and adamGo for
// blocks of eight numbers, at least one block.

//go:noescape
func list8(index *int32, value, x *float32, blocks int, places *[256][Lanes]uint8) int

//go:noescape
func listScaled8(index *int32, value, x *float32, blocks int, places *[256][Lanes]uint8, scales *float32) int

//go:noescape
func gate8(y, x, open *float32, blocks int)

//go:noescape
func relu8(y *float32, blocks int)

//go:noescape
func adam8(w, gradient, m, v *float32, blocks int, u *Update)
