package env

import (
	"testing"
	"time"
)

// All tests of the package share out whatever there is to do.
func init() { quick = 0 }

// Every share is done once in a run, and two of them at once.
func TestPool(t *testing.T) {
	const shares = 40
	var done [shares]int // by the share's number: nobody else writes there
	meets := false
	meeting := make(chan struct{})
	p := newPool(4, shares, func(share int) {
		switch {
		case !meets:
		case share == 0: // goes on only once somebody else does share 1
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
				t.Fatalf("run %d: share %d was done %d times", run, s, n)
			}
		}
	}
}

// What is quick is done by the caller alone, and what has become slow is not. After a run
// that the clock says was long, work is taken for twice as long as before at most.
func TestPoolQuick(t *testing.T) {
	quick = 160 * time.Microsecond
	defer func() { quick = 0 }()
	var now time.Time
	var takes time.Duration // a share
	p := newPool(1, 2, func(int) { now = now.Add(takes) })
	p.now = func() time.Time { return now }
	asked := make(chan struct{}, 1) // nobody is there who would answer
	p.wake = append(p.wake, asked)
	for i, c := range []struct {
		takes time.Duration // a share, in microseconds
		asks  bool
		size  time.Duration // that the next run is expected to have, in microseconds
	}{
		{70, true, 140}, // nobody knows before the first run
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
			t.Errorf("run %d, two shares of %v: asks for help %v, then expects %v; want %v and %v µs", i, takes, asks, p.size, c.asks, int(c.size))
		}
	}
}
