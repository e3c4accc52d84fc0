package env

import (
	"errors"
	"sync/atomic"
	"time"
)

// ErrStopped is the error of a call of a [Vector] that VectorConfig.Stop ended. Match it with
// errors.Is.
var ErrStopped = errors.New("env: the call was stopped before all tables were done: reset all tables, or restore saved ones")

// halt ends the work of a call early. Its ask is VectorConfig.Stop.
type halt struct {
	ask     func() bool
	stopped atomic.Bool

	ticks uint      // of the goroutine of the caller
	due   time.Time // of the next question in this call; zero until the first tick that looks at the clock
}

// pause is the time between two questions. ticksPerLook is the number of tables, or moves of slow
// agents, between two looks at the clock: by BenchmarkVector a look at each table would take a
// twentieth of the time of a step.
const (
	pause        = 100 * time.Millisecond
	ticksPerLook = 8
)

// begin prepares for a call.
func (h *halt) begin() {
	h.stopped.Store(false)
	h.due = time.Time{}
}

// reached reports whether the work is to end. The goroutine of the caller asks if it is time.
func (h *halt) reached(caller bool) bool {
	if caller && h.ask != nil {
		if h.ticks++; h.ticks%ticksPerLook == 0 {
			h.look()
		}
	}
	return h.stopped.Load()
}

// look asks if it is time. Only the goroutine of the caller calls it.
func (h *halt) look() {
	switch now := time.Now(); {
	case h.ask == nil || h.stopped.Load():
	case h.due.IsZero():
		h.due = now.Add(pause)
	case now.After(h.due):
		if h.ask() {
			h.stopped.Store(true)
		}
		h.due = time.Now().Add(pause)
	}
}
