package spec_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/agents/spec"
)

// first takes the first legal action, or the last one with Last.
type first struct{ Last bool }

func (first) Reset(uint64) {}

func (f first) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	if f.Last {
		return legal.Nth(legal.Count() - 1), 1
	}
	return legal.Nth(0), 1
}

// A list that holds one agent with one option.
func Example() {
	list := spec.List{
		spec.Player("toy", "first", "takes the first legal action", func(f first) game.Agent { return f },
			spec.Switch("last", "takes the last one instead", func(f *first) *bool { return &f.Last })),
	}
	_, name, _ := list.New("first:last=on")
	fmt.Println(name)
	_, err := list.Canonical("frist")
	fmt.Println(err)
	_, err = list.Canonical("first:lost=on")
	fmt.Println(err)
	// Output:
	// first:last=on
	// agent "frist": no agent "frist", did you mean "first"?; agents for toy: first
	// agent "first:lost=on": option 1: first has no option "lost", did you mean "last"?; options: last
}
