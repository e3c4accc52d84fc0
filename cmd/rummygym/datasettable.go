package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// The words of --fields that every game knows.
const (
	allFields = "all"  // every group of observation fields
	noFields  = "none" // no observations
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
func datasetTable(r tableRules, fields string) (datasets.Table, error) {
	played, err := r.newGame()
	if err != nil {
		return datasets.Table{}, err
	}
	x := datasets.Encoder(noEncoder{})
	if fields != noFields {
		if x, fields, err = r.encoder(fields); err != nil {
			return datasets.Table{}, err
		}
	}
	g := r.rummy()
	t := datasets.Table{
		Game: played, Env: g.env, Rules: datasetRules(r), Fields: fields,
		NewEncoder: func() datasets.Encoder { return x }, // safe for concurrent use
		Phases:     g.phases,
		Phase:      g.phase,
	}
	for _, e := range g.endings {
		t.Endings = append(t.Endings, string(e))
	}
	return t, nil
}

// datasetRummy returns the game of a dataset on disk.
func datasetRummy(m *datasets.Meta) (*rummy, error) {
	var known []string
	for _, g := range rummies() {
		if g.env == m.Env {
			return g, nil
		}
		known = append(known, g.env)
	}
	return nil, fmt.Errorf("the dataset is of the environment %s: this program knows %s", m.Env, strings.Join(known, " and "))
}

// datasetRulesOf returns the rules of a dataset on disk.
func datasetRulesOf(m *datasets.Meta) (tableRules, error) {
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
func datasetRules(r tableRules) json.RawMessage {
	b, err := json.Marshal(ruleFields(r))
	if err != nil {
		panic("rummygym: rules are numbers and words: " + err.Error())
	}
	return b
}

// parseDatasetRules reads what datasetRules wrote of the rules of a game.
func parseDatasetRules(g *rummy, text json.RawMessage) (tableRules, error) {
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	r := g.defaults() // of which every option is set
	for _, o := range r.options() {
		var value string
		switch v := fields[o.name].(type) {
		case nil:
			return nil, fmt.Errorf("option %s is missing", o.name)
		case float64:
			value = strconv.Itoa(int(v))
		case string:
			value = v
		}
		n, err := o.parse(value)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", o.name, err)
		}
		o.set(n)
		delete(fields, o.name)
	}
	for name := range fields {
		return nil, fmt.Errorf("option %s is not known", name)
	}
	return r, r.Validate()
}

// datasetAgents returns the agents of a list parted by commas.
func datasetAgents(g *rummy, list string) ([]datasets.Agent, error) {
	if strings.TrimSpace(list) == "" {
		example := everyAgent(g)[0]
		return nil, fmt.Errorf("--agents is empty: name an agent for each seat, as in %s,%s (rummygym agents --game %s lists them)", example, example, g.name)
	}
	var agents []datasets.Agent
	for spec := range strings.SplitSeq(list, ",") {
		spec = strings.TrimSpace(spec)
		create, _, err := newAgent(g, spec)
		if err != nil {
			return nil, fmt.Errorf("--agents: %w", err)
		}
		agents = append(agents, datasets.Agent{Name: spec, New: func() datasets.Player { return create() }})
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
