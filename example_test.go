package rummygym_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym"
	"rummygym/internal/must"
)

// A hand of Gin Rummy against a bot, from the deal to the result; docs/apps.md has the same in other languages.
func Example() {
	g, err := rummygym.New("gin", "eaai", 1)
	for err == nil && g.Player() >= 0 {
		move := g.Legal()[0]
		if g.Player() != 0 {
			move, err = g.Bot("")
		}
		err = errors.Join(err, g.Apply(move.Action))
	}
	fmt.Println(g.Result().Gains, err)
	// Output: [-63 63] <nil>
}

// Whether thirteen cards are a valid declaration: MinDist is 0.
func ExampleHand() {
	answer, err := rummygym.Hand("indian", []byte(`{"cards": ["AS","2S","3S","4H","5H","6H","7D","7C","7H","KS","KD","KC","KH"], "wild": "Q"}`))
	fmt.Println(string(answer), err)
	// Output: {"minscore":0,"minscore_uncapped":0,"mindist":0,"mindist_avail":0,"groups":[["4H","5H","6H"],["AS","2S","3S"],["7C","7D","7H"],["KC","KD","KH","KS"]],"deadwood":[],"expected_turns":0} <nil>
}

// The Go program of docs/apps.md is the example.
func TestPageOnApps(t *testing.T) {
	_, program, _ := strings.Cut(string(must.Get(os.ReadFile("docs/apps.md"))(t)), "```go\n")
	program, _, _ = strings.Cut(program, "```")
	source := string(must.Get(os.ReadFile("example_test.go"))(t))
	if program = "\t" + strings.ReplaceAll(strings.TrimSpace(program), "\n", "\n\t"); !strings.Contains(source, program) {
		t.Errorf("example_test.go does not have the Go program of docs/apps.md:\n%s", program)
	}
}
