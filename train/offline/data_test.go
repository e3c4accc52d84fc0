package offline_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"rummygym/baselines"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features"
)

// indianTable returns the table of the paper with groups of fields.
func indianTable(t testing.TB, groups features.Groups) datasets.Table {
	t.Helper()
	rules := indian.Paper()
	g, err := indian.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	x, err := features.NewExtractor(rules, groups)
	if err != nil {
		t.Fatal(err)
	}
	return described(t, datasets.Table{
		Game: g, Env: "IndianRummy-v0", Fields: groups.String(),
		NewEncoder: func() datasets.Encoder { return x },
		Phase:      func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	}, rules, indian.Over, indian.Endings())
}

// ginTable returns a table of single hands of Gin Rummy.
func ginTable(t testing.TB, groups features.GinGroups) datasets.Table {
	t.Helper()
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	g, err := gin.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	x, err := features.NewGinExtractor(rules, groups)
	if err != nil {
		t.Fatal(err)
	}
	return described(t, datasets.Table{
		Game: g, Env: "GinRummy-v0", Fields: groups.String(),
		NewEncoder: func() datasets.Encoder { return x },
		Phase:      func(o game.Observation) int { return int(o.(*gin.Observation).Phase) },
	}, rules, gin.Over, gin.Endings())
}

// described returns the table with the texts of its rules, of the phases up to over, and
// of the endings.
func described[P interface {
	~uint8
	fmt.Stringer
}](t testing.TB, table datasets.Table, rules any, over P, endings []game.Ending) datasets.Table {
	t.Helper()
	text, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	table.Rules = text
	for p := range over + 1 {
		table.Phases = append(table.Phases, p.String())
	}
	for _, e := range endings {
		table.Endings = append(table.Endings, string(e))
	}
	return table
}

// collect plays games between agents and returns the dataset of them. change may
// change the settings: small shards and batches, so that there are many.
func collect(t testing.TB, table datasets.Table, specs []string, games int64, change func(*datasets.Config)) *datasets.Dataset {
	t.Helper()
	c := datasets.DefaultConfig()
	c.Table, c.Games, c.Seed, c.Dir = table, games, 3, t.TempDir()
	c.ShardGames, c.BatchRows = max(games/5, 1), 200
	for _, spec := range specs {
		create, err := baselines.New(table.Game.Name(), spec)
		if err != nil {
			t.Fatal(err)
		}
		c.Agents = append(c.Agents, datasets.Agent{Name: spec, New: func() datasets.Player { return create() }})
	}
	if change != nil {
		change(&c)
	}
	if _, err := datasets.Collect(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return open(t, c.Dir)
}

func open(t testing.TB, dir string) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
