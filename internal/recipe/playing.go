package recipe

import (
	"context"
	"fmt"
	"strings"

	"rummygym/arena"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
)

// Playing is what recipes have in common that play games of agents and measure them.
type Playing struct {
	Seed       uint64  `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	Workers    int     `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel; 0 is the number of cores"`
	Confidence float64 `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	Checkpoints
	own *shell // of the recipe
}

// start makes the options of a recipe.
func (p *Playing) start(own *shell, recipe task) {
	p.own = own
	own.bind(recipe)
	own.list = append(own.list, options.Bind(&own.programs)...)
}

// measured is a recipe that plays games.
type measured interface {
	configs() ([]arena.Config, error)        // the games to play, one configuration for each preset
	measure([]*arena.Result) (Result, error) // measures the results of the configurations, or of the first ones after a stop
}

// play plays the games of a command, until a test has decided unless it is nil, and measures them. If they are stopped, the
// result is that of the games played so far.
func (p *Playing) play(ctx context.Context, host *Host, command string, of measured, test *arena.SequentialTest) (Result, error) {
	configs, err := of.configs()
	if err != nil {
		return nil, err
	}
	total, done := 0, 0
	for i := range configs {
		total += configs[i].Total()
	}
	var results []*arena.Result
	for i := range configs {
		c := &configs[i]
		watch(c, host)
		before := done
		c.Progress = func(n, all int) { host.counter("games")(before+n, max(total, before+all)) }
		playAll := arena.Tournament
		if test != nil {
			playAll = func(ctx context.Context, c arena.Config) (*arena.Result, error) {
				return arena.PlaySequential(ctx, c, *test)
			}
		}
		res, err := playAll(ctx, *c)
		if res != nil {
			results, done = append(results, res), done+res.Played()
		}
		if cutOff(ctx, err) {
			err = p.stop(err, command, total, results)
			if done == 0 || c.Part.Of > 0 {
				return nil, err
			}
			r, _ := of.measure(results)
			return r, err
		}
		if err != nil {
			return nil, err
		}
	}
	if configs[0].Part.Of > 0 {
		path, _ := p.path() // Validate has checked it
		return &PartResult{p.files(path), results}, nil
	}
	return of.measure(results)
}

// config returns games of agents, nil: of all of the game. Their number and lineups are not set.
func (p *Playing) config(agents []string) (c arena.Config, rules catalog.Rules, err error) {
	if c, rules, err = p.own.programs.Config(&p.own.rules); err != nil {
		return c, nil, err
	}
	c.Seed, c.Workers = p.Seed, p.Workers
	if c.Part, err = p.part(); err != nil {
		return c, nil, err
	}
	c.Entrants, err = p.own.programs.OpenAll(rules, agents)
	return c, rules, err
}

// checkPlaying returns an error if the options that depend on no file are not valid.
func (p *Playing) checkPlaying() error {
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

// watch makes the games of c write a line when a match first
// reaches its limit of hands: agents that hardly end a hand play long, and their matches have no winner.
func watch(c *arena.Config, host *Host) {
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
