package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"rummygym"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/indian"
	"rummygym/options"
	"rummygym/train"
	trainbelief "rummygym/train/belief"
	"rummygym/train/league"
)

// Belief is the recipe of "train belief".
type Belief struct {
	training `options:"-"`
	tables   string
	players  string `option:"players" default:"4:min-dist-opp,4:min-dist-outs,min-dist,min-dist-score,0.5:min-score,0.25:random" complete:"agents" doc:"comma-separated agents that play, each preceded by its weight and a colon unless the weight is 1"`
	heldOut  int    `option:"held-out" default:"500" group:"Evaluation" doc:"number of games held out for measuring"`
}

// NewBelief returns the recipe of "train belief" with its defaults.
func NewBelief() *Belief {
	f := &Belief{training: training{rules: rummygym.RuleOptions{Only: rummygym.Indian}}}
	f.training.network.schedule, f.training.network.warmup = string(train.CosineShape), 100
	all := append(f.training.bind(defaults{
		unit: "an update from --batch decisions", steps: 30_000, row: 1000, batch: 1024, learningRate: 1.5e-3, layers: []int{384, 192},
		best: "held-out/loss", evalEvery: 1000,
	}), options.Bind(f)...)
	f.command = "rummygym train belief"
	f.training.list = append(all, options.New(&f.tables, "tables", tablesDoc).In("Rules"))
	return f
}

// Run trains a network that estimates hands.
func (f *Belief) Run(ctx context.Context, host *Host) (Result, error) {
	return given(f.training.run(ctx, host, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		if len(f.training.evalAgainst) > 0 {
			return nil, nil, errors.New("--eval-against: a network of the kind belief does not play: remove the flag")
		}
		c, err := beliefConfig(rules, f.tables, f.players, f.training.ask)
		if err != nil {
			return nil, nil, err
		}
		c.Rows, c.Seed, c.Workers = f.training.network.batch, f.training.seed, cmp.Or(f.training.workers, runtime.GOMAXPROCS(0))
		m, err := f.training.model(belief.Describe(network.Activation(cmp.Or(f.training.network.activation, string(network.ReLU))), f.training.network.layers...), trainbelief.Losses(), c.Rows, f.training.steps)
		if err != nil {
			return nil, nil, err
		}
		l, err := trainbelief.New(c, m)
		if err != nil {
			return nil, nil, err
		}
		e, err := trainbelief.HeldOut(c, f.heldOut, f.training.evalSeed, f.training.row)
		return l, []train.Evaluation{e}, err
	}))
}

// beliefConfig returns the configuration with the tables of --tables and the players of --players, whose
// names ask gets.
func beliefConfig(rules rummygym.Rules, tables, players string, ask func(...string)) (c trainbelief.Config, err error) {
	shares, err := league.ParseShares(players)
	if err != nil {
		return c, fmt.Errorf("--players: %w", err)
	}
	kinds, err := tablesOf(rules, tables)
	if err != nil {
		return c, err
	}
	for _, kind := range kinds {
		g, err := indian.New(kind.rules.(*rummygym.IndianRules).Rules) // --game is not a flag
		if err != nil {
			return c, err
		}
		table := trainbelief.Table{Weight: kind.weight, Game: g}
		for _, s := range shares {
			create, name, err := rummygym.OpenAgent(kind.rules, s.Name)
			if err != nil {
				return c, fmt.Errorf("--players: %w", err)
			}
			ask(name)
			table.Players = append(table.Players, trainbelief.Player{Name: name, Weight: s.Weight, New: create})
		}
		c.Tables = append(c.Tables, table)
	}
	return c, nil
}
