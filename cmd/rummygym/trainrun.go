package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/agents/arena"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/train"
)

// trainFlags are the flags of all commands that train a network, and what they have in
// common: a run in a folder, evaluated against other agents, stopped and resumed.
type trainFlags struct {
	rules           ruleFlags
	out, resume     string
	seed            uint64
	steps, row      int64
	workers         int
	network         networkFlags
	evalAgainst     []string
	evalGames       int
	evalEvery       int64
	evalSeed        uint64
	evalDrops       formatFlag
	best            string
	patience        int
	metrics         formatFlag
	checkpointEvery time.Duration

	// data tells the rules of the table for commands that have no flags of rules,
	// as those that learn from recorded games. It is asked once the flags are set.
	data func() (catalog.Rules, error)

	live []string // columns that progress tells besides the loss
}

// trainDefaults are the defaults that differ from command to command.
type trainDefaults struct {
	unit              string // what a step is, such as "updates of --batch rows"
	steps, row        int64
	batch             int
	learningRate      float64
	layers            []int
	evalEvery         int64
	evalGames         int
	evalAgainst, best string
	patience          int
	idle              bool     // the network does not play, so there is nothing to evaluate against
	live              []string // columns that the bar tells besides the loss
}

// register adds the flags to a command.
func (f *trainFlags) register(cmd *cobra.Command, d trainDefaults) {
	f.live = d.live
	fs := cmd.Flags()
	fs.StringVar(&f.out, "out", "", "folder of the run; there must be none in it")
	fs.StringVar(&f.resume, "resume", "", "go on with the run in this folder, by the flags it was begun with")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of everything random but the evaluation")
	fs.Int64Var(&f.steps, "steps", d.steps, "steps in all: "+d.unit)
	fs.Int64Var(&f.row, "row", d.row, "steps of a row of metrics")
	fs.IntVar(&f.workers, "workers", 0, "goroutines at once, which changes no result; 0 is the number of cores")
	f.network.register(fs, d)
	if !d.idle {
		f.registerGames(fs, d)
	}
	fs.StringVar(&f.best, "best", d.best, "column of the metrics that says which network is the best: win/, gain/, accuracy, agreement and explained variance by their greatest, others by their least value; by default the first win/ if there is one")
	fs.IntVar(&f.patience, "patience", d.patience, "stop after so many values of it without a better one; 0 never stops")
	f.metrics.allowed = []string{string(train.CSV), string(train.Arrow)}
	fs.Var(&f.metrics, "metrics-format", "form of the metrics (default csv)")
	fs.DurationVar(&f.checkpointEvery, "checkpoint-every", time.Minute, "time between checkpoints")
	if f.data == nil {
		f.rules.register(cmd)
	}
}

// registerGames adds the flags of games that evaluate a network.
func (f *trainFlags) registerGames(fs *pflag.FlagSet, d trainDefaults) {
	var against []string
	if d.evalAgainst != "" {
		against = strings.Split(d.evalAgainst, ",")
	}
	fs.StringSliceVar(&f.evalAgainst, "eval-against", against, `agents to evaluate against, parted by commas; "" is none`)
	fs.IntVar(&f.evalGames, "eval-games", d.evalGames, "games against each, two of every deal")
	fs.Int64Var(&f.evalEvery, "eval-every", d.evalEvery, "steps between two evaluations, a multiple of --row")
	fs.Uint64Var(&f.evalSeed, "eval-seed", 900_001, "seed of those games: use another for results, since this one selects")
	f.evalDrops.allowed = []string{dropsAll, dropsLearner, dropsNone}
	fs.Var(&f.evalDrops, "eval-drops", "who may drop in them, as --drops of eval (default all)")
}

// table returns the rules of the table: those of the flags, or of the data.
func (f *trainFlags) table() (catalog.Rules, error) {
	if f.data == nil {
		return f.rules.rules()
	}
	r, err := f.data()
	if err == nil {
		f.rules.take(r)
	}
	return r, err
}

// lowerIsBetter reports whether the best network is that of the least value of a column
// of the metrics.
func lowerIsBetter(column string) bool {
	if strings.HasPrefix(column, "win/") || strings.HasPrefix(column, "gain/") {
		return false
	}
	for part := range strings.SplitSeq(column, "/") {
		if slices.Contains([]string{"accuracy", "agreement", "explained"}, part) {
			return false
		}
	}
	return true
}

// newLearner makes the learner of a command for a table, and what measures it besides
// games.
type newLearner func(rules catalog.Rules) (train.Learner, []train.Evaluation, error)

// run trains what make makes to the end, and says what came of it.
func (f *trainFlags) run(cmd *cobra.Command, make newLearner) error {
	if err := f.recall(cmd); err != nil {
		return err
	}
	if err := f.validate(); err != nil {
		return err
	}
	rules, err := f.table()
	if err != nil {
		return err
	}
	learner, evaluations, err := make(rules)
	if err != nil {
		return err
	}
	run := train.Run{
		Dir: f.dir(), Learner: learner, Config: f.config(cmd), Resume: f.resume != "", Steps: f.steps, Every: f.row,
		Evaluations: evaluations, Best: f.best, Patience: f.patience,
		Metrics: train.MetricsFormat(f.metrics.value()), CheckpointEvery: f.checkpointEvery,
	}
	if len(f.evalAgainst) > 0 {
		games, err := f.games(rules, learner)
		if err != nil {
			return err
		}
		run.Evaluations = append(run.Evaluations, games)
		if run.Best == "" {
			run.Best = games.Columns[0]
		}
	}
	run.Lower = lowerIsBetter(run.Best)
	if run.Resume {
		if err := f.note(cmd); err != nil {
			return err
		}
	}
	told := newTrainProgress(cmd.ErrOrStderr(), f.live)
	run.Progress = told.step
	defer told.bar.close()
	res, err := run.Run(cmd.Context())
	told.bar.close()
	var stopped *train.StoppedError
	if errors.As(err, &stopped) {
		return &stoppedError{fmt.Sprintf("stopped after %d of %d steps; go on with:\n%s --resume %s", stopped.Step, stopped.Steps, cmd.CommandPath(), quote(f.dir()))}
	}
	if err != nil {
		return err
	}
	told.rows(res.Columns, res.Rows)
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d steps, %s\n", f.dir(), res.Step, res.Ending)
	if run.Best != "" && res.BestStep > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "best: %s %.6g after %d steps, %s\n", run.Best, res.Best, res.BestStep, filepath.Join(f.dir(), train.BestFile))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "last: %s\n", filepath.Join(f.dir(), train.LastFile))
	return nil
}

// dir returns the folder of the run.
func (f *trainFlags) dir() string {
	if f.resume != "" {
		return f.resume
	}
	return f.out
}

// validate reports what is wrong with the flags, as far as runs do not.
func (f *trainFlags) validate() error {
	switch {
	case f.out == "" && f.resume == "":
		return errors.New("--out: want the folder to train in, or --resume to go on in one")
	case f.out != "" && f.resume != "":
		return errors.New("--resume goes on in its own folder: leave --out away")
	case f.row < 1 || f.steps < 1:
		return fmt.Errorf("--steps %d and --row %d: want at least 1", f.steps, f.row)
	case f.workers < 0:
		return fmt.Errorf("--workers %d: want at least 1, or 0 for the number of cores", f.workers)
	case len(f.evalAgainst) > 0 && (f.evalGames < 2 || f.evalGames%2 != 0):
		return fmt.Errorf("--eval-games %d: want an even number of at least 2, since every deal is played from both seats", f.evalGames)
	case len(f.evalAgainst) > 0 && (f.evalEvery < 1 || f.evalEvery%f.row != 0):
		return fmt.Errorf("--eval-every %d: want a multiple of --row %d", f.evalEvery, f.row)
	}
	return f.network.validate()
}

// games returns the evaluation against the agents of --eval-against. It tries what it
// can before there is anything to lose.
func (f *trainFlags) games(rules catalog.Rules, l train.Learner) (e train.Evaluation, err error) {
	e.Every = f.evalEvery
	for _, spec := range f.evalAgainst {
		_, name, err := catalog.NewAgent(rules, spec)
		if err != nil {
			return e, fmt.Errorf("--eval-against: %w", err)
		}
		e.Columns = append(e.Columns, "win/"+name, "gain/"+name)
	}
	e.Measure = func(ctx context.Context, n *network.Network, row []float64) error {
		c, err := f.matches(n)
		if err != nil {
			return err
		}
		res, err := arena.Tournament(ctx, c)
		if err != nil {
			return err
		}
		played, err := res.Evaluate(0.95)
		if err != nil {
			return err
		}
		for i, r := range played.Rows {
			row[2*i], row[2*i+1] = r.Win.Value, r.Gain.Value
		}
		return nil
	}
	n, err := l.Network()
	if err != nil {
		return e, err
	}
	_, err = f.matches(n)
	return e, err
}

// matches returns the games of a network against the agents of --eval-against, every
// deal from both seats, as "rummygym eval" plays them: the network as the player of its
// file.
func (f *trainFlags) matches(n *network.Network) (c arena.Config, err error) {
	data, err := n.Append(nil)
	if err != nil {
		return c, err
	}
	dir, err := os.MkdirTemp("", "rummygym-train-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "network.safetensors")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return c, err
	}
	e := evalFlags{rules: f.rules, against: f.evalAgainst, games: f.evalGames, seed: f.evalSeed, drops: f.evalDrops, workers: f.workers}
	return e.config(learned.Prefix+path, f.rules.preset())
}
