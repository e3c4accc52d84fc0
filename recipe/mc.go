package recipe

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/env/game"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/montecarlo"
)

// bothHeads is the word of --head for games played by either head.
const bothHeads = "both"

// MonteCarlo holds the flags of train mc.
type MonteCarlo struct {
	training     `options:"-"`
	league       leagueOptions
	tables       string
	start        string               `option:"start" complete:"agents" doc:"agent that plays in the first --start-steps steps (default one that suits the game)"`
	fields       string               `option:"fields" group:"Network" doc:"comma-separated groups of afterstate fields that the network takes (default all groups that can differ under the rules: in Indian Rummy belief and odds for two players, others for more players; in Gin Rummy match for matches; rules with --tables)"`
	relabel      bool                 `option:"relabel-suits" doc:"relabel the suits of each sample at random in each update; the rules treat all suits alike"`
	calibrate    bool                 `option:"calibrate" doc:"add a head, chance, to the network of --from: the probability of winning against --opponents; the rest of the network is frozen. Changes the defaults: --lambda 1, --epsilon 0, no --eval-against, and --layers 32 units larger than those of the network"`
	drops        bool                 `option:"drops" group:"Rules" doc:"whether players may drop in the games in which the learner plays by the head gain"`
	teachers     []string             `option:"teachers" doc:"comma-separated network files; the network learns the mean of their values, over all files and all relabellings of the suits, instead of the results of games"`
	calibrated   *network.Description // of the network of --calibrate
	starts       int                  `option:"start-steps" default:"10" range:"0:1000000000" doc:"number of steps at the beginning in which the agent of --start plays; 0 with --from"`
	updates      int                  `option:"updates" default:"160" group:"Optimizer" doc:"number of updates per step; proportionally fewer in the first --replay steps"`
	replay       int                  `option:"replay" default:"25" range:"0:100000000" doc:"number of most recent steps whose games are used for training"`
	games        int                  `option:"games" default:"4096" range:"1:1000000000" doc:"number of games per step"`
	lambda       float64              `option:"lambda" default:"0.9" doc:"lambda of the targets, 0 to 1: weight of the rest of the game (up to a random action); the network's value one decision later has the remaining weight"`
	epsilon      float64              `option:"epsilon" default:"0.05" doc:"probability of a random action"`
	epsilonLast  float64              `option:"final-epsilon" default:"0.05" doc:"probability of a random action after --epsilon-steps steps"`
	epsilonSteps int                  `option:"epsilon-steps" doc:"number of steps over which the probability changes from --epsilon to --final-epsilon; 0 keeps --epsilon"`
	head         string               `option:"head" words:"both|gain|win" group:"Network" doc:"head that chooses the actions in training games: gain, win, or both in alternating games (default both)"`
}

// NewMonteCarlo returns the recipe of "train mc" with its defaults.
func NewMonteCarlo() *MonteCarlo {
	f := new(MonteCarlo)
	f.training.network.schedule = string(train.CosineShape)
	all := f.training.bind(defaults{
		unit: "--games games followed by --updates updates", steps: 100, row: 1,
		batch: 1024, learningRate: 1e-3, layers: []int{128, 128}, evalEvery: 10, evalGames: 2000,
		live: []string{"samples", "score", "gain/squared", "win/logistic"},
	})
	all.Find("warmup").Doc += " (default 200, at most a tenth of all updates)"
	f.command = "rummygym train mc"
	f.training.list = append(append(all, options.Bind(f)...), options.New(&f.tables, "tables", tablesDoc).In("Rules"))
	return f
}

// run trains a network.
func (f *MonteCarlo) Run(ctx context.Context, host *Host) (Result, error) {
	return given(f.training.run(ctx, host, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		if err := f.setCalibration(); err != nil {
			return nil, nil, err
		}
		f.setDefaults(rules.Type().Training(), f.calibrate || f.training.given("eval-against"))
		if f.training.network.from != "" && !f.training.given("start-steps") && f.training.resume == "" {
			f.starts = 0
		}
		l, err := f.learner(rules, !f.training.given("warmup") && f.training.resume == "")
		if err == nil && l.Players() != 2 && !f.training.given("eval-against") {
			f.training.evalAgainst = nil // eval needs two players
		}
		if err == nil && f.training.resume != "" {
			fmt.Fprintf(host.log(), "%s: first plays the games of up to %d steps again, from which it learns\n", f.training.resume, f.replay)
		}
		return l, nil, err
	}))
}

// newUnits is the number of units that --calibrate adds to each layer.
const newUnits = 32

// setCalibration sets the flags that --calibrate changes and that are not given.
func (f *MonteCarlo) setCalibration() error {
	if !f.calibrate {
		return nil
	}
	if f.training.network.from == "" {
		return options.Usage(errors.New("--calibrate: name the network with --from"))
	}
	n, _, err := network.ReadFile(f.training.network.from)
	if err != nil {
		return options.FileFault(fmt.Errorf("--from: %w", err))
	}
	f.calibrated, f.training.network.keep = n.Description(), true
	if f.training.resume != "" {
		return nil // all flags are those of the run
	}
	if !f.training.given("lambda") {
		f.lambda = 1
	}
	if !f.training.given("epsilon") {
		f.epsilon, f.epsilonLast = 0, 0
	}
	if !f.training.given("layers") {
		f.training.network.layers = nil
		for _, l := range f.calibrated.Layers {
			f.training.network.layers = append(f.training.network.layers, l.Size+newUnits)
		}
	}
	return nil
}

// setDefaults sets flags that are not given to the defaults of the game, so that config.json
// contains them. against reports whether --eval-against is given.
func (f *MonteCarlo) setDefaults(g rummygym.Learning, against bool) {
	f.start = cmp.Or(f.start, g.Start)
	f.league.opponents = cmp.Or(f.league.opponents, g.Opponents)
	if !against && f.training.resume == "" {
		f.training.evalAgainst = []string{g.Rival}
	}
}

// config returns the settings that the flags choose, and the afterstates.
func (f *MonteCarlo) config(rules rummygym.Rules) (c montecarlo.Config, x rummygym.Afterstates, err error) {
	tables, err := tablesOf(rules, f.tables)
	if err != nil {
		return c, x, err
	}
	if x, err = f.setFields(rules, tables); err != nil {
		return c, x, err
	}
	c = montecarlo.Config{
		Seed: f.training.seed, Workers: cmp.Or(f.training.workers, runtime.GOMAXPROCS(0)),
		Games: f.games, Replay: f.replay, Updates: f.updates, Batch: f.training.network.batch, Explore: f.epsilon, ExploreLast: f.epsilonLast, ExploreSteps: f.epsilonSteps, Heads: []string{f.head}, Lambda: f.lambda,
		StartSteps: f.starts, Drops: f.drops, Chance: f.calibrate,
	}
	for _, name := range f.teachers {
		n, data, err := network.ReadFile(name)
		if err != nil {
			return c, x, options.FileFault(fmt.Errorf("--teachers: %w", err))
		}
		f.training.ask(fmt.Sprintf("%s@%.6x", name, sha256.Sum256(data)))
		c.Teachers = append(c.Teachers, n)
	}
	if f.relabel || len(f.teachers) > 0 {
		c.Symmetries = x.Relabellings()
	}
	if cmp.Or(f.head, bothHeads) == bothHeads {
		c.Heads = []string{network.Gain, network.Win}
	}
	for _, t := range tables {
		table, err := f.table(t.rules, c.Heads[0], x.Belief)
		if err != nil {
			return c, x, err
		}
		table.Weight = t.weight
		c.Tables = append(c.Tables, table)
	}
	return c, x, nil
}

// learner returns the learner that the flags choose. With warms it uses the default of --warmup.
func (f *MonteCarlo) learner(rules rummygym.Rules, warms bool) (*montecarlo.Learner, error) {
	c, x, err := f.config(rules)
	if err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, options.Usage(err)
	}
	trained := fmt.Sprintf("rummygym train mc --opponents %s --seed %d", f.league.opponents, f.training.seed)
	if f.tables != "" {
		trained += " --tables " + f.tables
	}
	if f.drops {
		trained += " --drops"
	}
	if f.relabel {
		trained += " --relabel-suits"
	}
	if len(f.teachers) > 0 {
		trained += " --teachers " + strings.Join(f.teachers, ",")
	}
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Tables[0].Game.Name(), Env: rules.Type().Env, Rules: rummygym.RulesJSON(rules),
		Fields: x.Fields, Belief: x.Belief, Inputs: network.Inputs(x.Layout), Layers: f.training.network.layersOf(), Heads: montecarlo.Heads(c.Heads[0]),
		Notes: map[string]string{"trained": trained},
	}
	if c.Chance {
		d.Heads = append(slices.Clone(f.calibrated.Heads), network.Head{Name: network.Chance, Size: 1})
		d.Notes = map[string]string{}
		maps.Copy(d.Notes, f.calibrated.Notes)
		d.Notes["calibrated"] = trained + " --calibrate"
	}
	updates := c.AllUpdates(f.training.steps)
	if warms {
		f.training.network.warmup = min(200, updates/10)
	}
	m, err := f.training.model(d, montecarlo.Losses(c.Chance), 0, updates)
	if err != nil {
		return nil, err
	}
	if c.Chance {
		if err := m.CopyHead(network.Chance, network.Win); err != nil {
			return nil, err
		}
	}
	return montecarlo.New(c, m)
}

// weightedRules is one of --tables.
type weightedRules struct {
	weight float64
	rules  rummygym.Rules
}

// tablesDoc is the meaning of --tables.
const tablesDoc = "comma-separated rules; each game draws one of them. Each is a preset followed by the options that differ from it, preceded by its weight and a colon unless the weight is 1, as in '2:paper,club seats=4 first-drop=25' (default the rules of --preset)"

// tablesOf returns the tables of --tables, by default the one with the given rules.
func tablesOf(rules rummygym.Rules, tables string) (all []weightedRules, err error) {
	if tables == "" {
		return []weightedRules{{1, rules}}, nil
	}
	shares, err := league.ParseShares(tables)
	if err != nil {
		return nil, fmt.Errorf("--tables: %w", err)
	}
	for _, s := range shares {
		r, err := rummygym.ParseRules(rules.Type().Name, s.Name)
		if err != nil {
			return nil, fmt.Errorf("--tables: %w", err)
		}
		all = append(all, weightedRules{s.Weight, r})
	}
	return all, nil
}

// setFields sets f.fields to the names of the groups, and returns the afterstates under the rules
// of the evaluation. By default the groups are those of the table with the most players, which
// all tables have, and those that tell the rules.
func (f *MonteCarlo) setFields(rules rummygym.Rules, tables []weightedRules) (x rummygym.Afterstates, err error) {
	if f.fields == "" && f.tables != "" {
		most := 0
		for _, t := range tables {
			g, err := t.rules.NewGame()
			if err != nil {
				return x, err
			}
			if g.Players() > most {
				most = g.Players()
				if x, err = t.rules.Afterstates(""); err != nil {
					return x, err
				}
				f.fields = x.Fields
			}
		}
		if told := rules.Type().Training().Rules; told != "" {
			f.fields += "," + told
		}
	}
	if x, err = rules.Afterstates(f.fields); err != nil {
		return x, fmt.Errorf("--fields: %w", err)
	}
	f.fields = x.Fields
	return x, nil
}

// table returns the table with the given rules, without its weight. belief is that of the
// network.
func (f *MonteCarlo) table(rules rummygym.Rules, head, belief string) (t montecarlo.Table, err error) {
	x, err := rules.Afterstates(f.fields)
	if err != nil {
		return t, fmt.Errorf("--fields: %w", err)
	}
	if x.Belief != belief {
		return t, fmt.Errorf("--fields %s: the tables have different built-in estimates of other hands, one for two seats and one for more: want tables of one kind, or no groups that use them", f.fields)
	}
	t.Layout, t.Reader = x.Layout, x.Reader
	if drop := rules.Results().Drop; drop != game.NoAction {
		t.Never = []game.Action{drop}
	}
	if t.Game, err = rules.NewGame(); err != nil {
		return t, err
	}
	var start string
	if t.Start, start, err = rummygym.OpenAgent(rules, f.start); err != nil {
		return t, fmt.Errorf("--start: %w", err)
	}
	f.training.ask(start)
	t.League, err = f.league.config(rules, montecarlo.Player(x.Reader, head), f.training.ask)
	return t, err
}
