package commands

import (
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// goodGinHand is a valid line of input.
const goodGinHand = `{"cards":["8C","7D","9C","9H","8D","5C","9D","5H","6H","6S","8H"]}`

func TestSolveGinBadLines(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"no JSON", `cards`, []string{"not JSON"}},
		{"unknown card of a meld", `{"cards":["AS"],"knocker":[["2S","3S","4S"],["KC","KX"]]}`, []string{"meld 2", `"knocker", card 2`, `"KX"`}},
		{"no meld", `{"cards":["AS","2S"],"knocker":[["3S","4S"]]}`, []string{"meld 1 of the knocker", "3S 4S is not a meld"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errs := program.Run(t, goodGinHand+"\n\n"+tt.line+"\n"+goodGinHand, "solve", "--game", "gin")
			if status != 1 || strings.Count(out, "\n") != 2 {
				t.Errorf("exit status %d and %d answers, want 1 and 2:\n%s", status, strings.Count(out, "\n"), out)
			}
			clitest.WantAll(t, errs, append(tt.want, "line 3:", "1 line was bad")...)
		})
	}
}

// TestSolveGinText compares readable answers with testdata/solve-gin.txt.
func TestSolveGinText(t *testing.T) {
	var page strings.Builder
	for _, args := range [][]string{
		{"8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H"},                                // 11 cards
		{"6S 7S AC 4C 7C 5D 6D 7D 8D 6H 7H"},                                // 11 cards that can knock
		{"AS 2S AC 2C 6C 7C 8C 2D AH 2H 3H"},                                // gin
		{"6C 9H 8S KH TS 2H AC 4D JD QC"},                                   // no meld
		{"TH TC 8H 9C 8D 9S 9H 8C 8S 9D"},                                   // two best arrangements
		{"--knocker", "4S 5S 6S/KC KD KH", "7S 8S KS 2D 3D 4D 9H 9C AC AD"}, // several lay-offs in sequence
		{"--knocker", "3C 4C 5C/9H 9S 9D", "6C 7C 8C 9C TH JD QS KC AH 2C"}, // a run whose cards are better laid off
	} {
		page.WriteString("$ rummygym solve --game gin " + strings.Join(args, " ") + "\n" + program.Succeed(t, append([]string{"solve", "--game", "gin"}, args...)...) + "\n")
	}
	must.Match(t, "testdata/solve-gin.txt", page.String())
}

func TestSolveGinArguments(t *testing.T) {
	want := program.Succeed(t, "solve", "--game", "gin", "--format", "json", "--knocker", "4S,5S,6S/KC KD KH", "9c,10d", "js")
	if got := program.Succeed(t, "solve", "--game=gin", "--format=json", "--knocker=4S 5S 6S/KC,KD,KH", "9C TD JS"); got != want {
		t.Errorf("two ways to write the same hand give %s and %s", got, want)
	}
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"--game", "gin", "--wild", "7", "AS"}, []string{"--wild is for hands of Indian Rummy", "--game gin"}},
		{[]string{"--knocker", "2S 3S 4S", "AS"}, []string{"--knocker is for hands of Gin Rummy", "--game indian"}},
		{[]string{"--game", "gin", "--knocker", "2S 3S 4S"}, []string{"--knocker", "command line", "--game gin AS"}},
		{[]string{"--game", "gin", "--knocker", "2S 3S 4S/2X", "AS"}, []string{"--knocker, meld 2", "2X"}},
		{[]string{"--game", "gin", "AX"}, []string{"AX"}},
		{[]string{"--game", "gin", "--format", "text"}, []string{"answered in json"}},
	} {
		clitest.WantAll(t, program.Fail(t, append([]string{"solve"}, tt.args...)...), tt.want...)
	}
}
