package kernel

import "fmt"

// List writes the places and values of the numbers of x that are not zero, in order,
// and returns how many they are. If scales is not nil, each value is divided by the
// scale of its place. Index and value have room for [Width] of len(x) numbers, of
// which those behind the count are left undefined.
func List(index []int32, value, x, scales []float32) int {
	if room := Width(len(x)); len(index) < room || len(value) < room || scales != nil && len(scales) < len(x) {
		panic(fmt.Sprintf("kernel: List of %d numbers and %d scales into %d and %d", len(x), len(scales), len(index), len(value)))
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

// Gate sets y to x where open is above 0, and to 0 elsewhere: what ReLU lets back of a
// gradient. The slices are of one length, a multiple of [Lanes].
func Gate(y, x, open []float32) {
	if len(y)%Lanes != 0 || len(x) != len(y) || len(open) != len(y) {
		panic(fmt.Sprintf("kernel: Gate of %d and %d numbers into %d: want as many, a multiple of %d", len(x), len(open), len(y), Lanes))
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

// ReLU sets the numbers of y below 0 to 0. There is a multiple of [Lanes] of them.
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
