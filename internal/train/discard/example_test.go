package discard_test

import (
	"fmt"

	"rummygym/internal/features/afterstate"
	"rummygym/internal/train/discard"
)

// A network's inputs are those that the encoder of the agent data-driven writes.
func Example() {
	d, err := discard.Describe("dual-inception")
	if err != nil {
		fmt.Println(err)
		return
	}
	groups, err := afterstate.ParseDiscardGroups(d.Fields)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := afterstate.NewDiscards(groups, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	view, err := discard.NewView(d.Inputs, true)
	fmt.Printf("%s of %d numbers, presented %d times, error %v\n", d.Fields, x.Layout().Size(), view.Turns, err)
	// Output: hand,belief,macros of 108 numbers, presented 24 times, error <nil>
}
