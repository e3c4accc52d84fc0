package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"rummygym/agents"
	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/train/league"
)

// leagueFlags say whom a learner plays against.
type leagueFlags struct {
	opponents   string
	every, keep int
	rule        formatFlag
}

// register adds the flags to fs. An update is what unit says.
func (f *leagueFlags) register(fs *pflag.FlagSet, unit string) {
	fs.StringVar(&f.opponents, "opponents", "", "whom to play against, parted by commas: self, past (selves) and agents, each with its weight and a colon before it if that is not 1, as in self,past,2:simple")
	fs.IntVar(&f.every, "past-every", 20, unit+" from one past self to the next")
	fs.IntVar(&f.keep, "past-keep", 10, "past selves that play; the oldest goes first")
	f.rule.allowed = []string{string(league.Prioritised), string(league.Variance), string(league.Uniform), string(league.Latest)}
	fs.Var(&f.rule, "past-rule", "which of them: those most that beat the learner, those that are its equals, all alike, or the latest (default prioritised)")
}

// config returns the league of the flags, by default of the given opponents. Player
// makes agents of networks.
func (f *leagueFlags) config(rules catalog.Rules, opponents string, player func(*network.Network) (func() agents.Agent, error)) (league.Config, error) {
	c := league.Config{Player: player}
	if f.opponents != "" {
		opponents = f.opponents
	}
	shares, err := league.ParseShares(opponents)
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
			create, name, err := catalog.NewAgent(rules, s.Name)
			if err != nil {
				return c, fmt.Errorf("--opponents: %w", err)
			}
			c.Named = append(c.Named, league.Member{Name: name, Weight: s.Weight, New: create})
		}
	}
	c.Past.Every, c.Past.Keep, c.Past.Rule = f.every, f.keep, league.Rule(f.rule.value())
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("--opponents: %s", strings.TrimPrefix(err.Error(), "league: "))
	}
	return c, nil
}
