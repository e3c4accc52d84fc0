package train

import (
	"sync/atomic"
	"testing"
	"time"
)

// TestPool checks that each call is made once before do returns, with any number of
// workers, both directly after other work and after a pause.
func TestPool(t *testing.T) {
	for workers := range 5 {
		p := newPool(workers)
		for round := range 300 {
			n := round % 40
			did := make([]atomic.Int32, n)
			p.do(n, 1, func(i, _ int) { did[i].Add(1) })
			for i := range did {
				if did[i].Load() != 1 {
					t.Fatalf("%d workers, round %d: %d of %d was done %d times", workers, round, i, n, did[i].Load())
				}
			}
			if round%100 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
		for range 1000 {
			if p.helpers.Load() == 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if p.helpers.Load() != 0 {
			t.Errorf("%d workers: helpers keep running without work", workers)
		}
		covered := 0
		p.do(103, 10, func(from, to int) {
			if to-from > 10 || from%10 != 0 {
				t.Errorf("span %d to %d", from, to)
			}
		})
		newPool(1).do(103, 10, func(from, to int) { covered += to - from })
		if covered != 103 {
			t.Errorf("the spans cover %d of 103", covered)
		}
	}
}

// BenchmarkPool measures the overhead of distributing a little work.
func BenchmarkPool(b *testing.B) {
	for name, workers := range map[string]int{"one": 1, "two": 2} {
		b.Run(name, func(b *testing.B) {
			p, x := newPool(workers), make([]int, 1024)
			for b.Loop() {
				p.do(16, 1, func(i, _ int) {
					for k := range 2000 {
						x[i*64] += k
					}
				})
			}
		})
	}
}
