package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/datasets/collect"
	"rummygym/datasets/open"
	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
)

// playRows returns the rows of games of Indian Rummy, from the bare engine to recorded
// files.
func playRows(ctx context.Context) []row {
	return []row{
		{Name: "random legal play, no observation", Unit: "decisions/s", Target: 12e6, measure: randomPlay(ctx, rummygym.Indian)},
		{Name: "random legal play, cards and counts, MinScore, MinDist", Unit: "decisions/s", Target: 1e6,
			measure: vectorPlay(ctx, rummygym.Indian, "cards-and-counts,score,distance")},
		// The expected distance takes four fifths of the time: late in random play jokers are scarce.
		{Name: "random legal play, every field", Unit: "decisions/s", Target: 20e3, measure: vectorPlay(ctx, rummygym.Indian, rummygym.AllFields)},
		{Name: "MinDist against MinDist", Unit: "games/s", Target: 70e3, measure: matchSpeed(ctx, rummygym.Indian, "min-dist")},
		{Name: fmt.Sprintf("tournament of 36 pairs, 1,000 games each, %d cores", runtime.GOMAXPROCS(0)), Unit: "s", Target: 10, AtMost: true, once: true,
			measure: func(time.Duration) (float64, error) { return tournamentTime(ctx) }},
		{Name: "collect MinDist against MinDist to zstd", Unit: "decisions/s", Target: 150e3,
			measure: func(d time.Duration) (float64, error) { return collectSpeed(ctx, d) }},
	}
}

// ginPlayRows returns the rows of games of Gin Rummy.
func ginPlayRows(ctx context.Context) []row {
	return []row{
		{Name: "gin: random legal play, no observation", Unit: "decisions/s", Target: 5e6, measure: randomPlay(ctx, rummygym.Gin)},
		{Name: "gin: random legal play, planes of cards and deadwood", Unit: "decisions/s", Target: 1e6,
			measure: vectorPlay(ctx, rummygym.Gin, "cards-and-counts,deadwood")},
		{Name: "gin: random legal play, every field", Unit: "decisions/s", Target: 50e3, measure: vectorPlay(ctx, rummygym.Gin, rummygym.AllFields)},
		{Name: "gin: Simple against Simple", Unit: "matches/s", Target: 3_000, measure: matchSpeed(ctx, rummygym.Gin, "simple")},
		{Name: "gin: SIGRA against Simple", Unit: "matches/s", Target: 1_500, measure: matchSpeed(ctx, rummygym.Gin, "sigra", "simple")},
	}
}

// randomPlay returns a measurement of random legal play without drops in the bare engine,
// including deals, in decisions per second.
func randomPlay(ctx context.Context, g *rummygym.GameType) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		rules := g.Defaults()
		table, err := rules.NewGame()
		if err != nil {
			return 0, err
		}
		state, src, drop := table.NewState(), game.DealSource(seed, 0), rules.Results().Drop
		var legal game.Mask
		decisions := 0
		start := time.Now()
		for more := running(ctx, d); more(); {
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

// vectorPlay returns a measurement of random legal play without drops in a vector
// environment of 64 tables on one core, with observation and mask of every decision, in
// decisions per second.
func vectorPlay(ctx context.Context, g *rummygym.GameType, fields string) func(time.Duration) (float64, error) {
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
		out.Final = nil // not used
		if err := v.Reset(seed, out); err != nil {
			return 0, err
		}
		src, drop := game.DealSource(seed, 0), rules.Results().Drop
		actions := make([]game.Action, tables)
		var legal game.Mask
		decisions := 0
		start := time.Now()
		for more := running(ctx, d); more(); {
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

// matchSpeed returns a measurement of games of the first named agent against the last on
// one core, under the default rules, in games per second.
func matchSpeed(ctx context.Context, g *rummygym.GameType, names ...string) func(time.Duration) (float64, error) {
	return func(d time.Duration) (float64, error) {
		c, err := newTournament(g, names...)
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

// paperAgents lists the agents of saha2025mindist.
var paperAgents = []string{"random", "defeat-seeking", "min-score", "min-dist", "min-dist-score", "min-dist-opp"}

// tournamentTime returns the duration of a tournament of paperAgents on all cores, in
// seconds.
func tournamentTime(ctx context.Context) (float64, error) {
	c, err := newTournament(rummygym.Indian, paperAgents...)
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

// newTournament returns a tournament of the named agents under the default rules of their
// game.
func newTournament(g *rummygym.GameType, names ...string) (arena.Config, error) {
	rules := g.Defaults()
	table, err := rules.NewGame()
	if err != nil {
		return arena.Config{}, err
	}
	c := arena.Config{Game: table, Seed: seed}
	contest.SetTerms(&c, rules)
	for _, name := range names {
		player, _, err := rummygym.OpenAgent(rules, name)
		if err != nil {
			return arena.Config{}, err
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, New: player})
	}
	return c, nil
}

// collectSpeed returns the speed at which collect plays and records games with the default fields
// on all cores, in decisions per second. It writes to a temporary folder.
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
	c := collect.DefaultConfig()
	if c.Table, err = open.NewTable(rummygym.Indian.Defaults(), rummygym.DefaultFields); err != nil {
		return 0, err
	}
	if c.Agents, err = open.Agents(new(contest.Programs), rummygym.Indian.Defaults(), []string{"min-dist", "min-dist"}); err != nil {
		return 0, err
	}
	c.Games, c.ShardGames, c.Workers = 8_000, 2_000, runtime.GOMAXPROCS(0)
	var rows int64
	start := time.Now()
	for i := 0; time.Since(start) < d || i == 0; i++ {
		c.Seed, c.Dir = seed+uint64(i), filepath.Join(dir, fmt.Sprint(i))
		s, err := collect.Run(ctx, c)
		if err != nil {
			return 0, err
		}
		rows += s.Manifest.Rows
	}
	return float64(rows) / time.Since(start).Seconds(), nil
}
