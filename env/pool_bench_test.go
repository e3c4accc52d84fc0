package env

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkPool runs work of several sizes alternately alone and shared by two
// goroutines. It reports the median times, the ratio of the medians, and the ratio of the
// minimum times, which are those when the other core was free. Before each run the caller
// does other work, as a caller does that chooses the next actions, so that the other
// goroutine is asleep.
func BenchmarkPool(b *testing.B) {
	const shares = 8
	for _, rounds := range []int{1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19} {
		b.Run(fmt.Sprintf("rounds=%d", rounds), func(b *testing.B) {
			var sums [shares]uint64
			work := func(share int, _ bool) { sums[share] = spin(rounds / shares) }
			pools := [2]*pool{newPool(1, shares, work), newPool(2, shares, work)}
			defer pools[1].close()
			want := spin(rounds / shares)
			var took [2][]float64 // microseconds
			for b.Loop() {
				for i, p := range pools {
					clear(sums[:])
					sums[0] = spin(1 << 17)
					start := time.Now()
					p.run()
					took[i] = append(took[i], float64(time.Since(start))/1e3)
					for s, sum := range sums {
						if sum != want {
							b.Fatalf("share %d gives %x, want %x", s, sum, want)
						}
					}
				}
			}
			slices.Sort(took[0])
			slices.Sort(took[1])
			alone, shared := took[0], took[1]
			half := len(alone) / 2
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(alone[half], "µs-alone")
			b.ReportMetric(shared[half], "µs-shared")
			b.ReportMetric(shared[half]/alone[half], "shared/alone")
			b.ReportMetric(shared[0]/alone[0], "min/min")
		})
	}
}

// spin computes for the given number of rounds.
func spin(rounds int) uint64 {
	h := uint64(1)
	for range rounds {
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	}
	return h
}
