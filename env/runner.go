package env

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rummygym/env/game"
)

// Errors of [Vector.Send] while a step is under way, and of [Vector.Recv] when none is. Match them
// with errors.Is.
var (
	ErrSent    = errors.New("env: a step was sent and not received: call Recv first")
	ErrNotSent = errors.New("env: no step was sent: call Send first")
)

// Runner steps vectors in the background while their caller does something else: between [Vector.Send] and
// [Vector.Recv] of one vector, the caller chooses the actions of another. Two vectors of N tables then
// keep two cores busy, where one vector of 2N tables leaves a core idle while the caller chooses.
//
// It has a goroutine for each core but the caller's, from the first Send until Close. They take
// the shares that were sent first, and poll for the next ones a while before they sleep.
// The zero value is ready to use, by any number of callers.
type Runner struct {
	mu      sync.Mutex
	vectors atomic.Pointer[[]*Vector] // those that have sent a step and are not closed
	wake    []chan struct{}           // one per goroutine

	awake atomic.Int64  // number of goroutines that work or poll
	turns atomic.Uint64 // number of steps sent
}

// flight is the step that a runner makes for a vector.
type flight struct {
	runner *Runner
	under  bool          // between Send and Recv
	turn   atomic.Uint64 // lower for steps sent earlier
	next   atomic.Int64  // the next share to claim; the number of shares or more if none is left
	done   atomic.Int64  // number of shares finished
}

// Send begins a [Vector.Step] on the goroutines of r and returns at once; Recv ends it. Until then v must not be
// used in another way, except that Close waits for the step, and neither must actions and out. An
// action that is not legal gives the error of Step from Send, and no table changes. The results are
// those of Step. A Vector must send to one Runner only.
func (v *Vector) Send(r *Runner, actions []game.Action, out *Arrays) error {
	f := &v.flight
	if f.under {
		return ErrSent
	}
	if err := v.prepare(nil, actions, out); err != nil {
		return err
	}
	v.begin()
	if f.runner == nil {
		f.next.Store(v.pool.shares)
		r.add(v)
	}
	f.under = true
	f.done.Store(0)
	f.turn.Store(r.turns.Add(1))
	f.next.Store(0) // from here the shares can be claimed
	rouse(&r.awake, r.wake)
	return nil
}

// Recv waits for the step that Send began, and returns its error as Step does. While it waits it works too:
// on this step first, and then on those of other vectors.
func (v *Vector) Recv() error {
	if !v.flight.under {
		return ErrNotSent
	}
	v.land()
	v.pool.repanic()
	return v.end()
}

// land ends the step that is under way, if there is one.
func (v *Vector) land() {
	f := &v.flight
	if !f.under {
		return
	}
	for v.claim(true) {
	}
	for n := 0; f.done.Load() < v.pool.shares; n++ {
		if f.runner.help() {
			n = 0
		} else if n >= looks {
			time.Sleep(nap)
			v.halt.look()
		}
	}
	f.under = false
}

// mustRest panics between Send and Recv.
func (v *Vector) mustRest() {
	if v.flight.under {
		panic("env: use of a Vector between Send and Recv")
	}
}

// claim works on a share of the step that is under way, and reports whether there was one left.
func (v *Vector) claim(caller bool) bool {
	f := &v.flight
	if f.next.Load() >= v.pool.shares {
		return false
	}
	s := f.next.Add(1) - 1
	if s >= v.pool.shares {
		return false
	}
	v.pool.guarded(int(s), caller)
	f.done.Add(1)
	return true
}

// help works on a share of the step that was sent first, and reports whether there was one.
func (r *Runner) help() bool {
	var first *Vector
	var turn uint64
	for _, v := range *r.vectors.Load() {
		if t := v.flight.turn.Load(); v.flight.next.Load() < v.pool.shares && (first == nil || t < turn) {
			first, turn = v, t
		}
	}
	return first != nil && first.claim(false)
}

// serve is the loop of a goroutine, which works after each receive from wake, and then until it has
// polled for mostLinger without finding work.
func (r *Runner) serve(wake <-chan struct{}) {
	for range wake {
		r.awake.Add(1)
		for end := time.Now().Add(mostLinger); time.Now().Before(end); {
			for range polls {
				if r.help() {
					end = time.Now().Add(mostLinger)
				}
			}
		}
		r.awake.Add(-1)
		for r.help() { // what was sent when rouse took this goroutine to be awake
		}
	}
}

// add lets the goroutines find v. With the first vector it starts them.
func (r *Runner) add(v *Vector) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v.flight.runner = r
	old := r.vectors.Load()
	if old == nil {
		old = new([]*Vector)
	}
	vectors := append(slices.Clone(*old), v)
	if r.vectors.Swap(&vectors) != nil {
		return
	}
	for range runtime.GOMAXPROCS(0) - 1 {
		c := make(chan struct{}, 1)
		r.wake = append(r.wake, c)
		go r.serve(c)
	}
}

// remove hides v from the goroutines.
func (r *Runner) remove(v *Vector) {
	r.mu.Lock()
	defer r.mu.Unlock()
	vectors := slices.DeleteFunc(slices.Clone(*r.vectors.Load()), func(o *Vector) bool { return o == v })
	r.vectors.Store(&vectors)
}

// Close ends the goroutines. The vectors must have been closed. The Runner must not be used after that.
func (r *Runner) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.wake {
		close(c)
	}
	r.wake = nil
}
