package cli

import (
	"encoding/json"
	"fmt"

	"rummygym"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/record"
)

// RulesOf returns the rules of a dataset on disk.
func RulesOf(m *datasets.Meta) (rummygym.Rules, error) {
	g, err := rummygym.GameByEnv(m.Env)
	if err != nil {
		return nil, fmt.Errorf("the dataset: %w", err)
	}
	r, err := g.ReadRules(m.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules of the dataset: %w", err)
	}
	return r, nil
}

// GameOf returns the game of a dataset on disk.
func GameOf(m *datasets.Meta) (game.Game, error) {
	r, err := RulesOf(m)
	if err != nil {
		return nil, err
	}
	return r.NewGame()
}

// TableOf returns the table of a dataset on disk.
func TableOf(m *datasets.Meta) (game.Table, error) {
	r, err := RulesOf(m)
	if err != nil {
		return game.Table{}, err
	}
	t, err := NewTable(r, m.Fields)
	if err != nil {
		return game.Table{}, fmt.Errorf("fields of the dataset: %w", err)
	}
	if m.AfterFields != "" {
		if err := rummygym.SetAfter(&t, m.AfterFields); err != nil {
			return game.Table{}, fmt.Errorf("fields after an action of the dataset: %w", err)
		}
	}
	return t, nil
}

// NewTable returns the table of valid rules with the given comma-separated groups of
// observation fields. An error is about the fields.
func NewTable(r rummygym.Rules, fields string) (game.Table, error) {
	g, err := r.NewGame()
	if err != nil {
		return game.Table{}, err
	}
	return rummygym.NewTable(g, fields)
}

// RulesJSON returns the rules as one JSON object.
func RulesJSON(r rummygym.Rules) json.RawMessage {
	b, err := r.MarshalJSON()
	if err != nil {
		panic("rummygym: rules are numbers and words: " + err.Error())
	}
	return b
}

// EpisodeRecord returns the record of an episode of a dataset, by its number.
func EpisodeRecord(d *datasets.Dataset, number int64) (r *record.Record, err error) {
	t, err := TableOf(d.Meta())
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
