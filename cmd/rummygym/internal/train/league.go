package train

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/train/league"
)

// leagueFlags holds the flags that choose the opponents of a learner.
type leagueFlags struct {
	opponents   string
	every, keep int
	rule        cli.Format
}

// register adds the flags to fs. unit is the word for an update, such as "updates".
func (f *leagueFlags) register(fs *pflag.FlagSet, unit string) {
	fs.StringVar(&f.opponents, "opponents", "", "comma-separated opponents: self, past (earlier versions of the network) and agents, each preceded by its weight and a colon unless the weight is 1, as in self,past,2:simple")
	fs.IntVar(&f.every, "past-every", 20, unit+" between two past versions")
	fs.IntVar(&f.keep, "past-keep", 10, "maximum number of past versions; the oldest is removed first")
	f.rule.Allowed = []string{string(league.Prioritised), string(league.Variance), string(league.Uniform), string(league.Latest)}
	fs.Var(&f.rule, "past-rule", "how past versions are chosen: those that beat the learner most often (prioritised), those of equal strength (variance), uniform, or latest (default prioritised)")
}

// config returns the league that the flags choose. player returns a constructor of agents that play a
// network; ask gets the names of the agents.
func (f *leagueFlags) config(rules rummygym.Rules, player func(*network.Network) (func() game.Agent, error), ask func(...string)) (league.Config, error) {
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
	c.Past.Every, c.Past.Keep, c.Past.Rule = f.every, f.keep, league.Rule(f.rule.Value())
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("--opponents: %s", strings.TrimPrefix(err.Error(), "league: "))
	}
	return c, nil
}
