package kernel

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
