package collect

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Agent is an agent and its specification.
type Agent struct {
	Name string            // specification, such as "min-dist-opp:drop=5"
	New  func() game.Agent // returns a new agent; each worker calls it once per seat
}

// Series is games of the same agents at a table, from one seed: a run of the dataset. Game i is deal i.
type Series struct {
	Agents   []Agent // one for each seat of the game
	Seating  datasets.Seating
	Games    int64 // episodes, at least 1
	Seed     uint64
	MaxSteps int // decisions after which an episode is truncated; 0 is no limit
}

// Config is the settings of [Run]. Start from [DefaultConfig].
type Config struct {
	Table  game.Table // package rummygym builds one from the name of a game
	Series            // the games to play
	More   []Series   // further games, in the order of their episodes

	// FirstDeal is the first deal to play, above 0 in a part of a longer run: Games counts from it. It must be a multiple of
	// ShardGames, and 0 with More.
	FirstDeal int64

	Dir        string // folder of the dataset; created if it does not exist
	Resume     bool   // continue a run with the same settings
	Workers    int    // games played concurrently, of as many shards or of fewer; at least 1
	ShardGames int64  // episodes per shard, at least 1
	BatchRows  int    // a batch ends with the episode that reaches this number of rows, at least 1

	// BestOf is the number of times that each deal is played, at least 1. The agents draw
	// their random choices anew (see [agents.Table.DealAttempt]), and the attempts after the first share only what
	// the agent named first can see of the deal; the other cards are dealt anew (see [game.DealAttempt]). The attempt in which
	// the agent named first gains most is recorded, the first of equals.
	BestOf int

	// EndedBy lists the endings of the attempts that can be the best, words of the Table's Endings; nil is every ending. Only
	// with a BestOf above 1. If no attempt ended so, the first is recorded.
	EndedBy []string

	Final       datasets.Final
	Compression datasets.Compression
	Generator   string // program and version, for the metadata

	// Progress, if not nil, is called by several goroutines with the number of
	// episodes that were added to disk or to the games played. Episodes of shards
	// that a resumed run keeps count too.
	Progress func(episodes int64)
}

// DefaultConfig returns the settings without Table, Agents, Games and Dir: seats
// rotate, each deal is played once, shards of 1,000 games, batches of
// 32,768 rows, Arrow files with Zstandard compression, one worker.
func DefaultConfig() Config {
	return Config{
		Series: Series{Seating: datasets.Rotate}, BestOf: 1, Workers: 1, ShardGames: 1000, BatchRows: 32768,
		Final: datasets.DecisionsOnly, Compression: datasets.Zstd, Generator: "rummygym",
	}
}

// maxShards is the maximum number of shards of a dataset.
const maxShards = 1_000_000

// Validate returns an error for the first setting that is out of range.
func (c *Config) Validate() error {
	t := &c.Table
	if t.Game == nil || t.NewEncoder == nil || t.Phase == nil {
		return errors.New("collect: the table needs a game, an encoder and a phase function")
	}
	for i, r := range c.series() {
		if err := r.validate(t.Game.Players()); err != nil {
			return fmt.Errorf("collect: %s%w", map[bool]string{true: fmt.Sprintf("series %d: ", i)}[len(c.More) > 0], err)
		}
	}
	switch {
	case c.ShardGames < 1:
		return fmt.Errorf("collect: games per shard is %d, want at least 1", c.ShardGames)
	case c.FirstDeal < 0 || c.FirstDeal > math.MaxInt64-c.Games:
		return fmt.Errorf("collect: %d games from deal %d, want one of at least 0", c.Games, c.FirstDeal)
	case c.FirstDeal%c.ShardGames != 0 || c.FirstDeal > 0 && len(c.More) > 0:
		return fmt.Errorf("collect: the first deal is %d: want a multiple of the %d games per shard, and 0 with several series", c.FirstDeal, c.ShardGames)
	case c.Workers < 1:
		return fmt.Errorf("collect: workers is %d, want at least 1", c.Workers)
	case (c.FirstDeal+c.Games-1)/c.ShardGames >= maxShards:
		return fmt.Errorf("collect: %d games of %d per shard are more than %d shards, the maximum: record fewer games, or more per shard", c.FirstDeal+c.Games, c.ShardGames, maxShards)
	case c.BatchRows < 1:
		return fmt.Errorf("collect: rows per batch is %d, want at least 1", c.BatchRows)
	case c.BestOf < 1:
		return fmt.Errorf("collect: best of %d, want at least 1 attempt at each deal", c.BestOf)
	case c.EndedBy != nil && c.BestOf == 1:
		return fmt.Errorf("collect: attempts ended by %s are chosen among several, but best of 1 has no others", strings.Join(c.EndedBy, ", "))
	case len(t.Phases) == 0:
		return errors.New("collect: the table has no phases")
	case len(t.Endings) == 0:
		return errors.New("collect: the table has no endings")
	case c.Dir == "":
		return errors.New("collect: no folder is given")
	case !json.Valid(t.Rules):
		return errors.New("collect: the rules of the table are not JSON")
	}
	_, compression := datasets.ParseCompression(string(c.Compression))
	_, final := datasets.ParseFinal(string(c.Final))
	if err := cmp.Or(compression, final); err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	for _, e := range c.EndedBy {
		if !slices.Contains(t.Endings, e) {
			return fmt.Errorf("collect: ending %q is not one of the game's %q", e, t.Endings)
		}
	}
	return nil
}

// series returns all games to play.
func (c *Config) series() []Series { return append([]Series{c.Series}, c.More...) }

// games returns the number of all games to play.
func (c *Config) games() (n int64) {
	for _, r := range c.series() {
		n += r.Games
	}
	return n
}

// validate returns an error for the first setting that is out of range at a table with a number of seats.
func (r *Series) validate(seats int) error {
	switch {
	case len(r.Agents) != seats:
		return fmt.Errorf("%d agents for %d seats: name one agent per seat", len(r.Agents), seats)
	case r.Games < 1:
		return fmt.Errorf("games is %d, want at least 1", r.Games)
	case r.MaxSteps < 0:
		return fmt.Errorf("max steps is %d, want 0 for no limit or a number of decisions", r.MaxSteps)
	}
	for i, a := range r.Agents {
		if a.Name == "" || a.New == nil {
			return fmt.Errorf("agent %d has no name or no constructor", i)
		}
	}
	_, err := datasets.ParseSeating(string(r.Seating))
	return err
}

// Meta returns the metadata of the dataset that c describes. It needs only the Table to be valid, for [datasets.Columns].
func (c *Config) Meta() (*datasets.Meta, error) {
	t := &c.Table
	layout, err := datasets.LayoutInfo(t.NewEncoder().Layout())
	if err != nil {
		return nil, err
	}
	m := &datasets.Meta{
		Schema: datasets.SchemaVersion, Generator: c.Generator, Env: t.Env, Game: t.Game.Name(), Rules: t.Rules,
		Seats: t.Game.Players(), Actions: t.Game.NumActions(), Fields: t.Fields, Layout: layout,
		Phases: t.Phases, Endings: t.Endings,
		ShardGames: c.ShardGames, BatchRows: c.BatchRows, Final: c.Final, Compression: c.Compression,
	}
	first := int64(0)
	for _, r := range c.series() {
		run := datasets.Run{First: first, Seed: r.Seed, Seating: r.Seating, MaxSteps: r.MaxSteps, Agents: make([]string, len(r.Agents))}
		for i, a := range r.Agents {
			run.Agents[i] = a.Name
		}
		m.Runs, first = append(m.Runs, run), first+r.Games
	}
	if c.BestOf > 1 {
		m.BestOf, m.EndedBy = c.BestOf, c.EndedBy
	}
	// A round trip through JSON makes it comparable to metadata read from disk.
	text, err := m.JSON()
	if err != nil {
		return nil, err
	}
	return datasets.ParseMeta(text)
}
