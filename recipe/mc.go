package recipe

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

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

// cardFilters is the number of filters over cards that a network has before its hidden layers.
const cardFilters = 16

// MonteCarlo holds the flags of train mc.
type MonteCarlo struct {
	training     `options:"-"`
	league       leagueOptions
	tables       string
	start        string  `option:"start" doc:"agent that plays in the first --start-steps steps (default one that suits the game)"`
	fields       string  `option:"fields" group:"Network" doc:"comma-separated groups of afterstate fields that the network takes (default all groups that can differ under the rules: in Indian Rummy others and previous for more than two players; in Gin Rummy match for matches; rules with --tables)"`
	drops        bool    `option:"drops" group:"Rules" doc:"whether players may drop in the games in which the learner plays by the head gain"`
	starts       int     `option:"start-steps" default:"10" range:"0:1000000000" doc:"number of steps at the beginning in which the agent of --start plays; 0 with --from"`
	updates      int     `option:"updates" default:"100" group:"Optimizer" doc:"number of updates per step; proportionally fewer in the first --replay steps"`
	replay       int     `option:"replay" default:"60" range:"0:100000000" doc:"number of most recent steps whose games are used for training"`
	games        int     `option:"games" default:"2048" range:"1:1000000000" doc:"number of games per step"`
	lambda       float64 `option:"lambda" default:"0.9" doc:"lambda of the targets, 0 to 1: weight of the rest of the game (up to a random action); the network's value one decision later has the remaining weight"`
	epsilon      float64 `option:"epsilon" default:"0.05" doc:"probability of a random action"`
	epsilonLast  float64 `option:"final-epsilon" default:"0.05" doc:"probability of a random action after --epsilon-steps steps"`
	epsilonSteps int     `option:"epsilon-steps" doc:"number of steps over which the probability changes from --epsilon to --final-epsilon; 0 keeps --epsilon"`
	head         string  `option:"head" words:"both|gain|win" group:"Network" doc:"head that chooses the actions in training games: gain, win, or both in alternating games (default both)"`
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
		f.setDefaults(rules.Type().Training(), f.training.given("eval-against"))
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
		StartSteps: f.starts, Drops: f.drops,
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
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Tables[0].Game.Name(), Env: rules.Type().Env, Rules: rummygym.RulesJSON(rules),
		Fields: x.Fields, Belief: x.Belief, Inputs: network.Inputs(x.Layout), Layers: f.training.network.layersOf(), Heads: montecarlo.Heads(c.Heads[0]),
		Notes: map[string]string{"trained": trained},
	}
	if cards, ok := network.OverCards(d.Inputs, cardFilters, rules.Type().Training().Ace); ok {
		d.Layers = append([]network.Layer{cards}, d.Layers...)
	}
	updates := c.AllUpdates(f.training.steps)
	if warms {
		f.training.network.warmup = min(200, updates/10)
	}
	m, err := f.training.model(d, montecarlo.Losses(), 0, updates)
	if err != nil {
		return nil, err
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
