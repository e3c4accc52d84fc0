package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"rummygym/internal/must"
)

func TestHandles(t *testing.T) {
	var l library
	none := func(*tables) error { t.Error("called"); return nil }
	for _, handle := range []int64{0, 1, -1, 1 << 60} {
		mustRefuse(t, "use of an unknown handle", l.use(handle, none), statusClosed, "no handle")
		mustRefuse(t, "close of an unknown handle", l.close(handle), statusClosed, "no handle")
	}
	one, two := l.add(open(t, `{"game":"gin"}`)), l.add(open(t, `{"game":"indian"}`))
	if one == two || one <= 0 {
		t.Fatalf("handles %d and %d", one, two)
	}
	must.Do(t, l.close(one))
	mustRefuse(t, "use after close", l.use(one, none), statusClosed, "are closed")
	mustRefuse(t, "second close", l.close(one), statusClosed, "are closed")
	if three := l.add(open(t, `{"game":"gin"}`)); three == one || three == two {
		t.Errorf("handle %d was reused", three)
	}
	if err := l.use(two, func(s *tables) error { return nil }); err != nil {
		t.Error(err)
	}
}

// A panic of the engine becomes an error. The tables are then unusable, except that
// they can be closed.
func TestPanicIsAnError(t *testing.T) {
	var l library
	s := open(t, `{"game":"gin"}`)
	handle := l.add(s)
	s.vector.Close() // the next reset panics
	a := s.newArrays()
	call := func(s *tables) error { return s.reset([]uint64{1, 2, 3}, nil, a) }
	mustRefuse(t, "call that panics", l.use(handle, call), statusInternal, "use of a closed Vector")
	mustRefuse(t, "call after it", l.use(handle, func(*tables) error { t.Error("called"); return nil }), statusInternal, "unusable after an earlier error")
	if err := l.close(handle); err != nil {
		t.Error(err)
	}
}

// Only one thread at a time can be in a call with the same tables. A second one gets
// statusBusy.
func TestThreads(t *testing.T) {
	var l library
	s := open(t, `{"game":"gin","num_envs":64,"workers":2}`)
	handle, a := l.add(s), s.newArrays()
	must.Do(t, l.use(handle, func(s *tables) error { return s.reset(make([]uint64, 192), nil, a) }))
	inside, finish := make(chan bool), make(chan bool)
	go l.use(handle, func(*tables) error { inside <- true; <-finish; return nil })
	<-inside
	mustRefuse(t, "a second thread", l.use(handle, func(*tables) error { t.Error("called"); return nil }), statusBusy, "another thread")
	mustRefuse(t, "close by a second thread", l.close(handle), statusBusy, "another thread")
	close(finish)

	var wait sync.WaitGroup
	var busy, done atomic.Int64
	for range 4 {
		wait.Go(func() {
			for range 200 {
				switch err := l.use(handle, func(s *tables) error { return s.reset(nil, nil, a) }); statusOf(err) {
				case statusOK:
					done.Add(1)
				case statusBusy:
					busy.Add(1)
				default:
					t.Error(err)
				}
				runtime.Gosched()
			}
		})
	}
	wait.Wait()
	if done.Load() == 0 {
		t.Errorf("%d calls done, %d refused, want at least 1 done", done.Load(), busy.Load())
	}
	if err := l.close(handle); err != nil {
		t.Error(err)
	}
}
