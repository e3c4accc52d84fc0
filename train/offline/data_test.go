package offline_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// indianTable returns a table with the rules of saha2025mindist and groups of fields.
func indianTable(t testing.TB, groups encoder.IndianGroups) game.Table {
	t.Helper()
	rules := indian.Paper()
	g := must.Get(indian.New(rules))(t)
	x := must.Get(encoder.NewIndian(rules, groups))(t)
	return described(t, game.Table{
		Game: g, Env: "IndianRummy-v1", Fields: groups.String(),
		NewEncoder: func() game.Encoder { return x },
		Phase:      func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	}, rules, indian.Over, indian.Endings())
}

// ginTable returns a table of single hands of Gin Rummy.
func ginTable(t testing.TB, groups encoder.GinGroups) game.Table {
	t.Helper()
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	g := must.Get(gin.New(rules))(t)
	x := must.Get(encoder.NewGin(rules, groups))(t)
	return described(t, game.Table{
		Game: g, Env: "GinRummy-v1", Fields: groups.String(),
		NewEncoder: func() game.Encoder { return x },
		Phase:      func(o game.Observation) int { return int(o.(*gin.Observation).Phase) },
	}, rules, gin.Over, gin.Endings())
}

// described returns the table with its rules as JSON, the phases up to over, and the
// endings.
func described[P interface {
	~uint8
	fmt.Stringer
}](t testing.TB, table game.Table, rules any, over P, endings []game.Ending) game.Table {
	t.Helper()
	text := must.Get(json.Marshal(rules))(t)
	table.Rules = text
	for p := range over + 1 {
		table.Phases = append(table.Phases, p.String())
	}
	for _, e := range endings {
		table.Endings = append(table.Endings, string(e))
	}
	return table
}

// collect plays games between agents and returns them as a dataset of many small shards
// and batches. change, if not nil, changes the settings.
func recorded(t testing.TB, table game.Table, specs []string, games int64, change func(*collect.Config)) *datasets.Dataset {
	t.Helper()
	c := collect.DefaultConfig()
	c.Table, c.Games, c.Seed, c.Dir = table, games, 3, t.TempDir()
	c.ShardGames, c.BatchRows = max(games/5, 1), 200
	for _, spec := range specs {
		create := must.Get(players[table.Game.Name()](spec))(t)
		c.Agents = append(c.Agents, collect.Agent{Name: spec, New: create})
	}
	if change != nil {
		change(&c)
	}
	must.Get(collect.Run(t.Context(), c))(t)
	return open(t, c.Dir)
}

func open(t testing.TB, dir string) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Open(dir))(t)
}

// players make the papers' players of a game.
var players = map[string]func(spec string) (func() game.Agent, error){"indian": indianrummy.New, "gin": ginrummy.New}
