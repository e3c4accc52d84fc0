package search_test

import (
	"testing"

	"rummygym"
	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestTree plays games of a search with a tree against the agent that it knows: they do not depend on the number of workers, and the search gains more than
// one whose later decisions are those of a poor agent.
func TestTree(t *testing.T) {
	rules := must.Get(rummygym.ParseRules("gin", "tiny"))(t)
	g := must.Get(rules.NewGame())(t)
	other, _, err := rummygym.OpenAgent(rules, "simple")
	must.Do(t, err)
	gains := func(spec string) (all []int) {
		create, _, err := rummygym.OpenAgent(rules, spec)
		must.Do(t, err)
		table, a, b := agents.NewTable(g), create(), other()
		for deal := range uint64(300) {
			for _, seats := range [][]game.Agent{{a, b}, {b, a}} {
				table.Deal(5, deal, seats...)
				must.Do(t, table.Play(nil))
				own := 0
				if seats[1] == a {
					own = 1
				}
				all = append(all, table.State().Outcome().Gains[own])
			}
		}
		return all
	}
	sum := func(all []int) (n int) {
		for _, v := range all {
			n += v
		}
		return n
	}
	const spec = "search:playout=random:opponent=simple:rollouts=600:belief=moves:tree="
	with := gains(spec + "on")
	must.Equal(t, gains(spec+"on:workers=3"), with, "the gains with three workers")
	if flat := gains(spec + "off"); sum(with) < sum(flat)+150 {
		t.Errorf("with a tree the search gains %d in %d games, and without %d", sum(with), len(with), sum(flat))
	}
}
