// Command ownagent shows that an agent is two methods, Reset and Act. The one below plays
// Indian Rummy by getting rid of high cards, against an agent of the gym.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"rummygym"
	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// lowCards draws from the stock, declares as soon as it can, and otherwise discards its
// highest card.
type lowCards struct{}

// Reset begins a game. An agent that plays at random draws its numbers from the seed and
// from nothing else, so that every game can be played again.
func (lowCards) Reset(seed uint64) {}

// Act returns one of the legal actions, and the probability with which it was chosen. The
// observation is what the player to move knows.
func (lowCards) Act(seen game.Observation, legal *game.Mask) (game.Action, float64) {
	o := seen.(*indian.Observation) // every game has its own
	if o.Phase == indian.Draw {
		return indian.DrawStock, 1
	}
	best, height := game.NoAction, -1
	for a := range legal.Each() {
		if indian.DeclareCard(a) != card.None {
			return a, 1
		}
		c := indian.DiscardCard(a)
		if c == card.Joker || c.Rank() == o.Wild {
			continue // worth keeping: it stands for any card
		}
		if h := int(c.Rank()); h > height {
			best, height = a, h
		}
	}
	if best == game.NoAction { // wild cards only
		best = legal.Nth(0)
	}
	return best, 1
}

func main() {
	if err := run(os.Stdout, 500); err != nil {
		log.Fatal(err)
	}
}

// run plays games against the baseline "random" and prints how many lowCards won.
func run(w io.Writer, games uint64) error {
	g, err := rummygym.NewGame("indian")
	if err != nil {
		return err
	}
	random, err := rummygym.NewAgent("random", g)
	if err != nil {
		return err
	}
	players := []game.Agent{lowCards{}, random}
	table, err := env.New(g, env.Config{})
	if err != nil {
		return err
	}
	seen, legal, wins := g.NewObservation(), game.Mask{}, 0
	for episode := range games {
		table.ResetEpisode(1, episode)
		for seat, p := range players {
			p.Reset(game.AgentSeed(1, episode, game.Player(seat)))
		}
		for !table.Over() {
			p := table.Current()
			table.Observe(p, seen)
			table.Legal(&legal)
			action, _ := players[p].Act(seen, &legal)
			if err := table.Step(action); err != nil {
				return err // it names the player and the action that is not legal
			}
		}
		if table.Outcome().Winner == 0 {
			wins++
		}
	}
	fmt.Fprintf(w, "lowCards wins %d of %d games against random\n", wins, games)
	return nil
}
