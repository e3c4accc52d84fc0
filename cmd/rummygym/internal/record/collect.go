// Package record holds the commands that record games and read recorded games: collect,
// dataset and replay.
package record

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"rummygym"
	"rummygym/arena/contest"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/open"
	"rummygym/options"
	"rummygym/table"
)

// collectFlags holds the flags of collect.
type collectFlags struct {
	rules                               rummygym.RuleOptions
	agents                              []string
	programs                            contest.Programs `options:"-"` // a failure stops the command
	fields                              string
	out                                 string `option:"out" required:"true" group:"Output" doc:"folder to write to; it must be empty or not exist, except with --resume"`
	format, compression, seating, final string
	rows                                rowFlags
	discount                            float64
	recipe, rowsOf                      string
	shards                              string `option:"shards" group:"Checkpoints and parts" doc:"FROM:TO makes only these shards, without TO and without a manifest, for \"dataset seal\"; list prints all shards (default all)"`
	shardGames                          int64
	games                               int64  `option:"games" default:"1000" range:"1:1000000000" doc:"number of games to play"`
	seed                                uint64 `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	batchRows                           int
	maxSteps                            int      `option:"max-steps" doc:"number of decisions after which a game is cut off and marked truncated; 0 is no limit"`
	workers                             int      `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel, of as many shards as there are; 0 is the number of cores"`
	endedBy                             []string `option:"ended-by" doc:"comma-separated endings of the games that have rows, and of the attempts that --best-of considers; for plays only (default all with a winner)"`
	redeal                              bool     `option:"redeal" doc:"attempts at a deal after the first share only what the agent named first sees of it; the other cards are dealt anew"`
	resume                              bool     `option:"resume" group:"Checkpoints and parts" doc:"resume an interrupted run with the same settings"`
}

// NewCollectCommand returns the command collect, which plays games and records them.
func NewCollectCommand() *cobra.Command {
	var f collectFlags
	cmd := &cobra.Command{
		Use:   "collect --agents A,B --games N --out DIR",
		Short: "Play games and record every decision in Arrow or Parquet files",
		Long: `collect plays games between agents, one agent for each seat, and writes them to a folder:
shards of --shard-games games each, and finally manifest.json. The folder decisions has one row
per decision, and the folder results one row for each seat of each game, also of players that
never moved. "rummygym dataset schema" prints the columns. Libraries read each of the two folders
as one table.

The files depend only on the settings: the same seed gives the same bytes for any number
of workers, also after an interruption. Episode i is game i of the seed, as in "rummygym
tournament". An episode of Gin Rummy is a match, or with --episode hand a single hand.

Writes are atomic. After ctrl-C, a full disk or a kill, the same command with --resume
keeps the finished shards and writes the missing ones.

With --shards FROM:TO only these shards are made, TO not included, each with an entry
(shard-00000.json) and without a manifest; "rummygym dataset seal" writes that when all are
there, and the files are the same as those of one run. Many processes may do so at once in one
folder; finished shards are never made again. --shards list prints the shards as JSON and makes
nothing. docs/scale-out.md has examples for make and Slurm.

A play is a decision whose action has fields in --after: in Gin Rummy a discard. With --rows
plays or last-play only plays have rows, and only those of games with a winner. Each row has
the hand after the discard, the actions of the game, and a target: the score, the gain of the
player times --discount for each of its later plays. --best-of N plays each deal N times, with
the random choices of the agents drawn anew, and records the attempt in which the agent named
first gains most; with --redeal the N deals share only what that agent sees at the start.
truong2021datadriven learns from such data, which --recipe makes.

An outside program (exec:COMMAND) plays as in a tournament. If it fails, collect stops, and
--resume keeps the finished shards; its games follow from the seed only if its moves do.

Agents rotate through the seats from game to game. With --seating fixed the agent named
first keeps seat 0, which moves first in Indian Rummy.

` + recipeHelp(),
		Example: `  rummygym collect --agents min-dist-opp,random --games 10000 --out data
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --resume
  rummygym collect --agents min-dist,min-score,random --seats 3 --preset club --games 100 --out club --format parquet
  rummygym collect --game gin --agents sigra,simple --games 1000 --out gin
  rummygym collect --game gin --episode hand --agents simple,simple --games 100000 --out hands
  rummygym collect --recipe random-256 --games 2000 --out random
  rummygym collect --recipe random-16 --agents medium,simple --out medium
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --shards 0:5
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --shards list`,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return applyRecipe(cmd.Flags(), f.recipe) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return runCollect(cmd, &f) },
	}
	d := collect.DefaultConfig()
	cli.Options(cmd, &f)
	f.format = string(d.Format)
	f.compression = string(d.Compression)
	f.fields = rummygym.DefaultFields
	cli.AddOptions(cmd,
		options.New(&f.agents, "agents", "comma-separated agents, one for each seat, "+contest.AgentsUsage).Completes(options.Agents).Require(),
		options.New(&f.format, "format", "arrow (IPC file), stream (IPC stream) or parquet").In("Output").Offers("arrow", "stream", "parquet"),
		options.New(&f.compression, "compression", "zstd or none").In("Output").Offers("zstd", "none"),
		options.New(&f.fields, "fields", "comma-separated groups of observation fields, default, all, or none").In("Network"),
	)
	f.rowsOf = d.RowsOf.String()
	f.discount = d.Discount
	f.seating = string(d.Seating)
	f.final = string(d.Final)
	f.shardGames = d.ShardGames
	f.batchRows = d.BatchRows
	cli.AddOptions(cmd,
		options.New(&f.rowsOf, "rows-of", "agents whose plays have rows: all or first, the one named first").Offers("all", "first"),
		options.New(&f.discount, "discount", "discount of the score, above 0 and at most 1, for each later play of the player"),
		options.New(&f.recipe, "recipe", "defaults of the other flags: "+strings.Join(recipeNames(), ", ")),
		options.New(&f.seating, "seating", "how agents change seats from game to game: rotate or fixed").Offers("rotate", "fixed"),
		options.New(&f.final, "final", "final observations: none, or rows (one more row for each player after the end)").Offers("none", "rows"),
		options.New(&f.shardGames, "shard-games", "number of games per shard").Range(1, 100000000),
		options.New(&f.batchRows, "batch-rows", "a record batch ends with the game in which it reaches this number of rows").Range(1, 10000000),
	)
	cli.ListRules(cmd, &f.rules)
	return cmd
}

// config returns the settings that the flags choose.
func (f *collectFlags) config() (collect.Config, error) {
	c := collect.DefaultConfig()
	rules, err := f.rules.Rules()
	if err != nil {
		return c, err
	}
	if c.Table, err = open.NewTable(rules, f.fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	if err := f.rows.set(&c); err != nil {
		return c, err
	}
	if c.RowsOf, err = datasets.ParseRowsOf(f.rowsOf); err != nil {
		return c, fmt.Errorf("--rows-of: %w", err)
	}
	if c.Agents, err = open.Agents(&f.programs, rules, f.agents); err != nil {
		return c, err
	}
	if n, seats := len(c.Agents), c.Table.Game.Players(); n != seats {
		return c, fmt.Errorf("--agents names %s, and the table has %d seats: name one agent for each seat%s", table.Plural(n, "agent"), seats, seatsHint(rules))
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
	c.Games, c.Seed, c.Dir, c.Resume, c.Workers = f.games, f.seed, f.out, f.resume, cmp.Or(f.workers, runtime.GOMAXPROCS(0))
	c.ShardGames, c.BatchRows, c.MaxSteps = f.shardGames, f.batchRows, f.maxSteps
	c.Discount, c.Redeal, c.EndedBy = f.discount, f.redeal, f.endedBy
	c.Generator = "rummygym " + cli.ThisBuild().Version
	if c.Build, err = cli.BuildDigest(); err != nil {
		return c, err
	}
	return c, cli.Usage(c.Validate())
}

// seatsHint returns a hint for the number of seats, or "" if the rules fix it.
func seatsHint(r rummygym.Rules) string {
	if r.Options().Find("seats") != nil {
		return ", or change --seats"
	}
	return ""
}

// runCollect plays and records the games.
func runCollect(cmd *cobra.Command, f *collectFlags) error {
	defer f.programs.Close(cmd.ErrOrStderr())
	c, err := f.config()
	if err != nil {
		return err
	}
	if f.shards == "list" {
		return listShards(cmd.OutOrStdout(), &c)
	}
	run := collect.Run
	games := c.Games
	if f.shards != "" {
		from, to, n, err := parseShards(f.shards, &c)
		if err != nil {
			return cli.Usage(err)
		}
		games = n
		run = func(ctx context.Context, c collect.Config) (*collect.Summary, error) {
			return collect.RunShards(ctx, c, from, to)
		}
	}
	add, done := collectProgress(cmd.ErrOrStderr(), games)
	c.Progress = add
	start := time.Now()
	s, err := run(cmd.Context(), c)
	done()
	var stopped *collect.StoppedError
	if errors.As(err, &stopped) {
		return &cli.StoppedError{Text: fmt.Sprintf("%s: stopped with %d of %d shards finished; resume with:\n%s", stopped.Dir, stopped.Done, stopped.Shards, cli.ResumeLine(cmd, ""))}
	}
	if err != nil {
		return err
	}
	took := time.Since(start)
	unit := "decision"
	if c.Rows != datasets.AllRows {
		unit = "row"
	}
	var rows, bytes int64
	for _, e := range s.Shards {
		rows, bytes = rows+e.Rows, bytes+e.Size()
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s, %s, %.1f MB\n", c.Dir, table.Plural(s.Kept+s.Played, "game"), table.Plural(rows, unit), table.Plural(len(s.Shards), "shard"), float64(bytes)/1e6)
	if s.Kept > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%s kept, %d played\n", table.Plural(s.Kept, "game"), s.Played)
	} else {
		fmt.Fprintf(cmd.ErrOrStderr(), "%.1f s, %.0f %ss/s\n", took.Seconds(), float64(rows)/took.Seconds(), unit)
	}
	return nil
}

// parseShards returns the shards that --shards names and the number of their games.
func parseShards(text string, c *collect.Config) (from, to int, games int64, err error) {
	all, err := c.Shards()
	if err != nil {
		return 0, 0, 0, err
	}
	a, b, ok := strings.Cut(text, ":")
	if ok {
		from, err = strconv.Atoi(a)
	}
	if ok && err == nil {
		to, err = strconv.Atoi(b)
	}
	if !ok || err != nil || from < 0 || from >= to || to > len(all) {
		return 0, 0, 0, fmt.Errorf("--shards %s: want list, or FROM:TO with FROM below TO and both from 0 to %d, the number of shards, such as 0:1", text, len(all))
	}
	for _, s := range all[from:to] {
		games += s.Episodes
	}
	return from, to, games, nil
}

// listShards prints what a planner of --shards needs to know.
func listShards(w io.Writer, c *collect.Config) error {
	type shard struct {
		Index    int    `json:"index"`
		File     string `json:"file"`
		Results  string `json:"results"`
		Entry    string `json:"entry"`
		First    int64  `json:"first_episode"`
		Episodes int64  `json:"episodes"`
	}
	m, err := c.Meta()
	if err != nil {
		return err
	}
	settings, err := m.Digest(c.Build)
	if err != nil {
		return err
	}
	all, err := c.Shards()
	if err != nil {
		return err
	}
	list := make([]shard, len(all))
	for i, s := range all {
		file := datasets.ShardName(s.Index, c.Format)
		list[i] = shard{s.Index, file, datasets.ResultsName(file), datasets.EntryName(file), s.First, s.Episodes}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Settings string  `json:"settings"`
		Count    int     `json:"count"`
		Shards   []shard `json:"shards"`
	}{settings, len(list), list})
}

// collectProgress returns a function that advances a progress bar on w by a number of
// games, and one that removes the bar. If w is not a terminal, add is nil and done does
// nothing.
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
