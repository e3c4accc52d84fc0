package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"

	"rummygym/internal/web/engine"
)

const (
	maxTables = 5   // that a person may open at once: browsers open six connections to a server, and the last one is for requests
	maxAll    = 250 // of all people, known by their addresses
	maxQueue  = 8   // requests of a table that wait
)

// tables holds a table for each stream of events. They are closed with their streams.
type tables struct {
	agents map[string][]string

	mu   sync.Mutex
	open map[string]*table
	all  sync.WaitGroup // the engines
}

// table is the engine of a tab.
type table struct {
	host     string // address of the person
	requests chan []byte
	answers  chan []byte
	done     chan struct{} // closed when the engine is
}

func newTables(agents map[string][]string) *tables {
	return &tables{agents: agents, open: map[string]*table{}}
}

// add opens a table that lives as long as the context. It returns false if there are too many of all or of the host.
func (ts *tables) add(ctx context.Context, host string) (name string, t *table, ok bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	own := 0
	for _, t := range ts.open {
		if t.host == host {
			own++
		}
	}
	if own >= maxTables || len(ts.open) >= maxAll {
		return "", nil, false
	}
	t = &table{host, make(chan []byte, maxQueue), make(chan []byte), make(chan struct{})}
	name = rand.Text()
	ts.open[name] = t
	ts.all.Go(func() {
		t.run(ctx, ts.agents)
		ts.mu.Lock()
		delete(ts.open, name)
		ts.mu.Unlock()
		close(t.done)
	})
	return name, t, true
}

// run answers requests until the context ends.
func (t *table) run(ctx context.Context, agents map[string][]string) {
	e := engine.New(engine.Config{Agents: agents})
	defer e.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-t.requests:
			e.Do(ctx, r, func(answer []byte) {
				select {
				case <-ctx.Done():
				case t.answers <- answer:
				}
			})
		}
	}
}

// stream opens a table and writes its answers as server-sent events: first one of the type table with
// its name, for ask.
func (ts *tables) stream(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	name, t, ok := ts.add(ctx, host)
	if !ok {
		w.Header().Set("Retry-After", "10")
		http.Error(w, fmt.Sprintf("%d tables are open, the maximum for one address (%d for all): close a tab, or wait for the end of a review", maxTables, maxAll), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	send := func(format string, data any) bool {
		_, err := fmt.Fprintf(w, format, data)
		return err == nil && out.Flush() == nil
	}
	ok = send("event: table\ndata: %s\n\n", name)
	for ok {
		select {
		case <-ctx.Done():
			return
		case a := <-t.answers: // JSON without line breaks
			ok = send("data: %s\n\n", a)
		}
	}
}

// ask passes a request to its table. The answer comes by the stream.
func (ts *tables) ask(w http.ResponseWriter, r *http.Request) {
	ts.mu.Lock()
	t := ts.open[r.URL.Query().Get("table")]
	ts.mu.Unlock()
	if t == nil {
		http.Error(w, "there is no such table: its tab was closed", http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		http.Error(w, fmt.Sprintf("the request has more than %d bytes", maxBody), http.StatusRequestEntityTooLarge)
		return
	case err != nil:
		return // the reader is gone
	}
	select {
	case t.requests <- body:
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Error(w, "too many requests wait at this table", http.StatusTooManyRequests)
	}
}

// wait waits until all engines are closed, or the context ends: a search may take long.
func (ts *tables) wait(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		ts.all.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
