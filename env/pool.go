package env

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// pool does the shares of a piece of work on several cores at once, again and
// again, without allocating. The calling goroutine works too.
//
// Naively every worker has its share and the caller waits for all of them: then a
// call takes at least as long as it takes to wake the slowest, which is more than
// a few hundred tables need. Instead workers claim the next share when they are
// there, so that the caller waits only for what somebody is doing already.
type pool struct {
	work   func(share int)
	shares int64
	wake   []chan struct{} // of the goroutines other than the caller's

	next atomic.Int64 // share to be claimed next; shares or more between runs
	done atomic.Int64 // shares finished in this run

	mu       sync.Mutex
	panicked any // first panic of this run
}

// newPool starts workers−1 goroutines that wait for run, which calls work with
// each of the numbers below shares. Only close ends them.
func newPool(workers, shares int, work func(share int)) *pool {
	p := &pool{work: work, shares: int64(shares), wake: make([]chan struct{}, workers-1)}
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
	p.done.Store(0)
	p.next.Store(0) // from here on shares can be claimed
	for _, c := range p.wake {
		select {
		case c <- struct{}{}:
		default: // still to wake from an earlier run
		}
	}
	p.claim()
	for p.done.Load() < p.shares {
		runtime.Gosched()
	}
	if r := p.panicked; r != nil {
		p.panicked = nil
		panic(r)
	}
}

// serve is the life of a goroutine, which works whenever wake says so.
func (p *pool) serve(wake <-chan struct{}) {
	for range wake {
		p.claim()
	}
}

// claim does one share after the other until all are claimed.
func (p *pool) claim() {
	for s := p.next.Add(1) - 1; s < p.shares; s = p.next.Add(1) - 1 {
		p.guarded(int(s))
		p.done.Add(1)
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
