package main

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
	solveMaxLine = 1 << 16 // bytes of the longest line taken
	solveBatch   = 64      // lines that one worker solves at a time
)

// A batch is some lines on their way from the reader through a worker to the
// writer.
type batch struct {
	lines []solveText
	out   bytes.Buffer // the answers, a line each
	errs  []error      // what is wrong with the bad lines, in order
	done  chan struct{}
}

// A solveText is one line of input with its number from 1, or why it could not
// be read.
type solveText struct {
	number int
	text   []byte
	err    error
}

// A lineParser reads one hand from a line.
type lineParser func(line []byte) (solved, error)

// solveStream answers every line of in on out, in order, and reports each bad
// line on errs, in its place. It returns an error that counts the bad lines, if
// there were any, after all others have been answered. Empty lines are passed
// over. At any time at most a few batches for each worker are held in memory,
// and answers are written as soon as no more lines are waiting to be read.
func solveStream(ctx context.Context, parse lineParser, in io.Reader, out, errs io.Writer, workers int) error {
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
				b.solve(parse)
			}
		})
	}

	bad := 0
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
		if _, err := b.out.WriteTo(out); err != nil { // no write if there is no answer
			return fmt.Errorf("writing answers: %w", err)
		}
		for _, err := range b.errs {
			fmt.Fprintln(errs, "rummygym: solve:", err)
		}
		bad += len(b.errs)
	}
	pool.Wait()
	switch bad {
	case 0:
		return nil
	case 1:
		return errors.New("1 line was bad; the others are answered")
	}
	return fmt.Errorf("%d lines were bad; the others are answered", bad)
}

// readBatches calls yield with the lines of in, in order, until it returns
// false. A batch ends early when reading on would have to wait for the writer.
func readBatches(in io.Reader, yield func(*batch) bool) {
	r := bufio.NewReaderSize(in, solveMaxLine)
	b := &batch{done: make(chan struct{})}
	for number := 1; ; number++ {
		line, err := r.ReadSlice('\n')
		text := solveText{number: number, text: bytes.TrimSpace(bytes.Clone(line))}
		if err == bufio.ErrBufferFull {
			text = solveText{number: number, err: fmt.Errorf("longer than %d bytes, want one hand a line", solveMaxLine)}
			for err == bufio.ErrBufferFull {
				_, err = r.ReadSlice('\n')
			}
		}
		if err != nil && err != io.EOF {
			text = solveText{number: number, err: fmt.Errorf("reading: %w", err)}
		}
		if text.err != nil || len(text.text) > 0 {
			b.lines = append(b.lines, text)
		}
		if err != nil {
			yield(b)
			return
		}
		if len(b.lines) == solveBatch || r.Buffered() == 0 {
			if !yield(b) {
				return
			}
			b = &batch{done: make(chan struct{})}
		}
	}
}

// solve fills in the answers and errors of the batch and marks it done.
func (b *batch) solve(parse lineParser) {
	defer close(b.done)
	enc := json.NewEncoder(&b.out)
	for _, l := range b.lines {
		err := l.err
		var h solved
		if err == nil {
			h, err = parse(l.text)
		}
		if err == nil {
			err = enc.Encode(h.answer())
		}
		if err != nil {
			b.errs = append(b.errs, fmt.Errorf("line %d: %w", l.number, err))
		}
	}
}
