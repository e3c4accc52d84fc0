package kernel

import "fmt"

// List writes the indices and the values of the nonzero numbers of x, in order, and returns
// their number. If scales is not nil, each value is divided by the scale at its index.
// index and value must have at least [Width](len(x)) entries; those after the returned
// number are undefined. It panics if a slice is too short.
func List(index []int32, value, x, scales []float32) int {
	if room := Width(len(x)); len(index) < room || len(value) < room || scales != nil && len(scales) < len(x) {
		panic(fmt.Sprintf("kernel: List of %d numbers and %d scales into %d indices and %d values: want at least %d of both, and one scale for each number", len(x), len(scales), len(index), len(value), room))
	}
	return list(index, value, x, scales)
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
