package recipe

import (
	"cmp"
	"fmt"
	"strings"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/train/league"
)

// leagueOptions holds the flags that choose the opponents of a learner.
type leagueOptions struct {
	opponents string `option:"opponents" group:"Opponents" doc:"comma-separated opponents: self, past (earlier versions of the network) and agents, each preceded by its weight and a colon unless the weight is 1, as in self,past,2:simple"`
	past      league.Past
}

// config returns the league that the flags choose. player returns a constructor of agents that play a
// network; ask gets the names of the agents.
func (f *leagueOptions) config(rules catalog.Rules, player func(*network.Network) (func() game.Agent, error), ask func(...string)) (league.Config, error) {
	c := league.Config{Player: player, Past: f.past}
	c.Past.Keep = 10
	shares, err := spec.ParseShares(f.opponents)
	if err != nil {
		return c, fmt.Errorf("--opponents: %w", err)
	}
	for _, s := range shares {
		switch s.Name {
		case league.SelfName:
			c.Self += s.Weight
		case league.PastName:
			c.Past.Weight += s.Weight
		default:
			if spec.IsMix(s.Name) {
				return c, fmt.Errorf("--opponents: %q: the opponents are a mix already: want its agents, with the products of the weights", s.Name)
			}
			create, name, err := catalog.OpenAgent(rules, s.Name)
			if err != nil {
				return c, fmt.Errorf("--opponents: %w", err)
			}
			ask(name)
			c.Named = append(c.Named, agents.Member{Name: name, Weight: s.Weight, New: create})
		}
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("--opponents: %s", strings.TrimPrefix(err.Error(), "league: "))
	}
	return c, nil
}

// rivalOf returns the agent of a game that trainings play against, and are measured against.
func rivalOf(g *catalog.GameType) string {
	if g.Deal != nil {
		return rivalOf(g.Deal)
	}
	return cmp.Or(map[string]string{"indian": "min-dist-opp", "gin": "simple"}[g.Name], g.Players().Names()[0])
}
