package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"rummygym/agents/arena"
	"rummygym/baselines"
	"rummygym/datasets"
	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// playRows returns the rows of play, from the bare engine to files.
func playRows(ctx context.Context) []benchRow {
	return []benchRow{
		{Name: "random legal play, no observation", Unit: "decisions/s", Target: 12e6, measure: randomPlay},
		{Name: "random legal play, cards and counts, MinScore, MinDist", Unit: "decisions/s", Target: 1e6,
			measure: vectorPlay(features.CardsAndCounts | features.Score | features.Distance)},
		{Name: "random legal play, every field", Unit: "decisions/s", Target: 200e3, measure: vectorPlay(features.AllGroups)},
		{Name: "MinDist against MinDist", Unit: "games/s", Target: 70e3, measure: func(d time.Duration) (float64, error) { return matchSpeed(ctx, d) }},
		{Name: fmt.Sprintf("tournament of 36 pairs, 1,000 games each, %d cores", runtime.GOMAXPROCS(0)), Unit: "s", Target: 10, AtMost: true, once: true,
			measure: func(time.Duration) (float64, error) { return tournamentTime(ctx) }},
		{Name: "collect MinDist against MinDist to zstd", Unit: "decisions/s", Target: 150e3,
			measure: func(d time.Duration) (float64, error) { return collectSpeed(ctx, d) }},
	}
}

// randomPlay returns the decisions a second of random legal play without drops
// in the bare engine, dealing included.
func randomPlay(d time.Duration) (float64, error) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		return 0, err
	}
	state, src := g.NewTable(), game.DealSource(benchSeed, 0)
	var legal game.Mask
	decisions := 0
	start := time.Now()
	for time.Since(start) < d {
		for range 10_000 {
			if state.Current() == game.NoPlayer {
				g.Deal(state, src)
			}
			state.Legal(&legal)
			legal.Unset(indian.Drop)
			if err := state.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				return 0, err
			}
			decisions++
		}
	}
	return float64(decisions) / time.Since(start).Seconds(), nil
}

// vectorPlay measures the decisions a second of random legal play without drops
// at 64 tables of the gym on one core, with observation and mask of every
// decision.
func vectorPlay(groups features.Groups) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		const tables = 64
		g, err := indian.New(indian.Paper())
		if err != nil {
			return 0, err
		}
		x, err := features.NewExtractor(indian.Paper(), groups)
		if err != nil {
			return 0, err
		}
		v, err := env.NewVector(g, tables, env.VectorConfig{Config: env.Config{Encoder: x}, Autoreset: env.SameStep})
		if err != nil {
			return 0, err
		}
		defer v.Close()
		out := v.NewArrays()
		out.Final = nil // nobody looks at it
		if err := v.Reset(benchSeed, out); err != nil {
			return 0, err
		}
		src := game.DealSource(benchSeed, 0)
		actions := make([]game.Action, tables)
		var legal game.Mask
		decisions := 0
		start := time.Now()
		for time.Since(start) < d {
			for range 100 {
				for i := range actions {
					v.Table(i).Legal(&legal)
					legal.Unset(indian.Drop)
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

// matchSpeed returns the games a second that one core plays of MinDist against
// itself.
func matchSpeed(ctx context.Context, d time.Duration) (float64, error) {
	c, err := benchTournament("min-dist")
	if err != nil {
		return 0, err
	}
	c.Workers, c.Games = 1, 2_000
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

// tournamentTime returns the seconds of a tournament of all agents on all cores.
func tournamentTime(ctx context.Context) (float64, error) {
	c, err := benchTournament(everyAgent(indianRummy)...)
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

// benchTournament returns a tournament of the agents named, under the paper's
// rules.
func benchTournament(names ...string) (arena.Config, error) {
	rules := indian.Paper()
	g, err := indian.New(rules)
	if err != nil {
		return arena.Config{}, err
	}
	c := arena.Config{Game: g, Seed: benchSeed, Drop: indian.Drop, RoundLimit: rules.MaxRounds}
	for _, name := range names {
		player, err := baselines.New(baselines.Indian, name)
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
	if c.Table, err = datasetTable(indianRummy.defaults(), allFields); err != nil {
		return 0, err
	}
	if c.Agents, err = datasetAgents(indianRummy, "min-dist,min-dist"); err != nil {
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
