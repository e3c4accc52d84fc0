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

// A caller without a question waits for others as long as it takes: it looks at the clock, and asks nobody.
func TestLookWithoutAQuestion(t *testing.T) {
	h := halt{due: time.Now().Add(-pause)}
	h.look()
	if h.stopped.Load() || h.reached(true) {
		t.Fatal("nobody asked, and the call was stopped")
	}
}
