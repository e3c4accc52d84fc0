package stats_test

import (
	"math"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

// Standard errors have the same bits on every processor: those of Python, which rounds each
// product. A test of the program runs this one with GOAMD64=v3, where Go would fuse products
// and sums.
func TestSameBitsOfStandardErrors(t *testing.T) {
	for n, want := range map[int]uint64{
		2:    0x402effffffffffff,
		10:   0x402fc5a419b2ddbf,
		1000: 0x3ff69674743a14f8,
		9999: 0x3fdc82c0e06f6dc7,
	} {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64((i*7919+i*i)%161 - 80)
		}
		must.Equal(t, math.Float64bits(stats.MeanOf(x).StdErr), want, "%d values: bits", n)
		must.Equal(t, math.Float64bits(stats.DistributionOf(x).SD/math.Sqrt(float64(n))), want, "distribution of %d values: bits", n)
	}
}
