package commands

import (
	"io"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

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
		{"long", `{"cards":["` + strings.Repeat("A", 3<<16) + `"]}`, []string{"longer than"}},
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
