// Command ceiling measures what knowing hidden cards is worth (docs/ceiling.md): it plays the agent of a search against others like it, with a search that cheats.
// Its roll-outs start from the true hands of the others (-part hands), or from the true hands and the true order of the stock (-part all).
//
//	go run ./internal/tools/ceiling -game gin -part hands -deals 50 -rollouts 150 -horizon 2
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"rummygym"
	"rummygym/agents"
	"rummygym/agents/greedy"
	"rummygym/agents/search"
	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
)

func main() {
	of := flag.String("game", "gin", "gin or indian")
	text := flag.String("rules", "", "preset and options")
	agent := flag.String("agent", "learned:standard", "agent that the search improves, and plays against")
	part := flag.String("part", "hands", "what the search knows: none, hands or all")
	wins := flag.Bool("win", false, "search for games won instead of points")
	deals := flag.Int("deals", 50, "deals, each played from every seat")
	seed := flag.Uint64("seed", 1, "seed of the deals and agents")
	rollouts := flag.Int("rollouts", 150, "roll-outs a decision; with all, one of each candidate, to the end")
	horizon := flag.Int("horizon", 1, "turns of a roll-out")
	flag.Parse()
	if err := measure(*of, *text, *agent, *part, *wins, *deals, *seed, *rollouts, *horizon); err != nil {
		fmt.Fprintln(os.Stderr, "ceiling:", err)
		os.Exit(1)
	}
}

func measure(of, text, agent, part string, wins bool, deals int, seed uint64, rollouts, horizon int) error {
	rules, err := rummygym.ParseRules(of, text)
	if err != nil {
		return err
	}
	goal, prior := search.Gain, 2.0
	if wins {
		goal, prior = search.Win, .02
	}
	review, name, err := rummygym.ReviewConfig(rules, agent, goal)
	if err != nil {
		return err
	}
	create, _, err := rummygym.OpenAgent(rules, agent)
	if err != nil {
		return err
	}
	c := review.Search
	table := agents.NewTable(c.Game)
	c.Rollouts, c.Margin, c.Prior, c.Horizon = rollouts, 1, prior, horizon
	c.Evaluator = func() search.Evaluator { return search.NewAfterstateValue(create().(*greedy.Player), goal, c.Game) }
	switch part {
	case "none":
	case "hands":
		c.Sampler = func() search.Sampler { return oracle{table, false} }
	case "all": // nothing is random, and the order of the stock is known
		c.Sampler = func() search.Sampler { return oracle{table, true} }
		c.DrawStock, c.Rollouts, c.Margin, c.Prior, c.Horizon, c.Evaluator = game.NoAction, 1, 0, 0, 0, nil
	default:
		return fmt.Errorf("-part %s: want none, hands or all", part)
	}
	p, err := search.New(c)
	if err != nil {
		return err
	}
	n := c.Game.Players()
	won, gains := make([]float64, deals), make([]float64, deals)
	seats := make([]game.Agent, n)
	for d := range deals {
		for seat := range n {
			for i := range seats {
				seats[i] = create()
			}
			seats[seat] = p
			table.Deal(seed, uint64(d), seats...)
			if err := table.Play(nil); err != nil {
				return err
			}
			out := table.State().Outcome()
			won[d] += search.WonShare(&out, game.Player(seat)) / float64(n)
			gains[d] += float64(out.Gains[seat]) / float64(n)
		}
	}
	w, g := stats.MeanOf(won), stats.MeanOf(gains)
	fmt.Printf("%s %s, %s, knows %s: won %.3f ± %.3f, points %+.2f ± %.2f (%d games)\n", of, text, name, part, w.Value, w.StdErr, g.Value, g.StdErr, n*deals)
	return nil
}

// oracle is a sampler that knows the table: the hands of the others, or all cards. No agent has it.
type oracle struct {
	table *agents.Table
	all   bool
}

func (oracle) Reset()                   {}
func (oracle) Observe(game.Observation) {}

func (o oracle) Sample(dst []game.State, obs game.Observation, src rand.Source) []bool {
	for _, s := range dst {
		if o.all {
			s.CopyFrom(o.table.State())
		} else if err := o.redeal(s, obs, src); err != nil {
			panic("ceiling: " + err.Error())
		}
	}
	return nil
}

// redeal sets a state to the table with another order of the stock.
func (o oracle) redeal(s game.State, obs game.Observation, src rand.Source) error {
	switch t := o.table.State().(type) {
	case *gin.State:
		return s.(*gin.State).Determinize(obs.(*gin.Observation), t.Hand(1-obs.Observer()), src)
	case *indian.State:
		var hands [game.MaxPlayers]card.Bag
		for q := range game.Player(obs.(*indian.Observation).Rules.Seats) {
			if q != obs.Observer() {
				hands[q] = t.Hand(q)
			}
		}
		return s.(*indian.State).Determinize(obs.(*indian.Observation), &hands, src)
	}
	return fmt.Errorf("a %T: want Gin Rummy or Indian Rummy", o.table.State())
}
