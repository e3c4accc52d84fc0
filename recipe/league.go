package recipe

import (
	"cmp"
	"fmt"
	"strings"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/train/league"
)

// leagueOptions holds the flags that choose the opponents of a learner.
type leagueOptions struct {
	opponents string `option:"opponents" group:"Opponents" doc:"comma-separated opponents: self, past (earlier versions of the network) and agents, each preceded by its weight and a colon unless the weight is 1, as in self,past,2:simple"`
	every     int    `option:"past-every" default:"20" group:"Opponents" doc:"steps between two past versions, of which the last 10 are kept"`
	rule      string `option:"past-rule" words:"prioritised|variance|uniform|latest" group:"Opponents" doc:"how past versions are chosen: those that beat the learner most often (prioritised), those of equal strength (variance), uniform, or latest (default prioritised)"`
}

// config returns the league that the flags choose. player returns a constructor of agents that play a
// network; ask gets the names of the agents.
func (f *leagueOptions) config(rules rummygym.Rules, player func(*network.Network) (func() game.Agent, error), ask func(...string)) (league.Config, error) {
	c := league.Config{Player: player}
	shares, err := league.ParseShares(f.opponents)
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
			create, name, err := rummygym.OpenAgent(rules, s.Name)
			if err != nil {
				return c, fmt.Errorf("--opponents: %w", err)
			}
			ask(name)
			c.Named = append(c.Named, league.Member{Name: name, Weight: s.Weight, New: create})
		}
	}
	c.Past.Every, c.Past.Keep, c.Past.Rule = f.every, 10, league.Rule(cmp.Or(f.rule, string(league.Prioritised)))
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("--opponents: %s", strings.TrimPrefix(err.Error(), "league: "))
	}
	return c, nil
}
