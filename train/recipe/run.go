package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/options"
	"rummygym/train"
)

// runFlags holds the flags of all commands that train a network, and runs the training: in a
// folder, with evaluations against other agents, and with stops and resumes.
type runFlags struct {
	rules cli.RuleFlags `options:"-"` // unless the data have them
	folderFlags
	lengthFlags
	network   networkFlags  `options:"-"` // see register
	gameFlags `options:"-"` // unless the network does not play
	best      string        `option:"best" group:"Evaluation" doc:"column of the metrics that selects the best network: for win/, gain/, accuracy, agreement and explained variance by the maximum, otherwise by the minimum (default the first win/ column, if any)"`
	patience  int           `option:"patience" group:"Evaluation" doc:"stop after this number of values of the --best column without improvement; 0 never stops"`

	env         string   // environment of the run of --resume
	asked       []string // networks that the training asks; see ask
	askedBefore []string // those of the run of --resume; nil if unknown

	// data returns the rules of the table for commands without flags of rules, which learn
	// from recorded games. It is called once the flags are set. It is nil for other
	// commands.
	data func() (rummygym.Rules, error)

	live  []string // columns that the progress bar shows after the loss
	epoch bool     // a row of metrics is that of an epoch
}

// folderFlags holds the flags of a run in a folder that do not depend on what is trained.
type folderFlags struct {
	out             string        `option:"out" group:"Output" doc:"folder of the run; it must not contain a run"`
	resume          string        `option:"resume" group:"Checkpoints and parts" doc:"resume the run in this folder, with the flags it was started with"`
	settings        string        `option:"config" group:"Running" doc:"YAML or JSON file with values of flags, such as \"seed: 2\", or the config.json of a run; flags on the command line come first"`
	seed            uint64        `option:"seed" default:"1" group:"Running" doc:"seed of all random choices except the evaluation"`
	workers         int           `option:"workers" group:"Running" range:"0:4096" doc:"number of parallel goroutines, which does not change the results; 0 is the number of cores"`
	metrics         string        `option:"metrics-format" group:"Output" words:"csv|arrow" doc:"format of the metrics (default csv)"`
	checkpointEvery time.Duration `option:"checkpoint-every" default:"1m" group:"Checkpoints and parts" doc:"time between checkpoints"`
}

// lengthFlags holds the flags that say how long a run takes.
type lengthFlags struct {
	steps int64 `option:"steps" range:"1:1000000000000" doc:"total number of steps, those before --resume included: "`
	row   int64 `option:"row" range:"1:1000000000000" doc:"number of steps per row of metrics"`
}

// gameFlags holds the flags of the evaluation games.
type gameFlags struct {
	evalAgainst []string `option:"eval-against" group:"Evaluation" complete:"agents" doc:"comma-separated agents to evaluate against; \"\" is none"`
	evalGames   int      `option:"eval-games" group:"Evaluation" range:"0:100000000" doc:"number of evaluation games against each, one from each seat of every deal, rounded down to whole deals"`
	evalEvery   int64    `option:"eval-every" group:"Evaluation" range:"0:1000000000000" doc:"steps between two evaluations, a multiple of --row"`
	evalSeed    uint64   `option:"eval-seed" default:"900001" group:"Evaluation" doc:"seed of the evaluation games; use another seed for final results, because this one selects the network"`
	evalDrops   string   `option:"eval-drops" group:"Evaluation" words:"all|learner|none" doc:"who may drop in the evaluation games, as with --drops of eval (default all)"`
}

// flagDefaults holds the defaults that differ from command to command.
type flagDefaults struct {
	unit         string // meaning of a step, such as "updates from --batch decisions"
	steps, row   int64
	batch        int
	learningRate float64
	layers       []int
	evalEvery    int64
	evalGames    int
	best         string
	patience     int
	noEval       bool     // the network does not play, so there are no flags of evaluation
	live         []string // columns that the progress bar shows after the loss
}

// register adds the flags to a command.
func (f *runFlags) register(cmd *cobra.Command, d flagDefaults) {
	f.live = d.live
	f.steps, f.row, f.best, f.patience = d.steps, d.row, d.best, d.patience
	f.network.layers, f.network.batch, f.network.learningRate = d.layers, d.batch, d.learningRate
	all := append(options.Bind(f), options.Bind(&f.network)...)
	all.Find("steps").Doc += d.unit
	if !d.noEval {
		f.evalGames, f.evalEvery = d.evalGames, d.evalEvery
		all = append(all, options.Bind(&f.gameFlags)...)
	}
	if f.data == nil {
		all = append(all, f.rules.Options()...)
		f.rules.List(cmd)
	}
	cli.AddOptions(cmd, all...)
}

// table returns the rules of the table: those of the flags, or those of the data.
func (f *runFlags) table() (rummygym.Rules, error) {
	if f.data == nil {
		return f.rules.Rules()
	}
	r, err := f.data()
	if err == nil {
		f.rules.SetRules(r)
	}
	return r, err
}

// lowerIsBetter reports whether the best network is the one with the minimum of a column of
// the metrics.
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

// newLearner returns the learner of a command for a table with the given rules, and its
// evaluations other than games.
type newLearner func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error)

// run trains the learner that create returns and prints the result.
func (f *runFlags) run(cmd *cobra.Command, create newLearner) error {
	if err := f.readSettings(cmd); err != nil {
		return err
	}
	if err := f.restore(cmd); err != nil {
		return err
	}
	if err := f.validate(); err != nil {
		return err
	}
	rules, err := f.table()
	if err != nil {
		return err
	}
	if err := f.checkEnv(rules.Type().Env); err != nil {
		return err
	}
	learner, evaluations, err := create(rules)
	if err != nil {
		return err
	}
	if err := f.checkAsked(); err != nil {
		return err
	}
	config := f.config(cmd, rules.Type().Env)
	run := train.Run{
		Dir: f.dir(), Learner: learner, Config: config, Identity: config.identity(), Resume: f.resume != "", Steps: f.steps, Every: f.row,
		Evaluations: evaluations, Best: f.best, Patience: f.patience,
		Metrics: train.MetricsFormat(cmp.Or(f.metrics, string(train.CSV))), CheckpointEvery: f.checkpointEvery,
	}
	run.Title = cmd.CommandPath()
	run.Caption = fmt.Sprintf("Rules %s, seed %d", rummygym.RulesName(f.rules.Preset(), rules), f.seed)
	if len(f.evalAgainst) > 0 {
		run.Caption += fmt.Sprintf("; bands: 95 %% intervals over %d games", f.evalGames/2*2)
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
	if err := run.Validate(); err != nil {
		return cli.Usage(err)
	}
	shown := newProgress(cmd.ErrOrStderr(), f.live)
	if f.epoch {
		shown.epoch = f.row
	}
	run.Progress = shown.step
	defer shown.bar.Close()
	res, err := run.Run(cmd.Context())
	shown.bar.Close()
	var stopped *train.StoppedError
	if errors.As(err, &stopped) {
		text := fmt.Sprintf("stopped after %d of %d steps", stopped.Step, stopped.Steps)
		if !served(cmd) { // otherwise the program that started this one says how to resume
			text += fmt.Sprintf("; resume with:\n%s --resume %s", cmd.CommandPath(), cli.Quote(f.dir()))
		}
		return &cli.StoppedError{Text: text}
	}
	if err != nil {
		return err
	}
	shown.rows(res.Columns, res.Rows)
	out := results(cmd)
	fmt.Fprintf(out, "%s: %d steps, %s\n", f.dir(), res.Step, res.Ending)
	if run.Best != "" && res.BestStep > 0 {
		fmt.Fprintf(out, "best: %s %.6g after %d steps, %s\n", run.Best, res.Best, res.BestStep, filepath.Join(f.dir(), train.BestFile))
	}
	fmt.Fprintf(out, "last: %s\n", filepath.Join(f.dir(), train.LastFile))
	return nil
}

// dir returns the folder of the run.
func (f *runFlags) dir() string {
	if f.resume != "" {
		return f.resume
	}
	return f.out
}

// validate returns an error if the flags are not valid. It leaves out what train.Run checks.
func (f *runFlags) validate() error {
	switch {
	case f.out == "" && f.resume == "":
		return errors.New("--out: want the folder of a new run, or --resume with the folder of a run to resume")
	case f.out != "" && f.resume != "":
		return errors.New("--resume continues in its own folder: remove --out")
	case f.row < 1 || f.steps < 1:
		return fmt.Errorf("--steps %d and --row %d: want at least 1", f.steps, f.row)
	case f.workers < 0:
		return fmt.Errorf("--workers %d: want at least 1, or 0 for the number of cores", f.workers)
	case len(f.evalAgainst) > 0 && (f.evalEvery < 1 || f.evalEvery%f.row != 0):
		return fmt.Errorf("--eval-every %d: want a multiple of --row %d", f.evalEvery, f.row)
	}
	return f.network.validate()
}

// games returns the evaluation against the agents of --eval-against. It checks the agents
// and the network now, so that errors do not appear after hours of training.
func (f *runFlags) games(rules rummygym.Rules, l train.Learner) (e train.Evaluation, err error) {
	e.Every, e.Games = f.evalEvery, f.evalGames/2*2
	for _, spec := range f.evalAgainst {
		_, name, err := rummygym.OpenAgent(rules, spec)
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
// deal from every seat, as "rummygym eval" plays them.
func (f *runFlags) matches(n *network.Network) (c arena.Config, err error) {
	rules, err := f.rules.Rules()
	if err != nil {
		return c, err
	}
	g, err := rules.NewGame()
	if err != nil {
		return c, err
	}
	games := f.evalGames - f.evalGames%g.Players()
	if games < g.Players() {
		return c, fmt.Errorf("--eval-games %d: want at least %d, because every deal is played from each of the seats", f.evalGames, g.Players())
	}
	m, err := learned.NewModel(n, "network")
	if err != nil {
		return c, err
	}
	e := play.EvalFlags{Rules: f.rules, Against: f.evalAgainst, Games: games, Seed: f.evalSeed, Drops: cli.Format{Allowed: []string{play.DropsAll, play.DropsLearner, play.DropsNone}, Chosen: f.evalDrops}, Workers: f.workers}
	return e.Config(func(r rummygym.Rules) (arena.Entrant, error) {
		create, name, err := rummygym.LearnedAgent(r, m)
		return arena.Entrant{Name: name, New: create}, err
	}, f.rules.Preset())
}
