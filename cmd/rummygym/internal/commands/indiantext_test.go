package commands

import (
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestSolveText compares readable answers with testdata/solve.txt.
func TestSolveText(t *testing.T) {
	var page strings.Builder
	for _, line := range []string{
		"--wild 7 3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD",                                   // like the paper's MinDist example, but with a pure sequence
		"--wild 2 3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S",                                   // the paper's MinScore example
		"--wild 4 --decks 2 AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK",                         // the article's example
		"--wild 9D --gone TS,KH 4H 5H 6H JK 2C 2D 9C 9S KC KD KS QS 3D AS",                  // 14 cards
		"--wild 2 3H 4H 5H 3D 4D 5D 9C 9D 9S KC KD KS KH 7C",                                // 14 cards with a valid declaration
		"--wild 5 --printed 0 --gone 3S,5S,5D,5C,5H AS 2S 4S 7D 8D 9D TD KC KD KH QC QD QH", // some outs are gone
		"--wild K AC 3D 5H", // a small hand
	} {
		page.WriteString("$ rummygym solve " + line + "\n" + program.Succeed(t, append([]string{"solve"}, strings.Fields(line)...)...) + "\n")
	}
	must.Match(t, "testdata/solve.txt", page.String())
}

func TestSolveArguments(t *testing.T) {
	want := program.Succeed(t, "solve", "--format", "json", "--wild", "10", "9c,10d", "JK", "js")
	if got := program.Succeed(t, "solve", "--format=json", "--wild=T", "9C TD JK JS"); got != want {
		t.Errorf("two ways to write the same hand give %s and %s", got, want)
	}
	// The turned card is gone, so its only copy cannot complete the run.
	turned := program.Succeed(t, "solve", "--wild", "9D", "--printed", "0", "--format", "json", "--gone", "9C 9H 9S", "TD", "JD")
	clitest.WantAll(t, turned, `"mindist":`)
	clitest.WantAll(t, program.Succeed(t, "solve", "--wild", "JK", "2S"), "wild rank A")
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"AS 2S", []string{"--wild is missing", "--wild 7"}},
		{"--wild X AS", []string{"--wild", `"X"`, "rank"}},
		{"--wild 7 AS 2Z", []string{"card 2", `"2Z"`}},
		{"--wild 7 --gone 9X AS", []string{"--gone", "card 1", `"9X"`}},
		{"--wild 7 AS AS", []string{"card 2", "AS"}},
		{"--wild 9D 9D AS", []string{"gone", "9D"}},
		{"--wild 7", []string{"--wild is for a hand", "AS 2S"}},
		{"--format text", []string{"standard input", "json"}},
	} {
		clitest.WantAll(t, program.Fail(t, append([]string{"solve"}, strings.Fields(tt.args)...)...), tt.want...)
	}
}
