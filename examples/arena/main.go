// Command arena lets your own agent play a tournament against a baseline and the
// network that is built in, and prints win rates with their 95 % intervals.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"text/tabwriter"

	"rummygym"
	"rummygym/arena"
	"rummygym/env/game"
)

// mistaken plays as another agent does, but one move in ten at random.
type mistaken struct {
	game.Agent
	random rand.PCG
}

// Reset seeds both sources of chance.
func (m *mistaken) Reset(seed uint64) {
	m.Agent.Reset(seed)
	m.random.Seed(seed, 1)
}

// Act returns the action, and the probability with which it was chosen either way.
func (m *mistaken) Act(seen game.Observation, legal *game.Mask) (game.Action, float64) {
	const share = 0.1
	best, p := m.Agent.Act(seen, legal) // of min-dist, p is 1
	r, n := rand.New(&m.random), legal.Count()
	action := best
	if r.Float64() < share {
		action = legal.Nth(r.IntN(n))
	}
	if action != best {
		return action, share / float64(n)
	}
	return action, (1-share)*p + share/float64(n)
}

func main() {
	if err := run(os.Stdout, 200); err != nil {
		log.Fatal(err)
	}
}

// run plays games of every ordered pair, so that each agent moves first as often as second.
func run(w io.Writer, games int) error {
	g, err := rummygym.NewGame("indian", "paper")
	if err != nil {
		return err
	}
	c := arena.Config{Game: g, Games: games, Seed: 1}
	for _, spec := range []string{"min-dist", "learned:standard"} {
		create, name, err := rummygym.OpenAgent(spec, g)
		if err != nil {
			return err
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: create})
	}
	minDist := c.Entrants[0].New
	c.Entrants = append(c.Entrants, arena.Entrant{Name: "mistaken", New: func() game.Agent {
		return &mistaken{Agent: minDist()}
	}})

	result, err := arena.Tournament(context.Background(), c)
	if err != nil {
		return err
	}
	summary := arena.Summarize(result, arena.Settings{})
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "first\tsecond\tfirst wins\t95 % interval\tpoints a game")
	for _, p := range summary.Pairs {
		fmt.Fprintf(t, "%s\t%s\t%.3f\t[%.3f, %.3f]\t%+.1f\n",
			p.Names[0], p.Names[1], p.Win.Value, p.WinInterval.Low, p.WinInterval.High, p.Gain.Value)
	}
	return t.Flush()
}
