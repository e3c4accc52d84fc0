package kernel

import "golang.org/x/sys/cpu"

// vectors is set if the processor supports the instructions of the assembly code, and wide
// if it supports those with vectors of sixteen numbers.
var (
	vectors = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT
	wide    = vectors && cpu.X86.HasBMI2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ
)

func sum(y []float32, rows []int32, values, m []float32, stride int) {
	checkSum(y, rows, values)
	if !vectors || len(rows) == 0 {
		sumGo(y, rows, values, m, stride)
		return
	}
	from := 0
	if wide {
		for ; len(y)-from >= 64; from += 64 {
			sum64z(&y[from], &rows[0], &values[0], len(rows), &m[from], stride)
		}
		for ; len(y)-from >= 16; from += 16 {
			sum16z(&y[from], &rows[0], &values[0], len(rows), &m[from], stride)
		}
	}
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
// sum64z and sum16z are too, for 64 and 16 numbers.

//go:noescape
func sum64z(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum16z(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum64(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum32(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum8(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

func list(index []int32, value, x, scales []float32) int {
	checkList(index, value, x, scales)
	blocks := len(x) / Lanes
	switch {
	case !vectors || blocks == 0:
		return listGo(index, value, x, scales)
	case wide && scales == nil:
		return listz(&index[0], &value[0], &x[0], len(x), &count)
	case wide:
		return listScaledz(&index[0], &value[0], &x[0], len(x), &count, &scales[0])
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

// count holds the numbers from 0.
var count = [16]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// listz and listScaledz are listGo for n numbers, at least one.

//go:noescape
func listz(index *int32, value, x *float32, n int, count *[16]int32) int

//go:noescape
func listScaledz(index *int32, value, x *float32, n int, count *[16]int32, scales *float32) int

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

func columns(count []int, row []int32, value []float32, room int, x []float32, n, stride int) {
	blocks, c := n/Lanes, 0
	if vectors && blocks > 0 {
		for ; len(count)-c >= 4; c += 4 {
			columns4((*[4]int)(count[c:]), &row[c*room], &value[c*room], room, &x[c], blocks, stride, &places)
			columnsGo(count[c:c+4], row[c*room:], value[c*room:], room, x[c:], blocks*Lanes, n, stride)
		}
	}
	clear(count[c:])
	if c < len(count) {
		columnsGo(count[c:], row[c*room:], value[c*room:], room, x[c:], 0, n, stride)
	}
}

// columns4 is columnsGo for four columns and blocks of eight rows, at least one block.
//
//go:noescape
func columns4(count *[4]int, row *int32, value *float32, room int, x *float32, blocks, stride int, places *[256][Lanes]uint8)

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

func tanhs(y, slope []float32) {
	if !vectors || len(y) == 0 {
		tanhGo(y, slope)
		return
	}
	tanh8(&y[0], &slope[0], len(y)/Lanes, &tanhTerms, &halfAndOne)
}

func silu(y, slope []float32) {
	if !vectors || len(y) == 0 {
		siluGo(y, slope)
		return
	}
	silu8(&y[0], &slope[0], len(y)/Lanes, &tanhTerms, &halfAndOne)
}

func times(y, x, z []float32) {
	if !vectors || len(y) == 0 {
		timesGo(y, x, z)
		return
	}
	times8(&y[0], &x[0], &z[0], len(y)/Lanes)
}

// halfAndOne holds the constants that tanh8 and silu8 need besides tanhTerms.
var halfAndOne = [2]float32{0.5, 1}

// tanh8, silu8 and times8 are tanhGo, siluGo and timesGo for blocks of eight numbers, at
// least one block.

//go:noescape
func tanh8(y, slope *float32, blocks int, terms *[13][Lanes]float32, constants *[2]float32)

//go:noescape
func silu8(y, slope *float32, blocks int, terms *[13][Lanes]float32, constants *[2]float32)

//go:noescape
func times8(y, x, z *float32, blocks int)

func dots(y, rows, x, bias []float32) {
	blocks := len(x) / 4
	if !vectors || blocks == 0 {
		dotsGo(y, rows, x, bias)
		return
	}
	whole, i := 4*blocks, 0
	for ; len(y)-i >= 4; i += 4 {
		var sums [4][4]float32
		dots4(&sums, &rows[i*len(x)], len(x), &x[0], blocks)
		for k := range sums {
			y[i+k] = dotOf(rows[(i+k)*len(x):][whole:len(x)], x[whole:], sums[k]) + bias[i+k]
		}
	}
	dotsGo(y[i:], rows[i*len(x):], x, bias[i:])
}

// dots4 sets sums to the four partial sums of each of four rows, over blocks of four
// numbers of the rows and of x, at least one block. Rows are stride numbers apart.
//
//go:noescape
func dots4(sums *[4][4]float32, rows *float32, stride int, x *float32, blocks int)
