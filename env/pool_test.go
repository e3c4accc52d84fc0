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
	p := newPool(4, shares, func(share int, _ bool) {
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

// clock is the clock of a pool whose second goroutine never works: shares advance it.
type clock struct {
	now   time.Time
	takes time.Duration // the time of a share
	asked chan struct{} // no goroutine receives from it
	*pool
}

func newClock() *clock {
	c := &clock{asked: make(chan struct{}, 1)}
	c.pool = newPool(2, 2, func(int, bool) { c.now = c.now.Add(c.takes) })
	close(c.wake[0])
	c.wake[0] = c.asked
	c.pool.now = func() time.Time { return c.now }
	return c
}

// run runs the pool after a pause, and reports whether it asked the second goroutine to work.
func (c *clock) run(pause, takes time.Duration) bool {
	c.now = c.now.Add(pause)
	c.takes = takes
	c.pool.run()
	select {
	case <-c.asked:
		return true
	default:
		return false
	}
}

// TestPoolQuick checks that the caller does short work alone, and shares work that has
// become long. After a long run the expected size at most doubles.
func TestPoolQuick(t *testing.T) {
	quick = 160 * time.Microsecond
	defer func() { quick = 0 }()
	p := newClock()
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
		asks := p.run(time.Second, c.takes*time.Microsecond)
		if asks != c.asks || p.size != c.size*time.Microsecond {
			t.Errorf("run %d, two shares of %v: shared %v, then expects %v; want %v and %v µs", i, c.takes, asks, p.size, c.asks, int(c.size))
		}
	}
}

// TestPoolSoon checks that short runs that follow each other closely are shared, but not very
// short ones, and seldom where the second goroutine never comes.
func TestPoolSoon(t *testing.T) {
	quick = 200 * time.Microsecond
	defer func() { quick = 0 }()
	const soon = 20 * time.Microsecond
	p := newClock()
	p.run(0, soon)
	asks := func(runs int, pause, takes time.Duration) (n int) {
		for range runs {
			if p.run(pause, takes) {
				n++
			}
		}
		return n
	}
	if n := asks(10, time.Millisecond, soon); n != 0 {
		t.Errorf("%d of 10 runs with long pauses were shared", n)
	}
	if n := asks(10, 0, soon); n != 10 {
		t.Errorf("%d of 10 runs without pauses were shared", n)
	}
	if n := asks(1000, 0, soon); n < 2*trialRuns || n > 8*trialRuns {
		t.Errorf("%d of 1000 runs without help were shared: want few", n)
	}
	if n := asks(5000, 0, 4*time.Microsecond); n > 1 { // the first run does not know
		t.Errorf("%d very short runs were shared", n)
	}
}
