//go:build !amd64

package kernel

func sum(y []float32, rows []int32, values, m []float32, stride int) {
	sumGo(y, rows, values, m, stride)
}
