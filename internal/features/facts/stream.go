package facts

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

const (
	maxLine   = 1 << 16 // maximum length of a line, in bytes
	batchSize = 64      // number of lines that a worker solves at a time
)

// An inputLine is one line of input with its number, counted from 1, and its answer, or the error of
// reading or answering it.
type inputLine struct {
	number       int
	text, answer []byte
	err          error
}

// Stream answers the lines of in, in order. It writes the answer to a line, which solve returns, as a line of
// JSON to out, and calls bad with the error of a bad line, which begins with the number of the line, from 1.
// Empty lines are skipped; a line has at most 65,536 bytes. If there were bad lines, it returns an error that
// counts them after all other lines have been answered. Several workers call solve at once. Stream
// holds at most a few batches of lines per worker in memory, and writes answers as soon as no more lines
// are waiting to be read.
func Stream(ctx context.Context, solve func(line []byte) (answer any, err error), in io.Reader, out io.Writer, bad func(error), workers int) error {
	batches := make(chan []inputLine)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(batches)
		readBatches(in, workers*batchSize, func(lines []inputLine) bool {
			select {
			case batches <- lines:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	refused := 0
	for {
		var lines []inputLine
		select {
		case <-ctx.Done():
			return ctx.Err()
		case lines = <-batches:
		}
		if lines == nil {
			break
		}
		var pool sync.WaitGroup
		for part := range slices.Chunk(lines, batchSize) {
			pool.Go(func() {
				for i := range part {
					part[i].solve(solve)
				}
			})
		}
		pool.Wait()
		var answers bytes.Buffer
		for _, l := range lines {
			answers.Write(l.answer)
			if l.err != nil {
				refused++
				bad(fmt.Errorf("line %d: %w", l.number, l.err))
			}
		}
		if _, err := answers.WriteTo(out); err != nil { // does not write if there is no answer
			return fmt.Errorf("writing answers: %w", err)
		}
	}
	switch refused {
	case 0:
		return nil
	case 1:
		return errors.New("1 line was bad; the others were answered")
	}
	return fmt.Errorf("%d lines were bad; the others were answered", refused)
}

// readBatches calls yield with up to most lines of in that are not empty, in order, until yield returns
// false. A batch ends early when no further input is buffered.
func readBatches(in io.Reader, most int, yield func([]inputLine) bool) {
	r := bufio.NewReaderSize(in, maxLine)
	var lines []inputLine
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
			lines = append(lines, text)
		}
		if len(lines) > 0 && (err != nil || len(lines) == most || r.Buffered() == 0) {
			if !yield(lines) {
				return
			}
			lines = nil
		}
		if err != nil {
			return
		}
	}
}

// solve answers the line, if it was read.
func (l *inputLine) solve(solve func(line []byte) (any, error)) {
	var answer any
	if l.err == nil {
		answer, l.err = solve(l.text)
	}
	if l.err == nil {
		l.answer, l.err = json.Marshal(answer)
		l.answer = append(l.answer, '\n')
	}
}
