package env

import (
	"sync/atomic"
	"testing"
	"time"
)

// All tests of the package share out whatever there is to do.
func init() { quick = 0 }

// Every share is done once in a run, in several goroutines where it is worth it.
func TestPool(t *testing.T) {
	const shares = 40
	var done [shares]int // by the share's number: nobody else writes there
	var now, most atomic.Int64
	pause := time.Duration(0)
	p := newPool(4, shares, func(share int) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(pause)
		done[share]++
		now.Add(-1)
	})
	defer p.close()
	for run := 1; run <= 500; run++ {
		if run == 490 {
			pause = 200 * time.Microsecond
		}
		p.run()
		for s, n := range done {
			if n != run {
				t.Fatalf("run %d: share %d was done %d times", run, s, n)
			}
		}
	}
	if most.Load() < 2 {
		t.Error("no two shares were done at once")
	}
}

// What is quick is done by the caller alone, and what has become slow is not.
func TestPoolQuick(t *testing.T) {
	defer func() { quick = 0 }()
	quick = time.Millisecond
	pause := time.Duration(0)
	p := newPool(2, 2, func(int) { time.Sleep(pause) })
	defer p.close()
	for range 20 {
		p.run()
	}
	if p.size > quick {
		t.Skipf("the machine is too busy: nothing takes %v", p.size)
	}
	wakes := func() int {
		p.run()
		return len(p.wake[0])
	}
	pause = 3 * time.Millisecond
	for range 10 {
		wakes()
	}
	if p.size < 5*time.Millisecond {
		t.Errorf("two shares of 3 ms are taken for %v", p.size)
	}
	pause = 0
	for range 10 {
		wakes()
	}
	if p.size > quick {
		t.Errorf("nothing is taken for %v", p.size)
	}
}
