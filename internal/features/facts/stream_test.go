package facts

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"rummygym/internal/must"
)

// solveIndian answers a line.
func solveIndian(line []byte) (any, error) {
	h, err := ParseIndianHand(line)
	if err != nil {
		return nil, err
	}
	return h.Solve(), nil
}

// ignore does nothing about a bad line.
func ignore(error) {}

// TestStreamAnswersAtOnce checks that answers are written before the end of the input, so that
// a program can ask for one hand at a time.
func TestStreamAnswersAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	hear, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Stream(t.Context(), solveIndian, in, out, ignore, 2)
	}()
	answers := bufio.NewReader(hear)
	for range 3 {
		must.Get(io.WriteString(ask, goodHand+"\n"))(t)
		line, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, `{"minscore":35,"minscore_uncapped":35,"mindist":1,`) {
			t.Fatalf("the answer is %q, %v", line, err)
		}
	}
	ask.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestStreamErrors(t *testing.T) {
	t.Run("reading", func(t *testing.T) {
		var out bytes.Buffer
		var bad []error
		in := io.MultiReader(strings.NewReader(goodHand+"\n"), iotest.ErrReader(errors.New("cable cut")))
		if err := Stream(t.Context(), solveIndian, in, &out, func(err error) { bad = append(bad, err) }, 1); err == nil || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("error %v, answers %q, want an error and one answer", err, out.String())
		}
		if len(bad) != 1 {
			t.Fatalf("bad lines %v, want one", bad)
		}
		must.Fail(t, bad[0], "line 2", "cable cut")
	})
	t.Run("writing", func(t *testing.T) {
		r, w := io.Pipe()
		r.CloseWithError(errors.New("disk full"))
		err := Stream(t.Context(), solveIndian, strings.NewReader(strings.Repeat(goodHand+"\n", 1000)), w, ignore, 2)
		must.Fail(t, err, "disk full")
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, _ := io.Pipe() // nothing is ever written
		cancel()
		if err := Stream(ctx, solveIndian, in, io.Discard, ignore, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	})
}

// TestStreamKeepsOrder checks that the same hands give the same bytes with any number of
// workers.
func TestStreamKeepsOrder(t *testing.T) {
	input := must.Get(os.ReadFile("../../../features/mindist/testdata/indian-hands.jsonl"))(t)
	var want bytes.Buffer
	must.Do(t, Stream(t.Context(), solveIndian, bytes.NewReader(input), &want, ignore, 1))
	for _, in := range []io.Reader{bytes.NewReader(input), iotest.HalfReader(bytes.NewReader(input))} {
		var got bytes.Buffer
		must.Do(t, Stream(t.Context(), solveIndian, in, &got, ignore, 7))
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Error("7 workers give different answers than 1")
		}
	}
}
