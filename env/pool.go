package env

import (
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
// so that the caller waits only for shares in progress. After a run a worker stays awake for
// a while and polls for the next one. Tasks that are too short to wake it are shared only with
// a worker that is awake, or may be awake from now on, because the runs follow each other
// closely. Where that gains nothing, because the other cores are busy with other programs and
// the system preempts a worker in the middle of a share, the caller works alone for a time.
type pool struct {
	work   func(share int, caller bool) // caller: on the goroutine of the caller
	idle   func()                       // called again and again while the caller waits; may be nil
	shares int64
	wake   []chan struct{}  // one per goroutine other than the caller's
	now    func() time.Time // time.Now, except in tests

	queues []queue // of the caller, and of each other goroutine

	done  atomic.Int64 // number of shares finished in this run
	busy  atomic.Int64 // nanoseconds of work of all goroutines in this run
	awake atomic.Int64 // number of goroutines that work or poll

	linger atomic.Int64 // nanoseconds that a goroutine polls for the next run before it sleeps

	size  time.Duration // expected work of a run, from the last runs
	ended time.Time     // end of the last run
	trial trial         // the last short runs that were shared
	alone int           // short runs that the caller does alone from now on
	rest  int           // value of alone after the next trial that gains nothing

	mu       sync.Mutex
	panicked any // first panic of this run
}

// trial is short runs that were shared: their number, and the work and the time of those that
// began with a worker awake. The first ones wake it.
type trial struct {
	runs       int
	work, took time.Duration
}

// queue is the shares that one goroutine claims before those of others: the same in each run,
// because their memory is in the cache of its core.
type queue struct {
	first, end int64
	next       atomic.Int64 // the next share to claim; end or more between runs
	_          [5]int64     // the next queue is in another cache line
}

// quick is the maximum work for which the caller does not wake a worker that sleeps, unless
// runs follow each other closely. Tests set it to 0.
//
// By BenchmarkPool on two cores of an AMD EPYC, both busy with other programs, waking took
// 30 µs more than working alone, for all sizes: 33 % more at 90 µs, 17 % at 180 µs,
// 10 % at 350 µs. When the second core was free, sharing took a third less than working
// alone, from 180 µs. So from 200 µs waking gains more than it costs. It was not measured
// on an idle machine, nor on more than two cores.
var quick = 200 * time.Microsecond

const (
	// least is the work that is shared with workers that are awake: some ten times what
	// they need to see it and to tell that they are done.
	least = 10 * time.Microsecond

	// A worker polls for the next run as long as a run works, but within these limits, and
	// then sleeps: so polling at most doubles the processor time of a run, and a caller
	// that chooses actions at random is back by then.
	leastLinger = 50 * time.Microsecond
	mostLinger  = 500 * time.Microsecond

	// trialRuns is the number of runs of a trial, and the minimum of rest; mostRest is its
	// maximum.
	trialRuns = 16
	mostRest  = 1024
)

// The caller polls for the end of a run. After this number of polls, some tens of
// microseconds, it sleeps between them, so that the workers can use its core. Before, it does
// not yield: a goroutine that C called has a thread of its own, and is slow to get back to it.
const (
	looks = 50_000
	nap   = 20 * time.Microsecond
)

// polls is the number of polls of a worker between two looks at the clock.
const polls = 200

// newPool starts workers−1 goroutines that wait for run. run calls work with each number
// in [0, shares). Only close ends the goroutines.
func newPool(workers, shares int, work func(share int, caller bool)) *pool {
	p := &pool{work: work, shares: int64(shares), wake: make([]chan struct{}, workers-1), now: time.Now, size: quick + 1, rest: trialRuns}
	p.queues = make([]queue, workers)
	for i := range p.queues {
		q := &p.queues[i]
		q.first, q.end = int64(shares*i/workers), int64(shares*(i+1)/workers)
		q.next.Store(q.end)
	}
	for i := range p.wake {
		p.wake[i] = make(chan struct{}, 1)
		go p.serve(i+1, p.wake[i])
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
			p.guarded(int(s), true)
		}
	}
	p.repanic()
}

// repanic panics with the first panic of a share.
func (p *pool) repanic() {
	if r := p.panicked; r != nil {
		p.panicked = nil
		panic(r)
	}
}

// together runs all shares, with the other goroutines if that is worth it.
func (p *pool) together() {
	p.done.Store(0)
	p.busy.Store(0)
	start := p.now()
	long := p.size > quick
	awake := p.awake.Load() > 0
	soon := p.size > least && (awake || start.Sub(p.ended) < time.Duration(p.linger.Load()))
	if long || soon && p.alone == 0 {
		p.share()
		p.ended = p.now()
		if !long {
			p.judge(awake, p.ended.Sub(start))
		}
	} else {
		p.alone = max(p.alone-1, 0)
		for s := range p.shares {
			p.guarded(int(s), true)
		}
		p.ended = p.now()
		p.busy.Store(int64(p.ended.Sub(start)))
	}
	// The size at most doubles: if the system has preempted a goroutine, the measured
	// time is not that of the work.
	p.size = min(time.Duration(p.busy.Load()), 2*p.size+quick/16)
	p.linger.Store(int64(min(max(p.size, leastLinger), mostLinger)))
}

// judge counts a short run that was shared and that took the given time. After some of them it
// decides whether the next ones are shared.
func (p *pool) judge(awake bool, took time.Duration) {
	t := &p.trial
	t.runs++
	if awake {
		t.work += time.Duration(p.busy.Load())
		t.took += took
	}
	if t.runs < trialRuns {
		return
	}
	if 4*t.work > 5*t.took {
		p.rest = trialRuns
	} else {
		p.alone = p.rest
		p.rest = min(2*p.rest, mostRest)
	}
	*t = trial{}
}

// share runs all shares with the other goroutines.
func (p *pool) share() {
	for i := range p.queues {
		q := &p.queues[i]
		q.next.Store(q.first) // from here its shares can be claimed
	}
	rouse(&p.awake, p.wake)
	p.claim(0)
	for n := 0; p.done.Load() < p.shares; n++ {
		if n >= looks {
			time.Sleep(nap)
			if p.idle != nil {
				p.idle()
			}
		}
	}
}

// rouse wakes the goroutines that receive from wake, unless all are awake.
func rouse(awake *atomic.Int64, wake []chan struct{}) {
	if awake.Load() < int64(len(wake)) {
		for _, c := range wake {
			select {
			case c <- struct{}{}:
			default: // not yet awake from an earlier run
			}
		}
	}
}

// serve is the loop of goroutine w, which works after each receive from wake, and then as
// long as the next run follows soon.
func (p *pool) serve(w int, wake <-chan struct{}) {
	for range wake {
		p.awake.Add(1)
		for more := true; more; more = p.await(w) {
			p.claim(w)
		}
		p.awake.Add(-1)
	}
}

// await polls for the next run, as goroutine w, and reports whether there is one soon.
func (p *pool) await(w int) bool {
	for end := p.now().Add(time.Duration(p.linger.Load())); ; {
		for range polls {
			if q := &p.queues[w]; q.next.Load() < q.end {
				return true
			}
		}
		if p.now().After(end) {
			return false
		}
	}
}

// claim runs one share after the other until all are claimed, as goroutine w: those of its own
// queue first.
func (p *pool) claim(w int) {
	start := p.now()
	for i := range p.queues {
		q := &p.queues[(w+i)%len(p.queues)]
		for s := q.next.Add(1) - 1; s < q.end; s = q.next.Add(1) - 1 {
			p.guarded(int(s), w == 0)
			now := p.now()
			p.busy.Add(int64(now.Sub(start)))
			p.done.Add(1)
			start = now
		}
	}
}

// guarded runs a share and keeps its panic for run.
func (p *pool) guarded(share int, caller bool) {
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			if p.panicked == nil {
				p.panicked = r
			}
			p.mu.Unlock()
		}
	}()
	p.work(share, caller)
}

// close ends the goroutines. There must be no run in progress or later.
func (p *pool) close() {
	for _, c := range p.wake {
		close(c)
	}
	p.wake = nil
}
