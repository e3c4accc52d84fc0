package recipe

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/train"
	"rummygym/internal/train/montecarlo"
)

// mcHelp is the text of the command.
var mcHelp = Help{
	Use:   "mc --out DIR",
	Short: "Train a network that values afterstates, by Monte Carlo play",
	Long: `mc trains a network that predicts, from what a player knows right after its action, the gain in points
and the probability of winning. The player that takes the action with the best afterstate is better than
the players whose games it learned from, and its games are the next training data. It plays as
learned:DIR/best.safetensors, or with :head=win to win more games. For Gin Rummy, train on single hands.
The same seed gives the same weights for any number of workers. docs/train.md explains the metrics.`,
	Example: `  rummygym train mc --out run --steps 100
  rummygym train mc --game gin --steps 128 --out gin`,
}

// cardFilters is the number of filters over cards that a network has before its hidden layers.
const cardFilters = 16

// MonteCarlo holds the flags of train mc.
type MonteCarlo struct {
	training `options:"-"`
	league   leagueOptions
	goalOptions
	tables   string
	start    string  `option:"start" doc:"agent that plays in the first --start-steps steps (default one that suits the game)"`
	fields   string  `option:"fields" group:"Network" doc:"comma-separated groups of afterstate fields that the network takes (default all groups that can differ under the rules: in Indian Rummy others and previous for more than two players; in Gin Rummy match for matches; rules with --tables)"`
	average  float64 `option:"weight-average" group:"Optimizer" doc:"factor of the running mean of the weights over the updates: the network that plays and is saved has the means; 0, the default, takes the weights themselves"`
	settings montecarlo.Config
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
	f.command, f.task = "rummygym train mc", f
	f.list = append(append(all, options.Bind(f)...), options.New(&f.tables, "tables", tablesDoc).In("Rules"))
	return f
}

// run trains a network.
func (f *MonteCarlo) run(ctx context.Context, host *Host) (Result, error) {
	return given(f.train(ctx, host, func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
		f.training.setDefaults(f.defaultsFor(rules.Type()))
		if f.training.network.from != "" && !f.training.given("start-steps") && f.training.resume == "" {
			f.settings.StartSteps = 0
		}
		l, err := f.learner(rules, !f.training.given("warmup") && f.training.resume == "")
		if err == nil && l.Players() != 2 && !f.training.given("eval-against") {
			f.training.evalAgainst = nil // eval needs two players
		}
		if err == nil && f.training.resume != "" {
			fmt.Fprintf(host.log(), "%s: first plays the games of up to %d steps again, from which it learns\n", f.training.resume, f.settings.Replay)
		}
		return l, nil, err
	}))
}

// defaultsFor returns the defaults of options for a game.
func (f *MonteCarlo) defaultsFor(g *catalog.GameType) map[string]string {
	rival := rivalOf(g)
	start := rival
	if g == catalog.Indian || g.Deal == catalog.Indian {
		start = "min-dist-outs"
	}
	return map[string]string{"start": start, "opponents": "self,past," + rival, "eval-against": rival}
}

// config returns the settings that the flags choose, and the afterstates.
func (f *MonteCarlo) config(rules catalog.Rules) (c montecarlo.Config, x catalog.Afterstates, err error) {
	tables, err := tablesOf(rules, f.tables)
	if err != nil {
		return c, x, err
	}
	if x, err = f.setFields(rules, tables); err != nil {
		return c, x, err
	}
	c = f.settings
	c.Seed, c.Workers, c.Batch = f.training.seed, cmp.Or(f.training.workers, runtime.GOMAXPROCS(0)), f.training.network.batch
	head := c.PlayedBy()[0]
	for _, t := range tables {
		table, err := f.table(t.rules, head, x.Belief)
		if err != nil {
			return c, x, err
		}
		table.Weight = t.weight
		c.Tables = append(c.Tables, table)
	}
	return c, x, nil
}

// learner returns the learner that the flags choose. With warms it uses the default of --warmup.
func (f *MonteCarlo) learner(rules catalog.Rules, warms bool) (*montecarlo.Learner, error) {
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
	if f.settings.Drops {
		trained += " --drops"
	}
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Tables[0].Game.Name(), Env: rules.Type().Env, Rules: catalog.RulesJSON(rules),
		Fields: x.Fields, Belief: x.Belief, Inputs: network.Inputs(x.Layout), Layers: f.training.network.layersOf(), Heads: montecarlo.Heads(c.PlayedBy()[0]),
		Notes: map[string]string{"trained": trained},
	}
	if cards, ok := network.OverCards(d.Inputs, cardFilters, cmp.Or(rules.Type().Ace, network.AceLow)); ok {
		d.Layers = append([]network.Layer{cards}, d.Layers...)
	}
	updates := c.AllUpdates(f.training.steps)
	if warms {
		f.training.network.warmup = min(200, updates/10)
	}
	f.training.network.average = f.average
	m, err := f.training.model(d, montecarlo.Losses(), 0, updates)
	if err != nil {
		return nil, err
	}
	return montecarlo.New(c, m)
}

// weightedRules is one of --tables.
type weightedRules struct {
	weight float64
	rules  catalog.Rules
}

// tablesDoc is the meaning of --tables.
const tablesDoc = "comma-separated rules; each game draws one of them. Each is a preset followed by the options that differ from it, preceded by its weight and a colon unless the weight is 1, as in '2:paper,club seats=4 first-drop=25' (default the rules of --preset)"

// tablesOf returns the tables of --tables, by default the one with the given rules.
func tablesOf(rules catalog.Rules, tables string) (all []weightedRules, err error) {
	if tables == "" {
		return []weightedRules{{1, rules}}, nil
	}
	shares, err := spec.ParseShares(tables)
	if err != nil {
		return nil, fmt.Errorf("--tables: %w", err)
	}
	for _, s := range shares {
		r, err := catalog.ParseRules(rules.Type().Name, s.Name)
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
func (f *MonteCarlo) setFields(rules catalog.Rules, tables []weightedRules) (x catalog.Afterstates, err error) {
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
		f.fields += ",rules"
	}
	if x, err = rules.Afterstates(f.fields); err != nil {
		return x, fmt.Errorf("--fields: %w", err)
	}
	f.fields = x.Fields
	return x, nil
}

// table returns the table with the given rules, without its weight. belief is that of the
// network.
func (f *MonteCarlo) table(rules catalog.Rules, head, belief string) (t montecarlo.Table, err error) {
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
	if t.Game, err = f.game(rules); err != nil {
		return t, err
	}
	var start string
	if t.Start, start, err = catalog.OpenAgent(rules, f.start); err != nil {
		return t, fmt.Errorf("--start: %w", err)
	}
	f.training.ask(start)
	t.League, err = f.league.config(rules, montecarlo.Player(x.Reader, head), f.training.ask)
	return t, err
}
