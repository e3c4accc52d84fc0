package recipe

import (
	"context"
	"errors"
	"slices"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
)

// Variants are the options of recipes that play variants of an agent on the same deals.
type Variants struct {
	Agent   string   `option:"agent" argument:"true" complete:"agents" doc:"agent with the options, such as sigra"`
	Against []string `option:"against" complete:"agents" doc:"comma-separated opponents, with options after colons (default all agents of the game); rummygym agents lists them"`
	Games   int      `option:"games" default:"2000" range:"1:1000000000" doc:"games of each variant against each opponent, two for every deal"`
	Plots   string   `option:"plots" group:"Output" complete:"folder" doc:"write the results as PNG and SVG to this folder"`
	Playing
}

// config returns the games of the agent itself.
func (v *Variants) config(rules rummygym.RuleOptions) (arena.Config, error) {
	m := contest.Match{Rules: rules, Against: v.Against, Games: v.Games, Seed: v.Seed, Workers: v.Workers, TwoSeats: true, Programs: &v.programs}
	return m.Config(m.BySpec(v.Agent), rules.Preset())
}

// addVariant adds to c the games of a variant against opponents, on both seats. The variant may be an entrant.
func addVariant(c *arena.Config, variant arena.Entrant, opponents []int) {
	at := slices.IndexFunc(c.Entrants, func(e arena.Entrant) bool { return e.Name == variant.Name })
	if at < 0 {
		at = len(c.Entrants)
		c.Entrants = append(c.Entrants, variant)
	}
	c.Lineups = append(c.Lineups, arena.BothSeats(at, opponents...)...)
}

// play plays the games of c for a recipe, and returns what judge makes of them, with its figures if they are
// asked for. If the games are cut off, judge gets those so far, if any, which are saved before.
func (v *Variants) play(ctx context.Context, host *Host, command string, c arena.Config, judge func(*arena.Result) (Result, []figure.Named, error)) (Result, error) {
	watch(&c, host)
	res, err := arena.Tournament(ctx, c)
	if cutOff(ctx, err) {
		err = v.stop(err, command, res.Total(), oneFile, res)
	} else if err != nil {
		return nil, err
	}
	if res.Played() == 0 {
		return nil, err
	}
	r, figures, failed := judge(res)
	if failed == nil && v.Plots != "" {
		failed = figure.SaveAll(host.log(), v.Plots, figures...)
	}
	if failed != nil {
		err = errors.Join(err, failed)
	}
	return r, err
}
