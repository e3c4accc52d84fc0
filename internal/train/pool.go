package train

import (
	"runtime"
	"sync/atomic"
)

// pool distributes work among goroutines. A step has two pieces of work of some ten
// microseconds each, less than the time to wake a sleeping goroutine, so that helpers
// poll for the next piece for a while before they end.
type pool struct {
	workers int
	alone   bool         // the caller does all work: there is so little that sharing it takes longer
	helpers atomic.Int32 // running helpers

	// The current work is the calls f(from, to) for the spans of [0, n). Its fields change
	// only when all spans are done.
	f       func(from, to int)
	n, size int
	spans   atomic.Uint64 // number of spans << 32, plus the number that workers have taken
	done    atomic.Int64  // spans
}

// spinLimit is the number of polls after which a helper ends: about 50 µs.
const spinLimit = 1 << 16

// newPool returns a pool with the given number of workers, including the caller.
func newPool(workers int) *pool { return &pool{workers: workers} }

// do calls f for [0, n) in spans of at most size, on up to the given number of workers, and
// returns when all calls have returned.
func (p *pool) do(n, size int, f func(from, to int)) {
	spans := (n + size - 1) / size
	if p.alone || p.workers < 2 || spans < 2 {
		for from := 0; from < n; from += size {
			f(from, min(n, from+size))
		}
		return
	}
	p.f, p.n, p.size = f, n, size
	p.done.Store(0)
	p.spans.Store(uint64(spans) << 32)
	for p.helpers.Load() < int32(p.workers)-1 {
		p.helpers.Add(1)
		go p.help()
	}
	for p.take() {
	}
	for k := 1; p.done.Load() < int64(spans); k++ { // wait for the last spans of helpers
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// take takes a span of the current work and makes its call, if there is one left.
func (p *pool) take() bool {
	for {
		s := p.spans.Load()
		taken := s & (1<<32 - 1)
		if taken >= s>>32 {
			return false
		}
		if p.spans.CompareAndSwap(s, s+1) {
			from := int(taken) * p.size
			p.f(from, min(p.n, from+p.size))
			p.done.Add(1)
			return true
		}
	}
}

// help makes calls as long as there is work.
func (p *pool) help() {
	defer p.helpers.Add(-1)
	for k := 1; k < spinLimit; k++ {
		if p.take() {
			k = 0
		}
		if k%1024 == 0 {
			runtime.Gosched()
		}
	}
}

// share returns a span size, a multiple of unit, that divides n into one span per worker,
// for work with a fixed cost per span.
func (p *pool) share(n, unit int) int {
	return ((n+p.workers-1)/p.workers + unit - 1) / unit * unit
}
