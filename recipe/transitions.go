package recipe

import (
	"context"
	"fmt"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/measure"
	"rummygym/table"
)

// Transitions measures how MinDist changes in games of Indian Rummy. Its result is a [*measure.Transitions].
type Transitions struct {
	optionList `options:"-"`
	Agents     []string `option:"agents" default:"min-dist-opp" complete:"agents" doc:"one or two comma-separated agents; the first moves first"`
	Games      int      `option:"games" default:"1000" range:"1:1000000000" doc:"number of games"`
	Seed       uint64   `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	Plots      string   `option:"plots" group:"Output" complete:"folder" doc:"write the figures as PNG and SVG to this folder"`
}

// NewTransitions returns the recipe of "transitions" with its defaults.
func NewTransitions() *Transitions {
	f := new(Transitions)
	f.rules.Only = rummygym.Indian
	f.bind(f)
	return f
}

// Run plays the games.
func (f *Transitions) Run(ctx context.Context, host *Host) (Result, error) {
	rules, name, err := f.indian()
	if err != nil {
		return nil, err
	}
	if err := rules.Standard(); err != nil {
		return nil, err
	}
	if n := len(f.Agents); rules.Seats != 2 || n < 1 || n > 2 {
		return nil, fmt.Errorf("--agents: %s at a table with %d seats: want one or two at a table with two", table.Plural(n, "agent"), rules.Seats)
	}
	var players [2]arena.Entrant
	for i := range players {
		create, name, err := rummygym.OpenAgent(rules, f.Agents[i%len(f.Agents)])
		if err != nil {
			return nil, err
		}
		players[i] = arena.Entrant{Name: name, New: create}
	}
	changes, err := measure.PlayTransitions(ctx, rules.Rules, players, f.Games, f.Seed, host.counter("games"))
	if err != nil {
		return nil, err
	}
	changes.Rules = name
	if f.Plots == "" {
		return changes, nil
	}
	return changes, figure.SaveAll(host.log(), f.Plots, changes.Figures()...)
}
