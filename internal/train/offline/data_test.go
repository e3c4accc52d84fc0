package offline_test

import (
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// tableOf returns the table of a game with groups of fields, "" for none.
func tableOf(t testing.TB, fields, gameName string, rules ...string) game.Table {
	t.Helper()
	if fields == "" {
		fields = catalog.NoFields
	}
	g := must.Get(catalog.NewGame(gameName, rules...))(t)
	return must.Get(catalog.NewTable(g, fields))(t)
}

// indianTable returns a table with the rules of saha2025mindist and groups of fields.
func indianTable(t testing.TB, groups encoder.IndianGroups) game.Table {
	t.Helper()
	return tableOf(t, groups.String(), "indian")
}

// ginTable returns a table of single hands of Gin Rummy.
func ginTable(t testing.TB, groups encoder.GinGroups) game.Table {
	t.Helper()
	return tableOf(t, groups.String(), "gin")
}

// recorded plays games between agents and returns them as a dataset of many small shards
// and batches. change, if not nil, changes the settings.
func recorded(t testing.TB, table game.Table, specs []string, games int64, change func(*collect.Config)) *datasets.Dataset {
	t.Helper()
	rules := must.Get(catalog.RulesOf(table.Game))(t)
	c := collect.DefaultConfig()
	c.Table, c.Games, c.Seed, c.Dir = table, games, 3, t.TempDir()
	c.ShardGames, c.BatchRows = max(games/5, 1), 200
	for _, spec := range specs {
		create, name := must.Get2(catalog.OpenAgent(rules, spec))(t)
		c.Agents = append(c.Agents, collect.Agent{Name: name, New: create})
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
