package foreign

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
)

// TestEAAILog reads four matches that the framework has printed. In two of them a player forfeits; after each of these another
// program prints a line.
func TestEAAILog(t *testing.T) {
	text := string(must.Get(os.ReadFile("testdata/eaai.log"))(t))
	all := must.Get(EAAILog([]byte(text), "GinRummyMatch-v1"))(t)
	var scores, winners []string
	kinds := map[string]int{}
	for _, rec := range all {
		check(t, rec, gameOf(t, rec))
		for _, e := range rec.Events {
			switch kinds[string(e.Type)+string(e.Ending)]++; e.Type {
			case record.Score:
				scores = append(scores, fmt.Sprintf("0\t%d\n1\t%d\n", e.Scores[0], e.Scores[1]))
			case record.End:
				winners = append(winners, fmt.Sprintf("Player %d wins", e.Winner))
			}
		}
	}
	must.Equal(t, scores, regexp.MustCompile(`0\t\d+\n1\t\d+\n`).FindAllString(text, -1), "the scores after each hand")
	must.Equal(t, winners, regexp.MustCompile(`Player . wins`).FindAllString(text, -1), "the winners")
	must.Equal(t, kinds["lay-off"], strings.Count(text, "lays off"), "the lay-offs")
	if len(all) != 4 || !all[1].Over() || all[2].Over() || all[3].Over() {
		t.Errorf("%d matches, want 2 with an end and 2 that are forfeited", len(all))
	}
	for _, kind := range []string{"scoreknock", "scoregin", "scoreundercut", "scorevoid"} {
		if kinds[kind] == 0 {
			t.Errorf("no event %s", kind)
		}
	}
}

// TestEAAILogCut reads logs that end after each line of the first hands, with the line ends of Windows.
func TestEAAILogCut(t *testing.T) {
	lines := strings.SplitAfter(string(must.Get(os.ReadFile("testdata/eaai.log"))(t)), "\n")
	first := 0 // lines of a deal, which has no record until it is whole
	for n := range 200 {
		all, err := EAAILog([]byte(strings.ReplaceAll(strings.Join(lines[:n], ""), "\n", "\r\n")), "x")
		if err != nil {
			first++
			continue
		}
		check(t, all[0], gameOf(t, all[0]))
	}
	deals := strings.Count(strings.Join(lines[:200], ""), "Player 0 is dealt")
	if want := 1 + 3*deals; first != want {
		t.Errorf("%d logs have errors, want %d for %d deals", first, want, deals)
	}
}

func TestEAAILogErrors(t *testing.T) {
	text := string(must.Get(os.ReadFile("testdata/eaai.log"))(t))
	for _, c := range []struct{ old, next, want string }{
		{"Player 0 is dealt", "Player 0 gets", `line 1: "Player 0 gets`},
		{"Player 0 is dealt", "Agent 0 is dealt", `line 2: "Player 1 is dealt`},
		{"dealt [", "dealt [10, ", "line 1: "},
		{"dealt [", "dealt [AC, ", "line 1: "},
		{"dealt [", "dealt [foo, ", `"foo" is not a card`},
		{"The initial face up card", "The first card", "want the deal before it"},
		{"Player 0 wins.\n", "", "by the rules the match is over"},
		{"0\t32\n1\t0\n", "0\t31\n1\t0\n", "the scores are [31 0], but by the rules [32 0]"},
		{" discards ", " discards a ", "line "},
	} {
		next := strings.Replace(text, c.old, c.next, 1)
		if _, err := EAAILog([]byte(next), "x"); err == nil || next == text || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q instead of %q: %v, want %s", c.next, c.old, err, c.want)
		}
	}
	// Without one line of the play, or with one twice, the error names a line near it.
	lines := strings.SplitAfter(text, "\n")
	for n, line := range lines[:100] {
		if !regexp.MustCompile(`(starts|declines|draws|discards|lays off .*)\b.*\n`).MatchString(line) {
			continue
		}
		for _, times := range []int{0, 2} {
			next := strings.Join(lines[:n], "") + strings.Repeat(line, times) + strings.Join(lines[n+1:], "")
			if _, err := EAAILog([]byte(next), "x"); (err == nil || !strings.HasPrefix(err.Error(), "line ")) && !strings.Contains(line, "starts") {
				t.Errorf("line %d, %q, %d times: %v", n+1, line, times, err)
			}
		}
	}
	for _, text := range []string{"", "hello\n", "{}"} {
		if _, err := EAAILog([]byte(text), "x"); err == nil || !strings.Contains(err.Error(), "Player 0 is dealt") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
