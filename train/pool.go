package train

import (
	"sync"
	"sync/atomic"
)

// pool shares work among goroutines that live for one call.
type pool struct{ workers int }

// do calls f(0) to f(n-1), each once, at the same time as the number of workers
// allows, and returns when all are done.
func (p pool) do(n int, f func(i int)) {
	if p.workers < 2 || n < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	for range min(p.workers, n) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// spans calls f for 0:n in spans of at most size, as do.
func (p pool) spans(n, size int, f func(from, to int)) {
	p.do((n+size-1)/size, func(i int) { f(i*size, min(n, (i+1)*size)) })
}
