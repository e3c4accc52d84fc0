package train

import (
	"runtime"
	"sync/atomic"
)

// pool shares work among goroutines. A step has a dozen pieces of work of some ten
// microseconds, less than it takes to wake a goroutine that sleeps, so helpers look out
// for the next piece for a while before they end.
type pool struct {
	workers int
	now     atomic.Pointer[work]
	helpers atomic.Int32 // that are there
}

// work is f(0) to f(n-1).
type work struct {
	n          int64
	f          func(i int)
	next, done atomic.Int64
}

// lookout is how often a helper looks for work before it ends: for some 50 µs.
const lookout = 1 << 16

// newPool returns a pool of so many workers, the caller among them.
func newPool(workers int) *pool { return &pool{workers: workers} }

// do calls f(0) to f(n-1), each once, at the same time as the number of workers
// allows, and returns when all are done.
func (p *pool) do(n int, f func(i int)) {
	if p.workers < 2 || n < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	w := &work{n: int64(n), f: f}
	p.now.Store(w)
	for p.helpers.Load() < int32(p.workers)-1 {
		p.helpers.Add(1)
		go p.help()
	}
	w.run()
	for k := 1; w.done.Load() < w.n; k++ { // helpers are at the last ones
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// run does what others have not taken.
func (w *work) run() {
	for i := w.next.Add(1) - 1; i < w.n; i = w.next.Add(1) - 1 {
		w.f(int(i))
		w.done.Add(1)
	}
}

// help does work as long as there is some.
func (p *pool) help() {
	defer p.helpers.Add(-1)
	var last *work
	for k := 1; k < lookout; k++ {
		if w := p.now.Load(); w != last {
			w.run()
			last, k = w, 0
		}
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// spans calls f for 0:n in spans of at most size, as do.
func (p *pool) spans(n, size int, f func(from, to int)) {
	p.do((n+size-1)/size, func(i int) { f(i*size, min(n, (i+1)*size)) })
}

// share returns the size of spans of n, one for each worker, for work of which each
// span costs something of its own.
func (p *pool) share(n int) int { return (n + p.workers - 1) / p.workers }
