package env

import "sync"

// pool runs one function on several cores at once, again and again, without
// allocating. The calling goroutine is worker 0.
type pool struct {
	work func(worker int)
	wake []chan struct{} // of workers 1 and up
	done sync.WaitGroup

	mu       sync.Mutex
	panicked any // first panic of a worker in this run
}

// newPool starts workers−1 goroutines that wait for run. Only close ends them.
func newPool(workers int, work func(worker int)) *pool {
	p := &pool{work: work, wake: make([]chan struct{}, workers-1)}
	for i := range p.wake {
		p.wake[i] = make(chan struct{}, 1)
		go p.serve(i+1, p.wake[i])
	}
	return p
}

// run calls work(0) … work(workers−1), each on its own goroutine, and returns
// when all have. A panic in one of them is raised again here.
func (p *pool) run() {
	if len(p.wake) == 0 {
		p.work(0)
		return
	}
	p.done.Add(len(p.wake))
	for _, c := range p.wake {
		c <- struct{}{}
	}
	p.guarded(0)
	p.done.Wait()
	if r := p.panicked; r != nil {
		p.panicked = nil
		panic(r)
	}
}

// serve is the life of worker w, which works whenever wake says so.
func (p *pool) serve(w int, wake <-chan struct{}) {
	for range wake {
		p.guarded(w)
		p.done.Done()
	}
}

// guarded calls work and keeps its panic for run to raise.
func (p *pool) guarded(w int) {
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			if p.panicked == nil {
				p.panicked = r
			}
			p.mu.Unlock()
		}
	}()
	p.work(w)
}

// close ends the goroutines. There must be no run in progress or later.
func (p *pool) close() {
	for _, c := range p.wake {
		close(c)
	}
	p.wake = nil
}
