package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym/baselines"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// datasetEnv names the environment of datasets and its version, which moves when
// the same seed and actions give another game or another observation.
const datasetEnv = "IndianRummy-v0"

// datasetTable returns what package datasets has to know of Indian Rummy under
// the rules, with the given groups of observation fields.
func datasetTable(rules indian.Rules, groups features.Groups) (datasets.Table, error) {
	g, err := indian.New(rules)
	if err != nil {
		return datasets.Table{}, err
	}
	x, err := features.NewExtractor(rules, groups)
	if err != nil {
		return datasets.Table{}, err
	}
	t := datasets.Table{
		Game: g, Env: datasetEnv, Rules: datasetRules(rules), Fields: groups.String(),
		NewEncoder: func() datasets.Encoder { return x }, // safe for concurrent use
		Phases:     []string{indian.Draw.String(), indian.Discard.String(), indian.Over.String()},
		Phase:      func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	}
	for _, e := range indian.Endings() {
		t.Endings = append(t.Endings, string(e))
	}
	return t, nil
}

// datasetTableOf returns the table of a dataset on disk.
func datasetTableOf(m *datasets.Meta) (datasets.Table, error) {
	if m.Env != datasetEnv {
		return datasets.Table{}, fmt.Errorf("the dataset is of the environment %s: this program knows %s", m.Env, datasetEnv)
	}
	rules, err := parseDatasetRules(m.Rules)
	if err != nil {
		return datasets.Table{}, fmt.Errorf("rules of the dataset: %w", err)
	}
	groups, err := features.ParseGroups(m.Fields)
	if err != nil {
		return datasets.Table{}, fmt.Errorf("fields of the dataset: %w", err)
	}
	return datasetTable(rules, groups)
}

// datasetRules returns the rules as one JSON object: the option names of the
// flags with a number or a word each, as "rummygym rules --format json" prints
// them, in alphabetical order.
func datasetRules(r indian.Rules) json.RawMessage {
	fields := make(map[string]any, len(ruleTable))
	for _, f := range ruleTable {
		if f.kind == "int" {
			fields[f.name] = f.get(r)
		} else {
			fields[f.name] = f.text(r)
		}
	}
	b, err := json.Marshal(fields)
	if err != nil {
		panic("rummygym: rules are numbers and words: " + err.Error())
	}
	return b
}

// parseDatasetRules reads what datasetRules wrote.
func parseDatasetRules(text json.RawMessage) (indian.Rules, error) {
	var r indian.Rules
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return r, err
	}
	for _, f := range ruleTable {
		var value string
		switch v := fields[f.name].(type) {
		case nil:
			return r, fmt.Errorf("option %s is missing", f.name)
		case float64:
			value = strconv.Itoa(int(v))
		case string:
			value = v
		}
		n, err := f.parse(value)
		if err != nil {
			return r, fmt.Errorf("option %s: %w", f.name, err)
		}
		f.set(&r, n)
		delete(fields, f.name)
	}
	for name := range fields {
		return r, fmt.Errorf("option %s is not known", name)
	}
	return r, r.Validate()
}

// datasetAgents returns the agents of a list parted by commas.
func datasetAgents(list string) ([]datasets.Agent, error) {
	if strings.TrimSpace(list) == "" {
		return nil, fmt.Errorf("--agents is empty: name an agent for each seat, as in min-dist-opp,random (rummygym agents lists them)")
	}
	var agents []datasets.Agent
	for spec := range strings.SplitSeq(list, ",") {
		spec = strings.TrimSpace(spec)
		create, err := baselines.New(baselines.Indian, spec)
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
