package recipe

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// collectHelp is the text of the command.
var collectHelp = Help{
	Use:   "collect --agents A,B --games N --out DIR",
	Short: "Play games and record every decision in Arrow files",
	Long: `collect plays games between agents and records every decision in a folder of Arrow files, one
row per decision, with the observation, the legal actions, the action and the rewards. The same seed
gives the same bytes for any number of workers. Agents rotate through the seats, unless the seating is
fixed. After a stop, the same command with --resume goes on. --first-deal divides a run among processes; when
their files are in one folder, --resume lists them. docs/datasets.md describes the files.`,
	Example: `  rummygym collect --agents min-dist-opp,random --games 10000 --out data
  rummygym collect --game gin --agents simple,simple --games 100000 --out hands --resume`,
}

// Collect plays games and records them as a dataset. [NewCollect] returns it with its defaults.
type Collect struct {
	shell       `options:"-"`
	Agents      []string `option:"agents" doc:"comma-separated agents, one for each seat, "`
	Fields      string   `option:"fields" group:"Network" doc:"comma-separated groups of observation fields, default, all, or none"`
	Out         string   `option:"out" required:"true" group:"Output" doc:"folder to write to; it must be empty or not exist, except with --resume"`
	Compression string   `option:"compression" group:"Output" complete:"zstd|none" doc:"zstd or none"`
	Seating     string   `option:"seating" complete:"rotate|fixed" doc:"how agents change seats from game to game: rotate or fixed"`
	Final       string   `option:"final" complete:"none|rows" doc:"final observations: none, or rows (one more row for each player, after the end of the game)"`
	Set         string   `option:"recipe" doc:"recipe that sets the defaults of the other flags: "` // one of PublishedSets
	ShardGames  int64    `option:"shard-games" range:"1:100000000" doc:"number of games per shard"`
	Games       int64    `option:"games" default:"1000" range:"1:1000000000" doc:"number of games to play"`
	Seed        uint64   `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	FirstDeal   int64    `option:"first-deal" group:"Running" doc:"deal of --seed to begin with, a multiple of --shard-games: several processes can each play some deals of a run"`
	BatchRows   int      `option:"batch-rows" range:"1:10000000" doc:"minimum number of rows of a record batch; a batch ends at the end of a game"`
	MaxSteps    int      `option:"max-steps" doc:"number of decisions after which a game is cut off and marked truncated; 0 is no limit"`
	Workers     int      `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel, from any number of shards; 0 is the number of cores"`
	Resume      bool     `option:"resume" group:"Checkpoints and parts" doc:"resume an interrupted run with the same settings, or list the shards of its parts, and play what is missing"`
}

// NewCollect returns the recipe of "collect" with its defaults.
func NewCollect() *Collect {
	d := collect.DefaultConfig()
	f := &Collect{
		Fields: catalog.DefaultFields, Compression: string(d.Compression), Seating: string(d.Seating), Final: string(d.Final),
		ShardGames: d.ShardGames, BatchRows: d.BatchRows,
	}
	f.bind(f)
	f.list.Find("agents").Doc += contest.AgentsUsage
	f.list.Find("recipe").Doc += strings.Join(setNames(), ", ")
	return f
}

// run plays and records the games. The result is a [*CollectResult].
func (f *Collect) run(ctx context.Context, host *Host) (Result, error) {
	set, err := publishedSet(f.list, f.Set)
	if err := cmp.Or(err, f.list.Check()); err != nil {
		return nil, err
	}
	if !f.list.Given("agents") {
		return nil, fmt.Errorf("--agents is missing: %s", f.list.Find("agents").Doc)
	}
	c, err := f.config(host, set)
	if err != nil {
		return nil, err
	}
	var lock sync.Mutex
	done := int64(0)
	c.Progress = func(n int64) {
		lock.Lock()
		defer lock.Unlock()
		done += n
		host.progress(Progress{Unit: "games", Done: done, Total: c.Games})
	}
	start := time.Now()
	s, err := collect.Run(ctx, c)
	var stopped *collect.StoppedError
	if errors.As(err, &stopped) {
		return nil, &StoppedError{
			Progress: Progress{Unit: "shards", Done: int64(stopped.Done), Total: int64(stopped.Shards)},
			Parts:    stopped.Dir, Resume: "true", Whole: true, Err: err,
		}
	}
	if err != nil {
		return nil, err
	}
	r := &CollectResult{Summary: *s, Folder: c.Dir}
	for _, e := range s.Manifest.Shards {
		r.Rows, r.Bytes = r.Rows+e.Rows, r.Bytes+e.Size()
	}
	if took := time.Since(start).Seconds(); s.Kept == 0 {
		fmt.Fprintf(host.log(), "%.1f s, %.0f decisions/s\n", took, float64(r.Rows)/took)
	}
	return r, nil
}

// config returns the settings that the options choose.
func (f *Collect) config(host *Host, set *PublishedSet) (collect.Config, error) {
	c := collect.DefaultConfig()
	rules, err := f.rules.Rules()
	if err != nil {
		return c, err
	}
	if c.Table, err = open.NewTable(rules, f.Fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	if c.Agents, err = open.Agents(&f.programs, rules, f.Agents); err != nil {
		return c, err
	}
	if n, seats := len(c.Agents), c.Table.Game.Players(); n != seats {
		return c, fmt.Errorf("--agents names %s, and the table has %d seats: name one agent for each seat%s", table.Plural(n, "agent"), seats, seatsHint(rules))
	}
	if c.Compression, err = datasets.ParseCompression(f.Compression); err != nil {
		return c, fmt.Errorf("--compression: %w", err)
	}
	if c.Seating, err = datasets.ParseSeating(f.Seating); err != nil {
		return c, fmt.Errorf("--seating: %w", err)
	}
	if c.Final, err = datasets.ParseFinal(f.Final); err != nil {
		return c, fmt.Errorf("--final: %w", err)
	}
	c.Games, c.FirstDeal, c.Seed, c.Dir, c.Resume, c.Workers = f.Games, f.FirstDeal, f.Seed, f.Out, f.Resume, cmp.Or(f.Workers, runtime.GOMAXPROCS(0))
	c.ShardGames, c.BatchRows, c.MaxSteps = f.ShardGames, f.BatchRows, f.MaxSteps
	c.BestOf, c.EndedBy = set.BestOf, set.EndedBy
	c.Generator = "rummygym " + host.Version
	return c, options.Usage(c.Validate())
}

// seatsHint returns a hint for the number of seats, or "" if the rules fix it.
func seatsHint(r catalog.Rules) string {
	if r.Options().Find("seats") != nil {
		return ", or change --seats"
	}
	return ""
}

// CollectResult is what was recorded, and where it is.
type CollectResult struct {
	collect.Summary
	Folder      string
	Rows, Bytes int64
}

// Write writes the numbers of games and rows as text, these and the shards as JSON, and the shards in other formats.
func (r *CollectResult) Write(w io.Writer, f table.Format) error {
	var cols table.Columns[datasets.ShardEntry]
	cols.Text("file", "file of the decisions, in the folder", func(s *datasets.ShardEntry) string { return s.File })
	cols.Count("first_episode", "number of its first episode", func(s *datasets.ShardEntry) int { return int(s.First) })
	cols.Count("episodes", "number of episodes", func(s *datasets.ShardEntry) int { return int(s.Episodes) })
	cols.Count("rows", "number of rows", func(s *datasets.ShardEntry) int { return int(s.Rows) })
	cols.Count("bytes", "size of its files", func(s *datasets.ShardEntry) int { return int(s.Size()) })
	out := table.Output[datasets.ShardEntry]{Table: table.New(cols, r.Manifest.Shards), Text: func(w *bufio.Writer) {
		fmt.Fprintf(w, "%s: %s, %s, %s, %.1f MB\n", r.Folder, table.Plural(r.Kept+r.Played, "game"), table.Plural(r.Rows, "decision"), table.Plural(len(r.Manifest.Shards), "shard"), float64(r.Bytes)/1e6)
		if r.Kept > 0 {
			fmt.Fprintf(w, "%s kept, %d played\n", table.Plural(r.Kept, "game"), r.Played)
		}
	}}
	out.Document = table.Object{"folder", r.Folder, "games", r.Kept + r.Played, "kept", r.Kept, "decisions", r.Rows, "bytes", r.Bytes, "rows", out.Table}
	return out.Write(w, f)
}
