package analysis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

const (
	maxLine   = 1 << 16 // maximum length of a line, in bytes
	batchSize = 64      // number of lines that a worker solves at a time
)

// A batch is a group of lines that passes from the reader through a worker to the writer.
type batch struct {
	lines []inputLine
	out   bytes.Buffer  // the answers, one per line
	errs  []error       // errors of the bad lines, in order
	done  chan struct{} // closed when the batch is solved
}

// An inputLine is one line of input with its number, counted from 1, or the error of
// reading it.
type inputLine struct {
	number int
	text   []byte
	err    error
}

// Stream answers the lines of in, in order. It writes the answer to a line, which solve returns, as a line of
// JSON to out, and calls bad with the error of a bad line, which begins with the number of the line, from 1.
// Empty lines are skipped; a line has at most 65,536 bytes. If there were bad lines, it returns an error that
// counts them after all other lines have been answered. Several workers call solve at once. Stream
// holds at most a few batches of lines per worker in memory, and writes answers as soon as no more lines
// are waiting to be read.
func Stream(ctx context.Context, solve func(line []byte) (answer any, err error), in io.Reader, out io.Writer, bad func(error), workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *batch)
	order := make(chan *batch, 2*workers)
	go func() {
		defer close(work)
		defer close(order)
		readBatches(in, func(b *batch) bool {
			for _, to := range []chan *batch{order, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	}()
	var pool sync.WaitGroup
	for range workers {
		pool.Go(func() {
			for b := range work {
				b.solve(solve)
			}
		})
	}

	refused := 0
	for {
		var b *batch
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b = <-order:
		}
		if b == nil {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.done:
		}
		if _, err := b.out.WriteTo(out); err != nil { // does not write if there is no answer
			return fmt.Errorf("writing answers: %w", err)
		}
		for _, err := range b.errs {
			bad(err)
		}
		refused += len(b.errs)
	}
	pool.Wait()
	switch refused {
	case 0:
		return nil
	case 1:
		return errors.New("1 line was bad; the others were answered")
	}
	return fmt.Errorf("%d lines were bad; the others were answered", refused)
}

// readBatches calls yield with batches of the lines of in, in order, until yield returns
// false. A batch ends early when no further input is buffered.
func readBatches(in io.Reader, yield func(*batch) bool) {
	r := bufio.NewReaderSize(in, maxLine)
	b := &batch{done: make(chan struct{})}
	for number := 1; ; number++ {
		line, err := r.ReadSlice('\n')
		text := inputLine{number: number, text: bytes.TrimSpace(bytes.Clone(line))}
		if err == bufio.ErrBufferFull {
			text = inputLine{number: number, err: fmt.Errorf("longer than %d bytes: want one hand per line", maxLine)}
			for err == bufio.ErrBufferFull {
				_, err = r.ReadSlice('\n')
			}
		}
		if err != nil && err != io.EOF {
			text = inputLine{number: number, err: fmt.Errorf("reading: %w", err)}
		}
		if text.err != nil || len(text.text) > 0 {
			b.lines = append(b.lines, text)
		}
		if err != nil {
			yield(b)
			return
		}
		if len(b.lines) == batchSize || r.Buffered() == 0 {
			if !yield(b) {
				return
			}
			b = &batch{done: make(chan struct{})}
		}
	}
}

// solve fills in the answers and errors of the batch and marks it done.
func (b *batch) solve(solve func(line []byte) (any, error)) {
	defer close(b.done)
	enc := json.NewEncoder(&b.out)
	for _, l := range b.lines {
		err := l.err
		var answer any
		if err == nil {
			answer, err = solve(l.text)
		}
		if err == nil {
			err = enc.Encode(answer)
		}
		if err != nil {
			b.errs = append(b.errs, fmt.Errorf("line %d: %w", l.number, err))
		}
	}
}
