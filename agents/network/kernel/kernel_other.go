//go:build !amd64

package kernel

func sum(y []float32, rows []int32, values, m []float32, stride int) {
	sumGo(y, rows, values, m, stride)
}

func list(index []int32, value, x, scales []float32) int { return listGo(index, value, x, scales) }

func gate(y, x, open []float32) { gateGo(y, x, open) }

func adam(w, g, m, v []float32, u *Update) { adamGo(w, g, m, v, u) }

func relu(y []float32) { reluGo(y) }

func tanhs(y, slope []float32) { tanhGo(y, slope) }

func silu(y, slope []float32) { siluGo(y, slope) }

func times(y, x, z []float32)         { timesGo(y, x, z) }
func dots(y, rows, x, bias []float32) { dotsGo(y, rows, x, bias) }
