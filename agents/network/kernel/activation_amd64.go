package kernel

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
