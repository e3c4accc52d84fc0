package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Agent is an agent and its specification.
type Agent struct {
	Name string            // specification, such as "min-dist-opp:drop=5"
	New  func() game.Agent // returns a new agent; each worker calls it once per seat
}

// Table describes the game and how its decisions are recorded. Package rummygym builds one
// from the name of a game.
type Table = game.Table

// Config is the settings of [Collect]. Start from [DefaultConfig].
type Config struct {
	Table   Table
	Agents  []Agent // one for each seat of the game
	Seating Seating
	Games   int64  // episodes, at least 1
	Seed    uint64 // episode i is deal i of this seed

	Dir        string // folder of the dataset; created if it does not exist
	Resume     bool   // continue a run with the same settings
	Workers    int    // shards written concurrently, at least 1
	ShardGames int64  // episodes per shard, at least 1
	BatchRows  int    // a batch ends with the episode that reaches this number of rows, at least 1

	MaxSteps    int // decisions after which an episode is truncated; 0 is no limit
	Final       Final
	Format      Format
	Compression Compression
	Generator   string // program and version, for the metadata

	// Progress, if not nil, is called by several goroutines with the number of
	// episodes that were added to disk or to the games played. Episodes of shards
	// that a resumed run keeps count too.
	Progress func(episodes int64)
}

// DefaultConfig returns the settings without Table, Agents, Games and Dir: seats
// rotate, shards of 1,000 games, batches of 32,768 rows, Arrow files with Zstandard
// compression, one worker.
func DefaultConfig() Config {
	return Config{
		Seating: Rotate, Workers: 1, ShardGames: 1000, BatchRows: 32768,
		Final: DecisionsOnly, Format: ArrowFile, Compression: Zstd, Generator: "rummygym",
	}
}

// Validate returns an error for the first setting that is out of range.
func (c *Config) Validate() error {
	t := &c.Table
	if t.Game == nil || t.NewEncoder == nil || t.Phase == nil {
		return errors.New("collect: the table needs a game, an encoder and a phase function")
	}
	seats := t.Game.Players()
	switch {
	case len(c.Agents) != seats:
		return fmt.Errorf("collect: %d agents for %d seats: name one agent per seat", len(c.Agents), seats)
	case c.Games < 1:
		return fmt.Errorf("collect: games is %d, want at least 1", c.Games)
	case c.Workers < 1:
		return fmt.Errorf("collect: workers is %d, want at least 1", c.Workers)
	case c.ShardGames < 1:
		return fmt.Errorf("collect: games per shard is %d, want at least 1", c.ShardGames)
	case c.BatchRows < 1:
		return fmt.Errorf("collect: rows per batch is %d, want at least 1", c.BatchRows)
	case c.MaxSteps < 0:
		return fmt.Errorf("collect: max steps is %d, want 0 for no limit or a number of decisions", c.MaxSteps)
	case len(t.Phases) == 0:
		return errors.New("collect: the table has no phases")
	case len(t.Endings) == 0:
		return errors.New("collect: the table has no endings")
	case c.Dir == "":
		return errors.New("collect: no folder is given")
	case !json.Valid(t.Rules):
		return errors.New("collect: the rules of the table are not JSON")
	}
	for i, a := range c.Agents {
		if a.Name == "" || a.New == nil {
			return fmt.Errorf("collect: agent %d has no name or no constructor", i)
		}
	}
	if _, err := ParseFormat(string(c.Format)); err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	if _, err := ParseCompression(string(c.Compression)); err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	if _, err := ParseSeating(string(c.Seating)); err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	if _, err := ParseFinal(string(c.Final)); err != nil {
		return fmt.Errorf("collect: %w", err)
	}
	return nil
}

// meta returns the metadata of the dataset that c describes.
func (c *Config) meta() (*Meta, error) {
	t := &c.Table
	layout := t.NewEncoder().Layout()
	for i, f := range layout {
		if slices.ContainsFunc(layout[:i], func(g game.Field) bool { return g.Name == f.Name }) {
			return nil, fmt.Errorf("collect: the layout has two fields named %s", f.Name)
		}
	}
	names := make([]string, len(c.Agents))
	for i, a := range c.Agents {
		names[i] = a.Name
	}
	m := &Meta{
		Schema: SchemaVersion, Generator: c.Generator, Env: t.Env, Game: t.Game.Name(), Rules: t.Rules,
		Seats: t.Game.Players(), Actions: t.Game.NumActions(), Fields: t.Fields, Layout: layoutInfo(layout),
		Phases: t.Phases, Endings: t.Endings,
		Runs:       []Run{{Games: c.Games, Seed: c.Seed, Agents: names, Seating: c.Seating, MaxSteps: c.MaxSteps}},
		ShardGames: c.ShardGames, BatchRows: c.BatchRows, Final: c.Final, Format: c.Format, Compression: c.Compression,
	}
	// A round trip through JSON makes it comparable to metadata read from disk.
	text, err := m.json()
	if err != nil {
		return nil, err
	}
	return parseMeta(text)
}

// shards returns the expected contents of each shard of the dataset, in order.
func (c *Config) shards() []ShardInfo {
	n := (c.Games + c.ShardGames - 1) / c.ShardGames
	infos := make([]ShardInfo, n)
	for k := range infos {
		first := int64(k) * c.ShardGames
		infos[k] = ShardInfo{Index: k, First: first, Episodes: min(c.ShardGames, c.Games-first)}
	}
	return infos
}
