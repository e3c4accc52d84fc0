package env

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// pool runs the shares of a task on several cores, repeatedly and without allocations.
// The calling goroutine works too.
//
// In the simple form every worker has a fixed share and the caller waits for all of
// them. Then a call takes at least as long as waking the slowest worker, which is more
// than a few hundred tables need. Here a worker claims the next share when it is awake,
// so that the caller waits only for shares in progress. Short tasks are not shared at
// all: they would be done before any worker is awake, and if the system preempts a
// worker in the middle of a share, the caller waits much longer than the share takes.
type pool struct {
	work   func(share int)
	shares int64
	wake   []chan struct{}  // one per goroutine other than the caller's
	now    func() time.Time // time.Now, except in tests

	next atomic.Int64  // the next share to claim; shares or more between runs
	done atomic.Int64  // number of shares finished in this run
	busy atomic.Int64  // nanoseconds of work of all goroutines in this run
	size time.Duration // expected work of a run, from the last runs

	mu       sync.Mutex
	panicked any // first panic of this run
}

// quick is the maximum work that the caller does alone. Tests set it to 0.
//
// By BenchmarkPool on two cores of an AMD EPYC, both busy with other programs, sharing
// took 30 µs more than working alone, for all sizes: 33 % more at 90 µs, 17 % at 180 µs,
// 10 % at 350 µs. When the second core was free, sharing took a third less than working
// alone, from 180 µs. So from 200 µs sharing gains more than it costs. It was not measured
// on an idle machine, nor on more than two cores.
var quick = 200 * time.Microsecond

// The caller polls for the end of a run. After this number of polls it sleeps between
// them, so that the workers can use its core.
const (
	looks = 1000
	nap   = 20 * time.Microsecond
)

// newPool starts workers−1 goroutines that wait for run. run calls work with each number
// in [0, shares). Only close ends the goroutines.
func newPool(workers, shares int, work func(share int)) *pool {
	p := &pool{work: work, shares: int64(shares), wake: make([]chan struct{}, workers-1), now: time.Now, size: quick + 1}
	p.next.Store(p.shares)
	for i := range p.wake {
		p.wake[i] = make(chan struct{}, 1)
		go p.serve(p.wake[i])
	}
	return p
}

// run runs all shares and returns when they are done. It panics with the first panic of a
// share.
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

// together runs all shares with the other goroutines, or alone if there is little work.
func (p *pool) together() {
	p.done.Store(0)
	p.busy.Store(0)
	p.next.Store(0) // from here shares can be claimed
	if p.size > quick {
		for _, c := range p.wake {
			select {
			case c <- struct{}{}:
			default: // not yet awake from an earlier run
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
	// The size at most doubles: if the system has preempted a goroutine, the measured
	// time is not that of the work.
	p.size = min(time.Duration(p.busy.Load()), 2*p.size+quick/16)
}

// serve is the loop of a goroutine, which works after each receive from wake.
func (p *pool) serve(wake <-chan struct{}) {
	for range wake {
		p.claim()
	}
}

// claim runs one share after the other until all are claimed.
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

// guarded runs a share and keeps its panic for run.
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
