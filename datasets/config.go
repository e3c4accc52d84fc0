package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Player decides for one seat. It has the methods of agents.Agent.
type Player interface {
	Reset(seed uint64)
	Act(obs game.Observation, legal *game.Mask) (a game.Action, probability float64)
}

// Agent is something that plays, by its specification.
type Agent struct {
	Name string        // as the user would name it again, "min-dist-opp:drop=5"
	New  func() Player // makes a player; each worker makes its own for each seat
}

// Encoder turns what a player sees into numbers. Workers do not share one.
type Encoder interface {
	Layout() game.Layout
	Encode(dst []float32, obs game.Observation) // fills dst, of length Layout().Size()
}

// Table is what is played and how it is written down.
type Table struct {
	Game       game.Game
	Env        string                     // environment and version, as "IndianRummy-v0"
	Rules      json.RawMessage            // the rules, as replaying them will need
	Fields     string                     // groups of observation fields, as the encoder names them
	NewEncoder func() Encoder             // makes an encoder; each worker makes its own
	Phases     []string                   // names of the phases of a decision
	Phase      func(game.Observation) int // index in Phases of the phase of a decision
	Endings    []string                   // every game.Ending of the game
}

// Config says what to collect. Start from [DefaultConfig].
type Config struct {
	Table   Table
	Agents  []Agent // one for each seat of the game
	Seating Seating
	Games   int64  // episodes, at least 1
	Seed    uint64 // episode i is deal i of this seed

	Dir        string // folder of the dataset; made if it is not there
	Resume     bool   // go on where a run with the same settings stopped
	Workers    int    // shards made at the same time, at least 1
	ShardGames int64  // episodes a shard, at least 1
	BatchRows  int    // a batch ends with the episode that reaches so many rows, at least 1

	MaxSteps    int // decisions after which an episode is truncated; 0 is no limit
	Final       Final
	Format      Format
	Compression Compression
	Generator   string // program and version, for the metadata

	// Progress, if not nil, is told how many episodes more are on disk or
	// played, by several goroutines. Episodes of shards that a resumed run finds
	// finished count.
	Progress func(episodes int64)
}

// DefaultConfig returns the settings that Table, Agents, Games and Dir are to be
// added to: agents rotate, shards of 1,000 games, batches of 32,768 rows, Arrow
// files with Zstandard, one worker.
func DefaultConfig() Config {
	return Config{
		Seating: Rotate, Workers: 1, ShardGames: 1000, BatchRows: 32768,
		Final: DecisionsOnly, Format: ArrowFile, Compression: Zstd, Generator: "rummygym",
	}
}

// Validate returns an error that names the first setting that is not in its range.
func (c *Config) Validate() error {
	t := &c.Table
	if t.Game == nil || t.NewEncoder == nil || t.Phase == nil {
		return errors.New("collect: the table needs a game, an encoder and a phase")
	}
	seats := t.Game.Players()
	switch {
	case len(c.Agents) != seats:
		return fmt.Errorf("collect: %d agents for %d seats: name one agent a seat", len(c.Agents), seats)
	case c.Games < 1:
		return fmt.Errorf("collect: games is %d, want at least 1", c.Games)
	case c.Workers < 1:
		return fmt.Errorf("collect: workers is %d, want at least 1", c.Workers)
	case c.ShardGames < 1:
		return fmt.Errorf("collect: games a shard is %d, want at least 1", c.ShardGames)
	case c.BatchRows < 1:
		return fmt.Errorf("collect: rows a batch is %d, want at least 1", c.BatchRows)
	case c.MaxSteps < 0:
		return fmt.Errorf("collect: max steps is %d, want 0 for no limit or a number of decisions", c.MaxSteps)
	case len(t.Phases) == 0:
		return errors.New("collect: the table names no phases")
	case len(t.Endings) == 0:
		return errors.New("collect: the table names no endings")
	case c.Dir == "":
		return errors.New("collect: no folder to write to")
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

// meta returns the metadata of the dataset that c asks for.
func (c *Config) meta() (*Meta, error) {
	t := &c.Table
	layout := t.NewEncoder().Layout()
	for i, f := range layout {
		if slices.ContainsFunc(layout[:i], func(g game.Field) bool { return g.Name == f.Name }) {
			return nil, fmt.Errorf("collect: the layout has two fields %s", f.Name)
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
	// Through JSON and back, so that it compares equal to what is read from disk.
	text, err := m.json()
	if err != nil {
		return nil, err
	}
	return parseMeta(text)
}

// shards returns what every shard of the dataset is to hold, in order.
func (c *Config) shards() []ShardInfo {
	n := (c.Games + c.ShardGames - 1) / c.ShardGames
	infos := make([]ShardInfo, n)
	for k := range infos {
		first := int64(k) * c.ShardGames
		infos[k] = ShardInfo{Index: k, First: first, Episodes: min(c.ShardGames, c.Games-first)}
	}
	return infos
}
