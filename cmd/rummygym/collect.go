package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
)

// collectFlags are the flags of collect.
type collectFlags struct {
	rules                               ruleFlags
	agents, out, fields                 string
	format, compression, seating, final string
	games, shardGames                   int64
	seed                                uint64
	workers, batchRows, maxSteps        int
	resume                              bool
}

// newCollectCommand returns the command that plays games and records them.
func newCollectCommand() *cobra.Command {
	var f collectFlags
	cmd := &cobra.Command{
		Use:   "collect --agents A,B --games N --out DIR",
		Short: "Play games and write every decision to Arrow or Parquet files",
		Long: `collect plays games between agents, one for each seat, and writes them to a
folder: shards of --shard-games games each and manifest.json, which is written
last. One row is one decision; "rummygym dataset schema" prints the columns.

The files follow from the settings alone: the same seed gives the same bytes
whatever the number of workers, also when a run was interrupted. Episode i is
game i of the seed, the same as in "rummygym tournament". An episode of Gin Rummy is a
match, or with --episode hand one hand.

Files appear whole or not at all. After ctrl-C, a full disk or a kill, the same
command with --resume keeps the finished shards and makes the missing ones.

Agents rotate through the seats from game to game; --seating fixed leaves the
first-named in seat 0, which starts a game of Indian Rummy.`,
		Example: `  rummygym collect --agents min-dist-opp,random --games 10000 --out data
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --resume
  rummygym collect --agents min-dist,min-score,random --seats 3 --preset club --games 100 --out club --format parquet
  rummygym collect --game gin --agents sigra,simple --games 1000 --out gin
  rummygym collect --game gin --episode hand --agents simple,simple --games 100000 --out hands`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runCollect(cmd, &f) },
	}
	d := datasets.DefaultConfig()
	fs := cmd.Flags()
	fs.StringVar(&f.agents, "agents", "", "agents parted by commas, one for each seat; rummygym agents lists them")
	fs.Int64Var(&f.games, "games", 1000, "games to play")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of deals and agents")
	fs.StringVar(&f.out, "out", "", "folder to write to; it must be empty or not there, unless --resume")
	fs.BoolVar(&f.resume, "resume", false, "go on with an interrupted run of the same settings")
	fs.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "shards made at the same time")
	fs.StringVar(&f.format, "format", string(d.Format), "arrow (IPC file), stream (IPC stream) or parquet")
	fs.StringVar(&f.compression, "compression", string(d.Compression), "zstd or none")
	fs.StringVar(&f.fields, "fields", catalog.AllFields, "groups of observation fields, parted by commas, or none")
	fs.StringVar(&f.seating, "seating", string(d.Seating), "rotate or fixed")
	fs.StringVar(&f.final, "final", string(d.Final), "final observations: none, or rows for a row more of each player after the end")
	fs.IntVar(&f.maxSteps, "max-steps", 0, "decisions after which a game is cut off and marked truncated; 0 is no limit")
	fs.Int64Var(&f.shardGames, "shard-games", d.ShardGames, "games a shard")
	fs.IntVar(&f.batchRows, "batch-rows", d.BatchRows, "rows after which a record batch ends with its game")
	f.rules.register(cmd)
	for _, name := range []string{"agents", "out"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic("rummygym: " + err.Error())
		}
	}
	return cmd
}

// config returns the settings that the flags ask for.
func (f *collectFlags) config() (datasets.Config, error) {
	c := datasets.DefaultConfig()
	rules, err := f.rules.rules()
	if err != nil {
		return c, err
	}
	if c.Table, err = datasetTable(rules, f.fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	if c.Agents, err = datasetAgents(rules, f.agents); err != nil {
		return c, err
	}
	if n, seats := len(c.Agents), c.Table.Game.Players(); n != seats {
		return c, fmt.Errorf("--agents names %d agents and the table has %d seats: name one a seat%s", n, seats, seatsHint(rules))
	}
	if c.Format, err = datasets.ParseFormat(f.format); err != nil {
		return c, fmt.Errorf("--format: %w", err)
	}
	if c.Compression, err = datasets.ParseCompression(f.compression); err != nil {
		return c, fmt.Errorf("--compression: %w", err)
	}
	if c.Seating, err = datasets.ParseSeating(f.seating); err != nil {
		return c, fmt.Errorf("--seating: %w", err)
	}
	if c.Final, err = datasets.ParseFinal(f.final); err != nil {
		return c, fmt.Errorf("--final: %w", err)
	}
	c.Games, c.Seed, c.Dir, c.Resume, c.Workers = f.games, f.seed, f.out, f.resume, f.workers
	c.ShardGames, c.BatchRows, c.MaxSteps = f.shardGames, f.batchRows, f.maxSteps
	c.Generator = "rummygym " + thisBuild().Version
	return c, c.Validate()
}

// seatsHint says how the number of seats is changed, if it can be.
func seatsHint(r catalog.Rules) string {
	if slices.ContainsFunc(r.Options(), func(o catalog.Option) bool { return o.Name == "seats" }) {
		return ", or change --seats"
	}
	return ""
}

func runCollect(cmd *cobra.Command, f *collectFlags) error {
	c, err := f.config()
	if err != nil {
		return err
	}
	add, done := collectProgress(cmd.ErrOrStderr(), c.Games)
	c.Progress = add
	start := time.Now()
	s, err := datasets.Collect(cmd.Context(), c)
	done()
	if err != nil {
		return err
	}
	m := s.Manifest
	took := time.Since(start)
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d games, %d decisions, %d shards, %.1f MB\n", c.Dir, m.Episodes, m.Rows, len(m.Shards), float64(m.Bytes)/1e6)
	if s.Kept > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%d games were there, %d were played\n", s.Kept, s.Played)
	} else {
		fmt.Fprintf(cmd.ErrOrStderr(), "%.1f s, %.0f decisions a second\n", took.Seconds(), float64(m.Rows)/took.Seconds())
	}
	return nil
}

// collectProgress returns a function that moves a progress bar on w by a number
// of games, and one that removes it. Where w is no terminal they do nothing.
func collectProgress(w io.Writer, games int64) (add func(int64), done func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	bar := progressbar.NewOptions64(games, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("games"),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("games"),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
	return func(n int64) { bar.Add64(n) }, func() { bar.Clear() }
}
