package advantage_test

import (
	"fmt"
	"log"

	"rummygym/agents"
	"rummygym/arena/advantage"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// The first decision of a game at which MinDist with outs differs from MinDist.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		log.Fatal(err)
	}
	agent := func(name string) game.Agent {
		create, err := indianrummy.New(name)
		if err != nil {
			log.Fatal(err)
		}
		return create()
	}
	seats := []game.Agent{agent("min-dist"), agent("min-score")}
	chooser := agent("min-dist-outs")
	prober := advantage.NewProber(g)
	found := false

	t := agents.NewTable(g)
	t.Deal(1, 0, agent("min-dist"), agent("min-score"))
	err = t.Play(func(d *agents.Decision) error {
		if d.Player != 0 || found {
			return nil
		}
		own, other := prober.Choose(t.State(), seats[0], chooser, 1)
		if own == other {
			return nil
		}
		found = true
		change, err := prober.Probe(t.State(), seats, own, other, 1)
		fmt.Printf("%s in place of %s: %+v games, %+v points\n", g.ActionString(other), g.ActionString(own), change.Win, change.Gain)
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: discard 8C in place of discard QC: 0 games, -30 points
}
