package kernel

import "golang.org/x/sys/cpu"

// vectors says whether the processor has what the assembly needs.
var vectors = cpu.X86.HasAVX

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

// sum64, sum32 and sum8 are sumGo for so many numbers of y and n rows, at least one.

//go:noescape
func sum64(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum32(y *float32, rows *int32, values *float32, n int, m *float32, stride int)

//go:noescape
func sum8(y *float32, rows *int32, values *float32, n int, m *float32, stride int)
