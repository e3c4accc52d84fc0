package commands

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// handFiles is the folder of the files of known answers.
const handFiles = "../../../../features/mindist/testdata"

// goodHand is a valid line of input.
const goodHand = `{"cards":["3S","9S","5S","6S","JS","QS","7S","2S","2H","2D","AS","AH","AD"],"wild":"7"}`

// TestSolveBadLines checks that each bad line is reported with its number and the reason,
// and that the good lines around it are answered.
func TestSolveBadLines(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"no JSON", `cards`, []string{"not JSON"}},
		{"array", `["AS"]`, []string{"array", "object"}},
		{"unknown card", `{"cards":["AS","2S","1X"],"wild":"7"}`, []string{`"cards", card 3`, `"1X"`, "TD"}},
		{"a second copy", `{"cards":["AS","2S","AS"],"wild":"7"}`, []string{"card 3", "AS", "decks 1"}},
		{"long", `{"cards":["` + strings.Repeat("A", 3*maxLine) + `"]}`, []string{"longer than"}},
		{"binary", "\x00\xff\xfe", []string{"not JSON"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errs := program.Run(t, goodHand+"\n\n"+tt.line+"\n"+goodHand, "solve")
			if status != 1 || strings.Count(out, "\n") != 2 {
				t.Errorf("exit status %d and %d answers, want 1 and 2:\n%s", status, strings.Count(out, "\n"), out)
			}
			clitest.WantAll(t, errs, append(tt.want, "line 3:", "1 line was bad")...)
		})
	}
}

// TestSolveOneHand compares a hand on the command line, with symbols and the card turned up, with
// the same hand on standard input.
func TestSolveOneHand(t *testing.T) {
	_, want, _ := program.Run(t, `{"cards":["3S","9S","TD","JK"],"wild":"QC"}`, "solve")
	got := program.Succeed(t, "solve", "--format", "json", "--wild", "Q♣", "♠3", "9♠", "10♦", "jk")
	if got != want || !strings.HasPrefix(got, "{") {
		t.Errorf("answers %q and %q", got, want)
	}
}

// TestSolveAnswersAtOnce checks that answers are written before the end of the input, so that
// a program can ask for one hand at a time.
func TestSolveAnswersAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	hear, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- stream(t.Context(), parseIndianLine, in, out, io.Discard, 2)
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

func TestSolveStreamErrors(t *testing.T) {
	t.Run("reading", func(t *testing.T) {
		var out, errs bytes.Buffer
		in := io.MultiReader(strings.NewReader(goodHand+"\n"), iotest.ErrReader(errors.New("cable cut")))
		if err := stream(t.Context(), parseIndianLine, in, &out, &errs, 1); err == nil || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("error %v, answers %q, want an error and one answer", err, out.String())
		}
		clitest.WantAll(t, errs.String(), "line 2", "cable cut")
	})
	t.Run("writing", func(t *testing.T) {
		r, w := io.Pipe()
		r.CloseWithError(errors.New("disk full"))
		err := stream(t.Context(), parseIndianLine, strings.NewReader(strings.Repeat(goodHand+"\n", 1000)), w, io.Discard, 2)
		must.Fail(t, err, "disk full")
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, _ := io.Pipe() // nothing is ever written
		cancel()
		if err := stream(ctx, parseIndianLine, in, io.Discard, io.Discard, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	})
}

// TestSolveKeepsOrder checks that the same hands give the same bytes with any number of
// workers.
func TestSolveKeepsOrder(t *testing.T) {
	input := must.Get(os.ReadFile(filepath.Join(handFiles, "indian-hands.jsonl")))(t)
	var want bytes.Buffer
	must.Do(t, stream(t.Context(), parseIndianLine, bytes.NewReader(input), &want, io.Discard, 1))
	for _, in := range []io.Reader{bytes.NewReader(input), iotest.HalfReader(bytes.NewReader(input))} {
		var got bytes.Buffer
		must.Do(t, stream(t.Context(), parseIndianLine, in, &got, io.Discard, 7))
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Error("7 workers give different answers than 1")
		}
	}
}

// FuzzSolveText checks that the readable answer to any valid line can be written.
func FuzzSolveText(f *testing.F) {
	f.Add([]byte(goodHand), false)
	f.Add([]byte(`{"cards":["JK","AS","KS"],"wild":"A","decks":3,"printed":20,"gone":["AS","AS"]}`), false)
	f.Add([]byte(`{"cards":["7C","7D","7H","7S","JK","JK","7C","7D","7H","7S","7C","7D","7H","7S"],"wild":"7","decks":3}`), false)
	f.Add([]byte(goodGinHand), true)
	f.Add([]byte(`{"cards":["6C","7C","8C","9C","9D"],"knocker":[["3C","4C","5C"],["9H","9S","9D"]]}`), true)
	f.Fuzz(func(t *testing.T, line []byte, gin bool) {
		parse := parseIndianLine
		if gin {
			parse = parseGinLine
		}
		if h, err := parse(line); err == nil {
			if err := h.writeText(io.Discard); err != nil {
				t.Error(err)
			}
		}
	})
}
