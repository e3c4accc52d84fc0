package contest_test

import (
	"context"
	"fmt"

	"rummygym/arena"
	"rummygym/internal/arena/contest"
)

// Four games between two agents, every deal from both seats.
func Example() {
	m := contest.Match{Against: []string{"random"}, Games: 4, Seed: 1}
	c, err := m.Config(m.BySpec("min-dist"), m.Rules.Preset())
	if err != nil {
		panic(err)
	}
	res, err := arena.Tournament(context.Background(), c)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Played(), c.Entrants[1].Name)
	// Output: 4 random
}
