package env

import (
	"testing"
	"time"
)

// init makes all tests of the package share even short tasks.
func init() { quick = 0 }

// TestPool checks that every share runs once per run, and that two run concurrently.
func TestPool(t *testing.T) {
	const shares = 40
	var done [shares]int // indexed by share; only the share itself writes its entry
	meets := false
	meeting := make(chan struct{})
	p := newPool(4, shares, func(share int) {
		switch {
		case !meets:
		case share == 0: // continues only when another goroutine runs share 1
			meeting <- struct{}{}
		case share == 1:
			<-meeting
		}
		done[share]++
	})
	defer p.close()
	for run := 1; run <= 500; run++ {
		meets = run > 490
		p.run()
		for s, n := range done {
			if n != run {
				t.Fatalf("run %d: share %d ran %d times", run, s, n)
			}
		}
	}
}

// TestPoolQuick checks that the caller does short work alone, and shares work that has
// become long. After a long run the expected size at most doubles.
func TestPoolQuick(t *testing.T) {
	quick = 160 * time.Microsecond
	defer func() { quick = 0 }()
	var now time.Time
	var takes time.Duration // the time of a share
	p := newPool(1, 2, func(int) { now = now.Add(takes) })
	p.now = func() time.Time { return now }
	asked := make(chan struct{}, 1) // no goroutine receives from it
	p.wake = append(p.wake, asked)
	for i, c := range []struct {
		takes time.Duration // the time of a share, in microseconds
		asks  bool
		size  time.Duration // the expected size of the next run, in microseconds
	}{
		{70, true, 140}, // nothing is known before the first run
		{0, false, 0},
		{1000, false, 10},
		{1000, false, 30},
		{1000, false, 70},
		{1000, false, 150},
		{1000, false, 310},
		{1000, true, 630},
		{80, true, 160},
		{81, false, 162},
		{0, true, 0},
		{0, false, 0},
	} {
		takes = c.takes * time.Microsecond
		p.run()
		asks := len(asked) == 1
		if asks {
			<-asked
		}
		if asks != c.asks || p.size != c.size*time.Microsecond {
			t.Errorf("run %d, two shares of %v: shared %v, then expects %v; want %v and %v µs", i, takes, asks, p.size, c.asks, int(c.size))
		}
	}
}
