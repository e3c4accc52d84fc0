// Package remote lets other processes play the games of a learner. The learner has a [Players], and
// each of the others runs [Serve]. In between, a scheduler moves [Request] and [Reply]. Both are rows
// of Arrow streams:
//
//	learner ── Ask: step, from, to, shared ──> whoever shares [from, to) among actors ──> Serve
//	learner <── Next: step, from, to, data ─────────────────────────────────────────────── Serve
//
// What shared and data hold is between the learner and its actors, who run the same program with the
// same settings. The package knows no game and no network.
package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/internal/arrowfile"
)

// Request asks for the units [From, To) of work, such as games, of a step.
type Request struct {
	Step, From, To int64
	Shared         []byte // what all units of the step depend on
}

// Reply is the result of the units [From, To) of a step.
type Reply struct {
	Step, From, To int64
	Data           []byte
}

// Players plays elsewhere. It is used from one goroutine.
type Players interface {
	// Ask asks for units. It does not wait for them.
	Ask(Request) error

	// Next returns the result of units that were asked for: of any part of them, in any order, each
	// once.
	Next(context.Context) (Reply, error)
}

// Play plays the units of a request.
type Play func(context.Context, Request) ([]byte, error)

// The schemas of the streams. In a request, a null is the shared value of the request before.
var (
	Requests = schema("shared")
	Replies  = schema("data")
)

func schema(last string) *arrow.Schema {
	number := arrow.PrimitiveTypes.Int64
	return arrow.NewSchema([]arrow.Field{
		{Name: "step", Type: number}, {Name: "from", Type: number}, {Name: "to", Type: number},
		{Name: last, Type: arrow.BinaryTypes.LargeBinary, Nullable: true},
	}, nil)
}

// Stream is [Players] behind two streams.
type Stream struct {
	out *ipc.Writer

	mu      sync.Mutex
	replies []Reply       // read and not returned
	err     error         // the end of the replies
	more    chan struct{} // holds a value if replies or err may have changed
}

// NewStream returns a Stream that writes [Requests] and reads [Replies]. It reads ahead, so that players
// never wait for a learner that asks or learns.
func NewStream(replies io.Reader, requests io.Writer) *Stream {
	s := &Stream{out: ipc.NewWriter(requests, ipc.WithSchema(Requests)), more: make(chan struct{}, 1)}
	go func() {
		err := each(replies, Replies, func(r row) error {
			s.add(nil, Reply{r.step, r.from, r.to, r.bytes})
			return nil
		})
		s.add(fmt.Errorf("remote: the players ended: %w", cmp.Or(err, io.ErrUnexpectedEOF)))
	}()
	return s
}

// add adds replies, or the error that ends them.
func (s *Stream) add(err error, replies ...Reply) {
	s.mu.Lock()
	s.replies, s.err = append(s.replies, replies...), err
	s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// take returns the next reply, or the error that ends them.
func (s *Stream) take() (r Reply, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replies) == 0 {
		return Reply{}, s.err != nil, s.err
	}
	r, s.replies = s.replies[0], s.replies[1:]
	return r, true, nil
}

// Ask writes a request.
func (s *Stream) Ask(r Request) error {
	return write(s.out, Requests, row{r.Step, r.From, r.To, r.Shared})
}

// Next returns the next reply. At the end of the stream the error is io.ErrUnexpectedEOF.
func (s *Stream) Next(ctx context.Context) (Reply, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Reply{}, err
		}
		if r, ok, err := s.take(); ok {
			return r, err
		}
		select {
		case <-ctx.Done():
		case <-s.more:
		}
	}
}

// Serve reads [Requests], plays them one after another, and writes [Replies], until the end of the
// requests or an error.
func Serve(ctx context.Context, requests io.Reader, replies io.Writer, play Play) error {
	out := ipc.NewWriter(replies, ipc.WithSchema(Replies))
	var shared []byte
	err := each(requests, Requests, func(r row) error {
		if r.bytes != nil {
			shared = r.bytes
		}
		data, err := play(ctx, Request{r.step, r.from, r.to, shared})
		if err != nil {
			return err
		}
		return write(out, Replies, row{r.step, r.from, r.to, data})
	})
	return errors.Join(err, out.Close())
}

// row is a row of a stream.
type row struct {
	step, from, to int64
	bytes          []byte // nil: null
}

// write writes a batch of one row.
func write(w *ipc.Writer, s *arrow.Schema, r row) error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, s)
	defer b.Release()
	for i, v := range []int64{r.step, r.from, r.to} {
		b.Field(i).(*array.Int64Builder).Append(v)
	}
	b.Field(3).(*array.BinaryBuilder).Append(r.bytes)
	rec := b.NewRecord()
	defer rec.Release()
	if err := w.Write(rec); err != nil {
		return fmt.Errorf("remote: %w", err)
	}
	return nil
}

// each calls f for the rows of a stream.
func each(in io.Reader, s *arrow.Schema, f func(row) error) (err error) {
	defer arrowfile.Fence(&err)
	r, err := ipc.NewReader(in, ipc.WithSchema(s))
	if err != nil {
		return fmt.Errorf("remote: %w", err)
	}
	defer r.Release()
	for r.Next() {
		rec := r.Record()
		columns := [3]*array.Int64{}
		for i := range columns {
			columns[i] = rec.Column(i).(*array.Int64)
		}
		values := rec.Column(3).(*array.LargeBinary)
		for i := range int(rec.NumRows()) {
			var bytes []byte
			if values.IsValid(i) {
				bytes = append([]byte{}, values.Value(i)...)
			}
			if err := f(row{columns[0].Value(i), columns[1].Value(i), columns[2].Value(i), bytes}); err != nil {
				return err
			}
		}
	}
	if err := r.Err(); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("remote: %w", err)
	}
	return nil
}
