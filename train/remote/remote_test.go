package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/train/remote"
)

// pair returns the players behind a Serve in another goroutine, and a function that ends it.
func pair(t *testing.T, play remote.Play) (*remote.Stream, func() error) {
	t.Helper()
	requests, ask := io.Pipe()
	replies, answer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := remote.Serve(t.Context(), requests, answer, play)
		requests.CloseWithError(io.ErrClosedPipe)
		answer.Close()
		ended <- err
	}()
	return remote.NewStream(replies, ask), func() error { ask.Close(); return <-ended }
}

func Example() {
	requests, ask := io.Pipe()
	replies, answer := io.Pipe()
	go remote.Serve(context.Background(), requests, answer, func(_ context.Context, r remote.Request) ([]byte, error) {
		return bytes.Repeat(r.Shared, int(r.To-r.From)), nil // in earnest, plays games
	})
	players := remote.NewStream(replies, ask)
	if err := players.Ask(remote.Request{Step: 3, From: 2, To: 5, Shared: []byte("net ")}); err != nil {
		panic(err)
	}
	r, err := players.Next(context.Background())
	fmt.Printf("%d: [%d, %d) %s%v\n", r.Step, r.From, r.To, r.Data, err)
	// Output:
	// 3: [2, 5) net net net <nil>
}

func TestStream(t *testing.T) {
	s, end := pair(t, func(_ context.Context, r remote.Request) ([]byte, error) {
		if r.Step == 9 {
			return nil, errors.New("no such step")
		}
		return fmt.Appendf(nil, "%d %d %d %d", r.Step, r.From, r.To, len(r.Shared)), nil
	})
	for i := range int64(3) {
		go s.Ask(remote.Request{Step: i, From: i, To: 2 * i, Shared: make([]byte, 1<<(10*i))})
		r, err := s.Next(t.Context())
		if want := fmt.Sprintf("%d %d %d %d", i, i, 2*i, 1<<(10*i)); err != nil || string(r.Data) != want || r.Step != i || r.From != i || r.To != 2*i {
			t.Fatalf("reply %+v, %v: want %s", r, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
	must.Do(t, s.Ask(remote.Request{Step: 9}))
	if _, err := s.Next(t.Context()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("after an error of the players: %v", err)
	}
	must.Fail(t, end(), "no such step")
}

// TestOtherStream reads what is not a stream of replies.
func TestOtherStream(t *testing.T) {
	for _, text := range []string{"", "hello, world"} {
		if _, err := remote.NewStream(strings.NewReader(text), io.Discard).Next(t.Context()); err == nil {
			t.Errorf("%q is read as replies", text)
		}
	}
}
