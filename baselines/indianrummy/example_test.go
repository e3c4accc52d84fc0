package indianrummy_test

import (
	"fmt"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/indian"
)

// A game between two players, each of which sees only its own observation.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _ := indianrummy.New("min-dist-opp:drop=5")
	second, _ := indianrummy.New("min-score")
	table := agents.NewTable(g)
	table.Deal(1, 0, first(), second())
	if err := table.Play(nil); err != nil {
		fmt.Println(err)
		return
	}
	out := table.State().Outcome()
	fmt.Println(out.Over, out.Gains[0]+out.Gains[1])
	// Output: true 0
}

func ExampleCanonical() {
	spec, _ := indianrummy.Canonical("min-dist-opp:free=any:drop=5:variant=paper")
	fmt.Println(spec)
	_, err := indianrummy.New("min-dst")
	fmt.Println(err)
	// Output:
	// min-dist-opp:drop=5
	// agent "min-dst": no agent "min-dst", did you mean "min-dist"?; agents for indian: random, defeat-seeking, min-score, min-dist, min-dist-score, min-dist-opp, min-dist-outs, min-dist-avail
}
