package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/train"
	"rummygym/internal/train/equilibrium"
)

// training is what all recipes have that train in a folder: with evaluations against other agents, and
// with stops and resumes.
type training struct {
	shell `options:"-"` // without rules if the data have them
	folderOptions
	lengthOptions
	network     networkOptions `options:"-"` // see register
	gameOptions `options:"-"`
	best        string `option:"best" group:"Evaluation" doc:"column of the metrics that selects the best network: the highest value of win/, gain/, accuracy, agreement and explained variance, the lowest value of other columns (default the first win/ column, if any)"`
	patience    int    `option:"patience" group:"Evaluation" doc:"stop when the --best column has not improved for this number of measurements; 0 never stops"`

	command string // such as "rummygym train mc"
	host    *Host

	env         string   // environment of the run of --resume
	asked       []string // networks that the training asks; see ask
	askedBefore []string // those of the run of --resume; nil if unknown

	// data returns the rules of the table for commands without flags of rules, which learn
	// from recorded games. It is called once the flags are set. It is nil for other
	// commands.
	data func() (catalog.Rules, error)

	// fits, unless nil, returns an error if the option of a name does not go with the others.
	fits func(name string) error

	live  []string // columns that the progress bar shows after the loss
	epoch bool     // a row of metrics is that of an epoch
}

// folderOptions holds the flags of a run in a folder that do not depend on what is trained.
type folderOptions struct {
	out             string        `option:"out" group:"Output" doc:"folder of the run; it must not contain a run"`
	resume          string        `option:"resume" group:"Checkpoints and parts" doc:"resume the run in this folder, with its original flags"`
	settings        string        `option:"config" group:"Running" doc:"config.json of another run, whose flags are used; flags on the command line take precedence"`
	seed            uint64        `option:"seed" default:"1" group:"Running" doc:"seed of all random choices except the evaluation"`
	workers         int           `option:"workers" group:"Running" range:"0:4096" doc:"number of parallel goroutines (no effect on the results); 0 means the number of cores"`
	checkpointEvery time.Duration `option:"checkpoint-every" default:"1m" group:"Checkpoints and parts" doc:"time between checkpoints"`
	snapshotEvery   int64         `option:"snapshot-every" group:"Output" range:"0:1000000000000" doc:"number of steps between the networks that are kept in the run's folder snapshots; 0 keeps none"`
}

// lengthOptions holds the flags that say how long a run takes.
type lengthOptions struct {
	steps int64 `option:"steps" range:"1:1000000000000" doc:"total number of steps, including those before --resume; a step is "`
	row   int64 `option:"row" range:"1:1000000000000" doc:"number of steps per row of metrics"`
}

// gameOptions holds the flags of the evaluation games.
type gameOptions struct {
	evalAgainst []string `option:"eval-against" group:"Evaluation" doc:"comma-separated agents to evaluate against; \"\" is none"`
	evalGames   int      `option:"eval-games" group:"Evaluation" range:"0:100000000" doc:"number of evaluation games against each agent, one from each seat of every deal, rounded down to whole deals"`
	evalEvery   int64    `option:"eval-every" group:"Evaluation" range:"0:1000000000000" doc:"steps between two evaluations, a multiple of --row"`
	evalSeed    uint64   `option:"eval-seed" default:"900001" group:"Evaluation" doc:"seed of the evaluation games; use another seed for final results, because this one selects the network"`
	evalExact   bool     `option:"eval-exact" group:"Evaluation" doc:"at each evaluation, also compute exactly what best responses gain against the network (column nashconv); only for games so small that all positions can be listed, for example --preset tiny"`
	evalDrops   string   `option:"eval-drops" group:"Evaluation" words:"all|learner|none" doc:"who may drop in the evaluation games; same values as --drops of eval (default all)"`
}

// goalOptions holds the flag that says what learners of matches play for.
type goalOptions struct {
	goal string `option:"goal" group:"Rules" words:"points|match" default:"points" doc:"what the learner of a match plays for: points, in whole matches; or match, in single hands at the scores of matches of Gin Rummy, whose gain is what they add to the probability of winning the match"`
}

// game returns the game that is learned under the rules.
func (f *goalOptions) game(rules catalog.Rules) (game.Game, error) {
	if f.goal != "match" {
		return rules.NewGame()
	}
	m, ok := rules.(*catalog.MatchRules)
	if !ok {
		return nil, options.Usage(fmt.Errorf("--goal match: %s is not a match: want --game %s", rules.Type().Title, catalog.GinMatch.Name))
	}
	g, err := m.Hands()
	if err != nil {
		return nil, options.Usage(fmt.Errorf("--goal match: %w", err))
	}
	return g, nil
}

// defaults holds the defaults that differ from recipe to recipe.
type defaults struct {
	unit         string // meaning of a step, such as "updates from --batch decisions"
	steps, row   int64
	batch        int
	learningRate float64
	layers       []int
	evalEvery    int64
	evalGames    int
	best         string
	patience     int
	live         []string // columns that the progress bar shows after the loss
}

// bind returns the options of a training with some defaults.
func (f *training) bind(d defaults) options.List {
	f.live = d.live
	f.steps, f.row, f.best, f.patience = d.steps, d.row, d.best, d.patience
	f.network.layers, f.network.batch, f.network.learningRate = d.layers, d.batch, d.learningRate
	all := append(options.Bind(f), options.Bind(&f.network)...)
	all.Find("steps").Doc += d.unit
	for name, value := range map[string]string{"schedule": f.network.schedule, "best": f.best} {
		if o := all.Find(name); value != "" { // help prints this default
			o.Doc, _, _ = strings.Cut(o.Doc, " (default ")
		}
	}
	f.evalGames, f.evalEvery = d.evalGames, d.evalEvery
	all = append(all, options.Bind(&f.gameOptions)...)
	if f.data == nil {
		all = append(all, f.rules.Options()...)
	}
	return all
}

// Watched returns the columns of the metrics that say most, besides the loss.
func (f *training) Watched() []string { return f.live }

// Folder returns the folder of the run, "" before it is chosen.
func (f *training) Folder() string { return cmp.Or(f.resume, f.out) }

// setDefaults sets options that are not given to defaults that depend on others, so that config.json contains them.
func (f *training) setDefaults(values map[string]string) {
	for name, value := range values {
		if o := f.list.Find(name); !o.Given && f.resume == "" {
			texts := []string{value}
			if _, list := o.Value.(options.Slice); list {
				texts = strings.Split(value, ",")
			}
			if err := o.Restore(texts); err != nil {
				panic(fmt.Sprintf("recipe: the default of --%s: %v", name, err))
			}
		}
	}
}

// given reports whether an option was set.
func (f *training) given(name string) bool { return f.list.Find(name).Given }

// table returns the rules of the table: those of the flags, or those of the data.
func (f *training) table() (catalog.Rules, error) {
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
type newLearner func(rules catalog.Rules) (train.Learner, []train.Evaluation, error)

// train trains the learner that create returns.
func (f *training) train(ctx context.Context, host *Host, create newLearner) (*TrainingResult, error) {
	f.host = host
	if err := f.readSettings(); err != nil {
		return nil, err
	}
	if err := f.restore(); err != nil {
		return nil, err
	}
	if err := cmp.Or(f.list.Check(), f.check()); err != nil { // again, with the flags of the other run
		return nil, err
	}
	for _, o := range f.list {
		if f.fits != nil && o.Given {
			if err := f.fits(o.Name); err != nil {
				return nil, err
			}
		}
	}
	rules, err := f.table()
	if err != nil {
		return nil, err
	}
	if err := f.checkEnv(rules.Type().Env); err != nil {
		return nil, err
	}
	learner, evaluations, err := create(rules)
	if err != nil {
		return nil, err
	}
	if err := f.checkAsked(); err != nil {
		return nil, err
	}
	config := f.config(rules.Type().Env)
	run := train.Run{
		Dir: f.Folder(), Learner: learner, Config: config, Identity: config.Identity(), Resume: f.resume != "", Steps: f.steps, Every: f.row,
		Evaluations: evaluations, Best: f.best, Patience: f.patience,
		CheckpointEvery: f.checkpointEvery, SnapshotEvery: f.snapshotEvery,
	}
	if len(f.evalAgainst) > 0 {
		games, err := f.games(rules, learner)
		if err != nil {
			return nil, err
		}
		run.Evaluations = append(run.Evaluations, games)
		if run.Best == "" {
			run.Best = games.Columns[0]
		}
	}
	if f.evalExact {
		exact, err := f.exact(ctx, rules)
		if err != nil {
			return nil, err
		}
		run.Evaluations = append(run.Evaluations, exact)
		run.Best = cmp.Or(run.Best, exact.Columns[0])
		f.live = append(f.live, exact.Columns...)
	}
	run.Lower = lowerIsBetter(run.Best)
	if err := run.Validate(); err != nil {
		return nil, options.Usage(err)
	}
	run.Progress = func(p train.Progress) { host.progress(f.progress(&p)) }
	res, err := run.Run(ctx)
	var stopped *train.StoppedError
	if errors.As(err, &stopped) {
		return nil, &StoppedError{Progress: f.progress(&train.Progress{Step: stopped.Step, Steps: stopped.Steps}), Resume: f.Folder(), Err: err}
	}
	if err != nil {
		return nil, err
	}
	return &TrainingResult{Result: *res, Folder: f.Folder(), Column: run.Best, Epoch: f.epochs()}, nil
}

// progress returns the progress of the training.
func (f *training) progress(p *train.Progress) Progress {
	return Progress{Unit: "steps", Done: p.Step, Total: p.Steps, Training: p, Epoch: f.epochs()}
}

// epochs returns the number of steps of an epoch if a row of metrics is one, 0 otherwise.
func (f *training) epochs() int64 {
	if f.epoch {
		return f.row
	}
	return 0
}

// check returns an error if the options are not valid. It leaves out what depends on files, and what train.Run checks.
func (f *training) check() error {
	switch {
	case f.out == "" && f.resume == "":
		return errors.New("--out: want the folder of a new run, or --resume with the folder of a run to resume")
	case f.out != "" && f.resume != "":
		return errors.New("--resume continues in its own folder: remove --out")
	case (len(f.evalAgainst) > 0 || f.evalExact) && (f.evalEvery < 1 || f.evalEvery%f.row != 0):
		return fmt.Errorf("--eval-every %d: want a multiple of --row %d", f.evalEvery, f.row)
	}
	return nil
}

// games returns the evaluation against the agents of --eval-against. It checks the agents
// and the network now, so that errors do not appear after hours of training.
func (f *training) games(rules catalog.Rules, l train.Learner) (e train.Evaluation, err error) {
	e.Every = f.evalEvery
	for _, spec := range f.evalAgainst {
		_, name, err := catalog.OpenAgent(rules, spec)
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
		played, err := res.Evaluate(0.95, nil)
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

// exact returns the evaluation by best responses. It lists the game now.
func (f *training) exact(ctx context.Context, rules catalog.Rules) (e train.Evaluation, err error) {
	g, err := oneDeal(rules)
	if err != nil {
		return e, fmt.Errorf("--eval-exact: %w", err)
	}
	t, err := equilibrium.New(ctx, g, equilibrium.Options{})
	if err != nil {
		return e, fmt.Errorf("--eval-exact: %w", err)
	}
	e.Every, e.Columns = f.evalEvery, []string{"nashconv"}
	e.Measure = func(ctx context.Context, n *network.Network, row []float64) error {
		m, err := learned.NewModel(n, "network")
		if err != nil {
			return err
		}
		create, _, err := catalog.LearnedAgent(rules, m)
		if err != nil {
			return err
		}
		of, err := t.ProfileOf(ctx, g, create, equilibrium.Asking{})
		if err == nil {
			row[0] = t.NashConv(of)
		}
		return err
	}
	return e, nil
}

// matches returns the games of a network against the agents of --eval-against, every
// deal from every seat, as "rummygym eval" plays them.
func (f *training) matches(n *network.Network) (c arena.Config, err error) {
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
	e := contest.Match{Rules: f.rules, Against: f.evalAgainst, Games: games, Seed: f.evalSeed, Drops: f.evalDrops, Workers: f.workers}
	return e.Config(func(r catalog.Rules) (arena.Entrant, error) {
		create, name, err := catalog.LearnedAgent(r, m)
		return arena.Entrant{Name: name, New: create}, err
	}, f.rules.Preset())
}
