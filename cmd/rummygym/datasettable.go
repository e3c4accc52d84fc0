package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
	"rummygym/env/game"
)

// noEncoder encodes observations as nothing.
type noEncoder struct{}

// Layout returns no fields.
func (noEncoder) Layout() game.Layout { return nil }

// Encode does nothing.
func (noEncoder) Encode([]float32, game.Observation) {}

// datasetTable returns what package datasets has to know of a game under the
// rules, which are valid, with the given groups of observation fields, parted by
// commas. Its error is about the fields.
func datasetTable(r catalog.Rules, fields string) (datasets.Table, error) {
	played, err := r.NewGame()
	if err != nil {
		return datasets.Table{}, err
	}
	x := datasets.Encoder(noEncoder{})
	if fields != catalog.NoFields {
		if x, fields, err = r.Encoder(fields); err != nil {
			return datasets.Table{}, err
		}
	}
	g := r.Rummy()
	t := datasets.Table{
		Game: played, Env: g.Env, Rules: datasetRules(r), Fields: fields,
		NewEncoder: func() datasets.Encoder { return x }, // safe for concurrent use
		Phases:     g.Phases,
		Phase:      g.Phase,
	}
	for _, e := range g.Endings {
		t.Endings = append(t.Endings, string(e))
	}
	return t, nil
}

// datasetRummy returns the game of a dataset on disk.
func datasetRummy(m *datasets.Meta) (*catalog.Rummy, error) {
	var known []string
	for _, g := range catalog.Rummies() {
		if g.Env == m.Env {
			return g, nil
		}
		known = append(known, g.Env)
	}
	return nil, fmt.Errorf("the dataset is of the environment %s: this program knows %s", m.Env, strings.Join(known, " and "))
}

// datasetRulesOf returns the rules of a dataset on disk.
func datasetRulesOf(m *datasets.Meta) (catalog.Rules, error) {
	g, err := datasetRummy(m)
	if err != nil {
		return nil, err
	}
	r, err := parseDatasetRules(g, m.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules of the dataset: %w", err)
	}
	return r, nil
}

// datasetTableOf returns the table of a dataset on disk.
func datasetTableOf(m *datasets.Meta) (datasets.Table, error) {
	r, err := datasetRulesOf(m)
	if err != nil {
		return datasets.Table{}, err
	}
	t, err := datasetTable(r, m.Fields)
	if err != nil {
		return datasets.Table{}, fmt.Errorf("fields of the dataset: %w", err)
	}
	return t, nil
}

// datasetRules returns the rules as one JSON object, as "rummygym rules --format
// json" prints them, with the options in alphabetical order.
func datasetRules(r catalog.Rules) json.RawMessage {
	b, err := json.Marshal(catalog.Values(r))
	if err != nil {
		panic("rummygym: rules are numbers and words: " + err.Error())
	}
	return b
}

// parseDatasetRules reads what datasetRules wrote of the rules of a game.
func parseDatasetRules(g *catalog.Rummy, text json.RawMessage) (catalog.Rules, error) {
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	r := g.Defaults() // of which every option is set
	for _, o := range r.Options() {
		if fields[o.Name] == nil {
			return nil, fmt.Errorf("option %s is missing", o.Name)
		}
	}
	if err := catalog.Change(r, fields); err != nil {
		return nil, err
	}
	return r, r.Validate()
}

// datasetAgents returns the agents of a list parted by commas, for a table with the
// rules.
func datasetAgents(r catalog.Rules, list string) ([]datasets.Agent, error) {
	if strings.TrimSpace(list) == "" {
		g := r.Rummy()
		example := everyAgent(g)[0]
		return nil, fmt.Errorf("--agents is empty: name an agent for each seat, as in %s,%s (rummygym agents --game %s lists them)", example, example, g.Name)
	}
	var agents []datasets.Agent
	for spec := range strings.SplitSeq(list, ",") {
		create, name, err := catalog.NewAgent(r, strings.TrimSpace(spec))
		if err != nil {
			return nil, fmt.Errorf("--agents: %w", err)
		}
		if !catalog.Repeatable(name) {
			return nil, fmt.Errorf("--agents: %s has a budget of time, so that its games could not be had again from the seed: want rollouts=", name)
		}
		agents = append(agents, datasets.Agent{Name: name, New: func() datasets.Player { return create() }})
	}
	return agents, nil
}

// seatNames returns the agent in each seat of an episode of a run.
func seatNames(r *datasets.Run, deal int64) []string {
	names := slices.Clone(r.Agents)
	for seat := range names {
		names[seat] = r.AgentAt(seat, deal)
	}
	return names
}
