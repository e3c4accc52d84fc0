package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"rummygym/agents/arena"
	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
)

// playRows returns the rows of play of Indian Rummy, from the bare engine to
// files.
func playRows(ctx context.Context) []benchRow {
	return []benchRow{
		{Name: "random legal play, no observation", Unit: "decisions/s", Target: 12e6, measure: randomPlay(catalog.Indian)},
		{Name: "random legal play, cards and counts, MinScore, MinDist", Unit: "decisions/s", Target: 1e6,
			measure: vectorPlay(catalog.Indian, "cards-and-counts,score,distance")},
		{Name: "random legal play, every field", Unit: "decisions/s", Target: 200e3, measure: vectorPlay(catalog.Indian, catalog.AllFields)},
		{Name: "MinDist against MinDist", Unit: "games/s", Target: 70e3, measure: matchSpeed(ctx, catalog.Indian, "min-dist")},
		{Name: fmt.Sprintf("tournament of 36 pairs, 1,000 games each, %d cores", runtime.GOMAXPROCS(0)), Unit: "s", Target: 10, AtMost: true, once: true,
			measure: func(time.Duration) (float64, error) { return tournamentTime(ctx) }},
		{Name: "collect MinDist against MinDist to zstd", Unit: "decisions/s", Target: 150e3,
			measure: func(d time.Duration) (float64, error) { return collectSpeed(ctx, d) }},
	}
}

// ginPlayRows returns the rows of play of Gin Rummy.
func ginPlayRows(ctx context.Context) []benchRow {
	return []benchRow{
		{Name: "gin: random legal play, no observation", Unit: "decisions/s", Target: 5e6, measure: randomPlay(catalog.Gin)},
		{Name: "gin: random legal play, planes of cards and deadwood", Unit: "decisions/s", Target: 1e6,
			measure: vectorPlay(catalog.Gin, "cards-and-counts,deadwood")},
		{Name: "gin: random legal play, every field", Unit: "decisions/s", Target: 50e3, measure: vectorPlay(catalog.Gin, catalog.AllFields)},
		{Name: "gin: Simple against Simple", Unit: "matches/s", Target: 3_000, measure: matchSpeed(ctx, catalog.Gin, "simple")},
		{Name: "gin: SIGRA against Simple", Unit: "matches/s", Target: 1_500, measure: matchSpeed(ctx, catalog.Gin, "sigra", "simple")},
	}
}

// dropOf returns the action that leaves a game under the rules.
func dropOf(r catalog.Rules) game.Action {
	var c arena.Config
	setTerms(&c, r)
	return c.Drop
}

// randomPlay measures the decisions a second of random legal play without drops
// in the bare engine, dealing included.
func randomPlay(g *catalog.Rummy) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		rules := g.Defaults()
		table, err := rules.NewGame()
		if err != nil {
			return 0, err
		}
		state, src, drop := table.NewState(), game.DealSource(benchSeed, 0), dropOf(rules)
		var legal game.Mask
		decisions := 0
		start := time.Now()
		for time.Since(start) < d {
			for range 10_000 {
				if state.Current() == game.NoPlayer {
					table.Deal(state, src)
				}
				state.Legal(&legal)
				if drop != game.NoAction {
					legal.Unset(drop)
				}
				if err := state.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
					return 0, err
				}
				decisions++
			}
		}
		return float64(decisions) / time.Since(start).Seconds(), nil
	}
}

// vectorPlay measures the decisions a second of random legal play without drops
// at 64 tables of the gym on one core, with observation and mask of every
// decision.
func vectorPlay(g *catalog.Rummy, fields string) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		const tables = 64
		rules := g.Defaults()
		table, err := rules.NewGame()
		if err != nil {
			return 0, err
		}
		x, _, err := rules.Encoder(fields)
		if err != nil {
			return 0, err
		}
		v, err := env.NewVector(table, tables, env.VectorConfig{Config: env.Config{Encoder: x}, Autoreset: env.SameStep})
		if err != nil {
			return 0, err
		}
		defer v.Close()
		out := v.NewArrays()
		out.Final = nil // nobody looks at it
		if err := v.Reset(benchSeed, out); err != nil {
			return 0, err
		}
		src, drop := game.DealSource(benchSeed, 0), dropOf(rules)
		actions := make([]game.Action, tables)
		var legal game.Mask
		decisions := 0
		start := time.Now()
		for time.Since(start) < d {
			for range 100 {
				for i := range actions {
					v.Table(i).Legal(&legal)
					if drop != game.NoAction {
						legal.Unset(drop)
					}
					actions[i] = legal.Nth(int(card.Below(src, uint64(legal.Count()))))
				}
				if err := v.Step(actions, out); err != nil {
					return 0, err
				}
				decisions += tables
			}
		}
		return float64(decisions) / time.Since(start).Seconds(), nil
	}
}

// matchSpeed measures the games a second that one core plays of the first-named
// agent against the last, under the default rules.
func matchSpeed(ctx context.Context, g *catalog.Rummy, names ...string) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		c, err := benchTournament(g, names...)
		if err != nil {
			return 0, err
		}
		c.Workers, c.Games, c.Lineups = 1, 500, []arena.Lineup{{0, len(names) - 1}}
		games := 0
		start := time.Now()
		for ; time.Since(start) < d; c.Seed++ {
			if _, err := arena.Tournament(ctx, c); err != nil {
				return 0, err
			}
			games += c.Games
		}
		return float64(games) / time.Since(start).Seconds(), nil
	}
}

// paperAgents are the agents of paper 000.
var paperAgents = []string{"random", "defeat-seeking", "min-score", "min-dist", "min-dist-score", "min-dist-opp"}

// tournamentTime returns the seconds of a tournament of the paper's agents of
// Indian Rummy on all cores.
func tournamentTime(ctx context.Context) (float64, error) {
	c, err := benchTournament(catalog.Indian, paperAgents...)
	if err != nil {
		return 0, err
	}
	c.Games = 1_000
	start := time.Now()
	if _, err := arena.Tournament(ctx, c); err != nil {
		return 0, err
	}
	return time.Since(start).Seconds(), nil
}

// benchTournament returns a tournament of the agents named, under the default
// rules of their game.
func benchTournament(g *catalog.Rummy, names ...string) (arena.Config, error) {
	rules := g.Defaults()
	table, err := rules.NewGame()
	if err != nil {
		return arena.Config{}, err
	}
	c := arena.Config{Game: table, Seed: benchSeed}
	setTerms(&c, rules)
	for _, name := range names {
		player, _, err := catalog.NewAgent(rules, name)
		if err != nil {
			return arena.Config{}, err
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: player})
	}
	return c, nil
}

// collectSpeed returns the decisions a second that collect plays and writes,
// with every field, to a folder of its own that is removed again.
func collectSpeed(ctx context.Context, d time.Duration) (speed float64, err error) {
	dir, err := os.MkdirTemp("", "rummygym-bench-")
	if err != nil {
		return 0, err
	}
	defer func() {
		if e := os.RemoveAll(dir); err == nil {
			err = e
		}
	}()
	c := datasets.DefaultConfig()
	if c.Table, err = datasetTable(catalog.Indian.Defaults(), catalog.AllFields); err != nil {
		return 0, err
	}
	if c.Agents, err = datasetAgents(catalog.Indian.Defaults(), "min-dist,min-dist"); err != nil {
		return 0, err
	}
	c.Games, c.ShardGames, c.Workers = 8_000, 2_000, runtime.GOMAXPROCS(0)
	var rows int64
	start := time.Now()
	for i := 0; time.Since(start) < d || i == 0; i++ {
		c.Seed, c.Dir = benchSeed+uint64(i), filepath.Join(dir, fmt.Sprint(i))
		s, err := datasets.Collect(ctx, c)
		if err != nil {
			return 0, err
		}
		rows += s.Manifest.Rows
	}
	return float64(rows) / time.Since(start).Seconds(), nil
}
