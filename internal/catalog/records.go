package catalog

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

// RecordGame returns the game of a record by its header: the environment and the rules.
func RecordGame(h *record.Header) (record.Game, error) {
	t, err := GameByEnv(h.Env)
	if err != nil {
		return nil, fmt.Errorf("field env: %w", err)
	}
	r, err := t.ReadRules(h.Rules)
	if err != nil {
		return nil, fmt.Errorf("field rules: %w", err)
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, fmt.Errorf("field rules: %w", err)
	}
	return record.Of(g)
}

// RecordHeader returns the header of a record of game g between players of the given names,
// without an origin.
func RecordHeader(g game.Game, seats []string) (record.Header, error) {
	r, err := RulesOf(g)
	if err != nil {
		return record.Header{}, err
	}
	rules, err := r.MarshalJSON()
	if err != nil {
		return record.Header{}, err
	}
	return record.NewHeader(g, r.Type().Env, rules, seats)
}

// Reasons returns why each hand of a record is scored as it is, by the index of the event score (see [record.Explainer]). It returns nil
// for rules that do not say it, and for a record of the whole game that breaks its rules.
func Reasons(r *record.Record) map[int][]record.Reason {
	g, err := RecordGame(&r.Header)
	x, ok := g.(record.Explainer)
	if err != nil || !ok || r.Viewer == game.NoPlayer && r.Play(g, nil) != nil {
		return nil
	}
	all := map[int][]record.Reason{}
	for i := range r.Events {
		if e := &r.Events[i]; e.Type == record.Score {
			all[i] = x.Explain(record.HandOf(r.Events, e))
		}
	}
	return all
}
