package main

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"rummygym/env"
	"rummygym/env/game"
)

// abi is the version of the interface, RUMMYGYM_ABI in the header.
const abi = 10

// status is the result of a call, rummygym_status in the header.
type status int32

// The values of status, as in the header.
const (
	statusOK status = iota
	statusInvalid
	statusClosed
	statusIllegal
	statusBusy
	statusInternal
	statusInterrupted
	statusMissing
)

// fault is an error with a given status.
type fault struct {
	status status
	text   string
}

// Error returns the message.
func (f *fault) Error() string { return f.text }

// statusOf returns the status of an error of a call.
func statusOf(err error) status {
	if err == nil {
		return statusOK
	}
	var f *fault
	var illegal *game.IllegalAction
	switch {
	case errors.As(err, &f):
		return f.status
	case errors.Is(err, fs.ErrNotExist):
		return statusMissing
	case errors.Is(err, env.ErrPolicy):
		return statusInternal
	case errors.As(err, &illegal), errors.Is(err, env.ErrEpisodeOver):
		return statusIllegal
	}
	return statusInvalid
}

// guard runs a call and converts a panic into an error.
func guard(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &fault{statusInternal, fmt.Sprintf("internal error of the engine: %v: please report it with the configuration, seed and actions", r)}
		}
	}()
	return call()
}

// library holds the open tables by handle. Handles are not reused.
type library struct {
	mu   sync.Mutex
	last int64
	open map[int64]*tables
}

// add stores new tables and returns their handle.
func (l *library) add(t *tables) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		l.open = map[int64]*tables{}
	}
	l.last++
	l.open[l.last] = t
	return l.last
}

// take returns the tables of a handle, or an error if they are not open.
func (l *library) take(handle int64) (*tables, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.open[handle]; t != nil {
		return t, nil
	}
	if handle > 0 && handle <= l.last {
		return nil, &fault{statusClosed, "these tables are closed: open new ones"}
	}
	return nil, &fault{statusClosed, fmt.Sprintf("there is no handle %d: want one that open returned", handle)}
}

// interrupted is the error of a call that was interrupted, and of later calls that need all tables.
const interrupted = "a call of these tables was interrupted before all of them were done: reset all tables, or load a saved state"

// use runs a call on the tables of a handle. It excludes other calls meanwhile, and it refuses
// tables of which a call was interrupted.
func (l *library) use(handle int64, call func(*tables) error) error {
	return l.mend(handle, func(t *tables) error {
		if t.vector.Stopped() {
			return env.ErrStopped
		}
		return call(t)
	})
}

// mend is use for calls that may bring tables in order again, of which a call was interrupted.
func (l *library) mend(handle int64, call func(*tables) error) error {
	return l.lock(handle, func(t *tables) error {
		if t.sent != nil {
			return &fault{statusBusy, "a step of these tables is under way: receive its results first"}
		}
		return call(t)
	})
}

// lock is mend for calls that are allowed while a step is under way.
func (l *library) lock(handle int64, call func(*tables) error) error {
	t, err := l.take(handle)
	if err != nil {
		return err
	}
	if !t.mu.TryLock() {
		return &fault{statusBusy, "another thread is in a call with these tables: open tables for each thread, or guard the calls by a lock"}
	}
	defer t.mu.Unlock()
	switch {
	case t.closed: // between take and TryLock
		return &fault{statusClosed, "these tables are closed: open new ones"}
	case t.broken != nil:
		return &fault{statusInternal, "these tables are unusable after an earlier error, close them: " + t.broken.Error()}
	}
	err = guard(func() error { return call(t) })
	if err == nil { // return early: the rest allocates
		return nil
	}
	if errors.Is(err, env.ErrStopped) {
		return &fault{statusInterrupted, interrupted}
	}
	if f := (*fault)(nil); errors.As(err, &f) && f.status == statusInternal {
		t.broken = err
	}
	return err
}

// close closes the tables of a handle.
func (l *library) close(handle int64) error {
	t, err := l.take(handle)
	if err != nil {
		return err
	}
	if !t.mu.TryLock() {
		return &fault{statusBusy, "another thread is in a call with these tables: close them when it has returned"}
	}
	defer t.mu.Unlock()
	if t.closed {
		return &fault{statusClosed, "these tables are closed"}
	}
	t.closed = true
	l.mu.Lock()
	delete(l.open, handle)
	l.mu.Unlock()
	return guard(func() error { t.vector.Close(); return nil })
}
