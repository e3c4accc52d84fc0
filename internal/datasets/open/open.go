// Package open opens what a dataset on disk names: its rules, its table, and the
// records of its episodes.
//
//	d, err := datasets.Open(folder)
//	rules, err := open.Rules(d.Meta())
package open

import (
	"fmt"
	"strings"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
)

// Rules returns the rules of a dataset on disk.
func Rules(m *datasets.Meta) (catalog.Rules, error) {
	g, err := catalog.GameByEnv(m.Env)
	if err != nil {
		return nil, fmt.Errorf("the dataset: %w", err)
	}
	r, err := g.ReadRules(m.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules of the dataset: %w", err)
	}
	return r, nil
}

// Table returns the table of a dataset on disk.
func Table(m *datasets.Meta) (game.Table, error) {
	r, err := Rules(m)
	if err != nil {
		return game.Table{}, err
	}
	t, err := NewTable(r, m.Fields)
	if err != nil {
		return game.Table{}, fmt.Errorf("fields of the dataset: %w", err)
	}
	return t, nil
}

// NewTable returns the table of valid rules with the given comma-separated groups of
// observation fields. An error is about the fields.
func NewTable(r catalog.Rules, fields string) (game.Table, error) {
	g, err := r.NewGame()
	if err != nil {
		return game.Table{}, err
	}
	return catalog.NewTable(g, fields)
}

// Record returns the record of an episode of a dataset, by its number.
func Record(d *datasets.Dataset, number int64) (r *record.Record, err error) {
	t, err := Table(d.Meta())
	if err != nil {
		return nil, err
	}
	again, err := datasets.NewReplay(&t, d.Meta())
	if err != nil {
		return nil, err
	}
	err = d.Find(number, func(e datasets.Episode) (err error) {
		r, err = again.Record(e)
		return err
	})
	return r, err
}

// Agents opens agents for a dataset, one for each seat of tables with the given rules. It refuses
// agents whose play is not reproducible from the seed.
func Agents(p *contest.Programs, rules catalog.Rules, specs []string) ([]collect.Agent, error) {
	if strings.TrimSpace(strings.Join(specs, "")) == "" {
		return nil, contest.NoAgents(rules)
	}
	var agents []collect.Agent
	for _, spec := range specs {
		e, err := p.Open(rules, strings.TrimSpace(spec))
		if err != nil {
			return nil, fmt.Errorf("--agents: %w", err)
		}
		if !catalog.Repeatable(e.Name) {
			return nil, fmt.Errorf("--agents: %s has a budget of time, so its games are not reproducible from the seed: set rollouts= instead of milliseconds=", e.Name)
		}
		agents = append(agents, collect.Agent{Name: e.Name, New: e.New})
	}
	return agents, nil
}
