package recipe

import (
	"fmt"
	"strings"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
)

// Playing are the options of recipes that play games between agents.
type Playing struct {
	Seed       uint64  `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	Workers    int     `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel; 0 is the number of cores"`
	Confidence float64 `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	Checkpoints
	programs contest.Programs `options:"-"`
}

// config returns games of agents, nil: of all of the game. Their number and lineups are not set.
func (p *Playing) config(chosen *rummygym.RuleOptions, agents []string) (c arena.Config, rules rummygym.Rules, err error) {
	if rules, err = chosen.Rules(); err != nil {
		return c, nil, err
	}
	c = arena.Config{Rules: rummygym.RulesName(chosen.Preset(), rules), Seed: p.Seed, Workers: p.Workers}
	if c.Game, err = rules.NewGame(); err != nil {
		return c, nil, err
	}
	contest.SetTerms(&c, rules)
	p.programs.Set(&c, rules)
	c.Entrants, err = p.programs.OpenAll(rules, agents)
	return c, rules, err
}

// check returns an error if the confidence or the checkpoint files are not valid.
func (p *Playing) check() error {
	if err := checkConfidence(p.Confidence); err != nil {
		return err
	}
	_, err := p.path()
	return err
}

// checkConfidence returns an error unless the option confidence is valid.
func checkConfidence(c float64) error {
	if !(c > 0 && c < 1) {
		return fmt.Errorf("--confidence %v: want a number between 0 and 1, such as 0.95", c)
	}
	return nil
}

// close ends outside programs, and releases the checkpoint files.
func (p *Playing) close(host *Host) {
	p.programs.Close(host.log())
	p.release()
}

// watch makes the games of c report their progress, and write a line when a match first
// reaches its limit of hands: agents that hardly end a hand play long, and their matches have no winner.
func watch(c *arena.Config, host *Host) {
	c.Progress = host.counter("games")
	if c.Terms.Part == "" {
		return
	}
	c.AtLimit = func(l arena.Lineup, r arena.Record) {
		var names []string
		for _, e := range l {
			names = append(names, c.Entrants[e].Name)
		}
		fmt.Fprintf(host.log(), "rummygym: a game of %s reached the limit of %d %ss after %d turns: these agents hardly end a %s, so the games are long and without a winner; ctrl-C stops, single %ss are short\n",
			strings.Join(names, " and "), c.RoundLimit, c.Terms.Part, r.Turns, c.Terms.Part, c.Terms.Part)
	}
}
