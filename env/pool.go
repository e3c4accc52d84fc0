package env

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// pool does the shares of a piece of work on several cores at once, again and
// again, without allocating. The calling goroutine works too.
//
// Naively every worker has its share and the caller waits for all of them: then a
// call takes at least as long as it takes to wake the slowest, which is more than
// a few hundred tables need. Instead workers claim the next share when they are
// there, so that the caller waits only for what somebody is doing already. And
// what is quick is not given away at all: it would be done before anybody is awake,
// and a worker that the system has taken its core from in the middle of a share
// holds up the caller far longer than the share takes.
type pool struct {
	work   func(share int)
	shares int64
	wake   []chan struct{}  // of the goroutines other than the caller's
	now    func() time.Time // time.Now but in tests

	next atomic.Int64  // share to be claimed next; shares or more between runs
	done atomic.Int64  // shares finished in this run
	busy atomic.Int64  // nanoseconds that all have worked in this run
	size time.Duration // what a run takes, as the last ones tell

	mu       sync.Mutex
	panicked any // first panic of this run
}

// quick is the work that the caller does alone. Tests set it to 0.
//
// By BenchmarkPool on two cores of an AMD EPYC, both kept busy by other programs, sharing
// out took 30 µs more than doing all alone, whatever the work: a third more of 90 µs, a
// sixth of 180 µs, a tenth of 350 µs. At the moments when the second core was free it took
// a third less than alone, from 180 µs on. So at 200 µs there is more to gain than to
// lose. It was not measured on an idle machine, nor on more than two cores.
var quick = 200 * time.Microsecond

// After so many looks for the end of a run the caller sleeps between them, and
// leaves its core to who is working.
const (
	looks = 1000
	nap   = 20 * time.Microsecond
)

// newPool starts workers−1 goroutines that wait for run, which calls work with
// each of the numbers below shares. Only close ends them.
func newPool(workers, shares int, work func(share int)) *pool {
	p := &pool{work: work, shares: int64(shares), wake: make([]chan struct{}, workers-1), now: time.Now, size: quick + 1}
	p.next.Store(p.shares)
	for i := range p.wake {
		p.wake[i] = make(chan struct{}, 1)
		go p.serve(p.wake[i])
	}
	return p
}

// run does all shares and returns when they are done. A panic in one of them is
// raised again here.
func (p *pool) run() {
	if len(p.wake) > 0 {
		p.together()
	} else {
		for s := range p.shares {
			p.guarded(int(s))
		}
	}
	if r := p.panicked; r != nil {
		p.panicked = nil
		panic(r)
	}
}

// together does all shares with the other goroutines, if there is enough to do.
func (p *pool) together() {
	p.done.Store(0)
	p.busy.Store(0)
	p.next.Store(0) // from here on shares can be claimed
	if p.size > quick {
		for _, c := range p.wake {
			select {
			case c <- struct{}{}:
			default: // still to wake from an earlier run
			}
		}
	}
	p.claim()
	for n := 0; p.done.Load() < p.shares; n++ {
		if n < looks {
			runtime.Gosched()
		} else {
			time.Sleep(nap)
		}
	}
	// Twice the size at most: where the system has taken a core away meanwhile, the
	// clock tells nothing.
	p.size = min(time.Duration(p.busy.Load()), 2*p.size+quick/16)
}

// serve is the life of a goroutine, which works whenever wake says so.
func (p *pool) serve(wake <-chan struct{}) {
	for range wake {
		p.claim()
	}
}

// claim does one share after the other until all are claimed.
func (p *pool) claim() {
	start := p.now()
	for s := p.next.Add(1) - 1; s < p.shares; s = p.next.Add(1) - 1 {
		p.guarded(int(s))
		now := p.now()
		p.busy.Add(int64(now.Sub(start)))
		p.done.Add(1)
		start = now
	}
}

// guarded does a share and keeps its panic for run to raise.
func (p *pool) guarded(share int) {
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			if p.panicked == nil {
				p.panicked = r
			}
			p.mu.Unlock()
		}
	}()
	p.work(share)
}

// close ends the goroutines. There must be no run in progress or later.
func (p *pool) close() {
	for _, c := range p.wake {
		close(c)
	}
	p.wake = nil
}
