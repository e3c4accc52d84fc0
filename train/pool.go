package train

import (
	"runtime"
	"sync/atomic"
)

// pool distributes work among goroutines. A step has a dozen pieces of work of about ten
// microseconds each, less than the time to wake a sleeping goroutine, so that helpers
// poll for the next piece for a while before they end.
type pool struct {
	workers int
	now     atomic.Pointer[work]
	helpers atomic.Int32 // running helpers
}

// work is the calls f(0) to f(n-1).
type work struct {
	n          int64
	f          func(i int)
	next, done atomic.Int64
}

// spinLimit is the number of polls after which a helper ends: about 50 µs.
const spinLimit = 1 << 16

// newPool returns a pool with the given number of workers, including the caller.
func newPool(workers int) *pool { return &pool{workers: workers} }

// do calls f(0) to f(n-1), each once, on up to the given number of workers, and returns
// when all calls have returned.
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
	for k := 1; w.done.Load() < w.n; k++ { // wait for the last calls of helpers
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// run makes the calls that no other worker has taken.
func (w *work) run() {
	for i := w.next.Add(1) - 1; i < w.n; i = w.next.Add(1) - 1 {
		w.f(int(i))
		w.done.Add(1)
	}
}

// help makes calls as long as there is work.
func (p *pool) help() {
	defer p.helpers.Add(-1)
	var last *work
	for k := 1; k < spinLimit; k++ {
		if w := p.now.Load(); w != last {
			w.run()
			last, k = w, 0
		}
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// spans calls f for [0, n) in spans of at most size, as do does.
func (p *pool) spans(n, size int, f func(from, to int)) {
	p.do((n+size-1)/size, func(i int) { f(i*size, min(n, (i+1)*size)) })
}

// share returns a span size that divides n into one span per worker, for work with a
// fixed cost per span.
func (p *pool) share(n int) int { return (n + p.workers - 1) / p.workers }
