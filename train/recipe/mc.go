package train

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/montecarlo"
	"rummygym/train/remote"
)

// bothHeads is the word of --head for games played by either head.
const bothHeads = "both"

// mcFlags holds the flags of train mc.
type mcFlags struct {
	train        runFlags `options:"-"`
	league       leagueFlags
	tables       string
	start        string               `option:"start" complete:"agents" doc:"agent that plays in the first --start-steps steps (default one that suits the game)"`
	fields       string               `option:"fields" group:"Network" doc:"comma-separated groups of afterstate fields that the network takes (default all that can differ: in Indian Rummy belief and odds for two players, others for more, and rules with --tables; in Gin Rummy match for matches)"`
	relabel      bool                 `option:"relabel-suits" doc:"relabel the suits of each sample at random in each update; the rules treat all suits alike"`
	calibrate    bool                 `option:"calibrate" doc:"learn a further head of the network of --from, the chance of winning against --opponents; the rest of the network stays. Changes the defaults: --lambda 1, --epsilon 0, no --eval-against, and 32 units more in each layer"`
	drops        bool                 `option:"drops" group:"Rules" doc:"whether players may drop in games in which the learner plays by the head gain"`
	teachers     []string             `option:"teachers" doc:"comma-separated network files whose values are learned instead of the results of games; the mean over all of them and over all relabellings of the suits"`
	calibrated   *network.Description // of the network of --calibrate
	starts       int                  `option:"start-steps" default:"10" range:"0:1000000000" doc:"number of first steps in which the agent of --start plays; 0 with --from"`
	updates      int                  `option:"updates" default:"160" group:"Optimizer" doc:"number of updates per step; proportionally fewer in the first --replay steps"`
	replay       int                  `option:"replay" default:"25" range:"0:100000000" doc:"number of last steps whose games are used for training"`
	games        int                  `option:"games" default:"4096" range:"1:1000000000" doc:"number of games per step"`
	lambda       float64              `option:"lambda" default:"0.9" doc:"lambda of the targets, 0 to 1: weight of the rest of the game, up to an action at random, against the network's value one decision later"`
	epsilon      float64              `option:"epsilon" default:"0.05" doc:"probability of a random action"`
	epsilonLast  float64              `option:"final-epsilon" default:"0.05" doc:"probability of a random action after --epsilon-steps steps"`
	epsilonSteps int                  `option:"epsilon-steps" doc:"number of steps over which the probability changes from --epsilon to --final-epsilon; 0 keeps --epsilon"`
	head         string               `option:"head" words:"both|gain|win" group:"Network" doc:"head by which the network plays in training: gain, win, or both in alternating games (default both)"`
	remote       remoteFlags
}

// newMCCommand returns the command train mc.
func newMCCommand() *cobra.Command {
	var f mcFlags
	cmd := &cobra.Command{
		Use:   "mc --out DIR",
		Short: "Train a network that values afterstates, by Monte Carlo play",
		Long: `mc trains a network of the kind "afterstate": from the information of a player right
after its action it predicts the gain in points (head gain) and the probability of
winning (head win). A player that takes the action with the best afterstate plays better
than the games from which the network learned; its games are the next training data. The
result plays wherever an agent is named, as learned:DIR/best.safetensors, or as
learned:DIR/best.safetensors:head=win to maximise the probability of winning.

A step plays --games games, collects the afterstates of the actions with the results of
the games, and makes --updates updates from batches of --batch, sampled from the games of
the last --replay steps. In the first --start-steps steps the agent of --start plays
instead of the untrained network. With probability --epsilon an action is chosen at
random among reasonable ones; evaluations have no random actions.

--opponents lists whom the network trains against: the current network (self), where it
learns from all its seats, earlier versions of it (past), and any agents, each with a
weight. Nobody drops in these games. The cost of a drop is known from the rules, so a
network that predicts gains knows when to drop without training. With --drops everyone may
drop in the games in which the learner plays for points; name opponents that do, such as
min-dist-outs:drop=4.

With --tables one network learns several rules: each game draws a table. --preset and the
options of the rules are then those of the evaluation, and of the network's description. The
tables may have different numbers of seats; with the groups belief and odds of --fields, all
have two or all have more, because each kind has its own estimates of other hands. The network sees the rules by the group "rules" of --fields.

With --calibrate and --from a network learns to tell people how likely it is to win: a further head, chance, learns from the
results of its games against --opponents, which should be of all kinds, weak ones too. Nothing else changes: the network plays as
before. The head has --layers units more than the network, by default 32 in each layer, for what it sees of an opponent's
play. "rummygym eval --calibration", review and hints then tell the chance by this head.

With --teachers a network learns the values of other networks instead of the results of games (distillation), each after the
suits were relabelled at random. The rules treat all suits alike, but a network does not: the mean of its values over all 24
relabellings is better than its value. Its pupil learns this mean, and the mean of several networks, in minutes, and plays as fast
as one. The games only give it positions, with all choices of each decision. The columns of the metrics are then the distance
from the teachers: 0 is out of reach, because they contradict each other from one relabelling to the next.

Train Gin Rummy on single hands: with --episode hand the network predicts the points of
the hand, and plays matches by them. Without it a game is a match of about ten hands, and
the network sees the score of the match.

Columns of the metrics: gain/squared is the squared error of the gain, in units of 80
points, and win/logistic the log loss of the win, in nats. Both fall at first and rise
again when the opponents get stronger. score is the share of games won against other
opponents than itself, including random actions. win/AGENT is evaluated separately.

The same seed gives the same weights for any number of workers. Ctrl-C stops the run and
prints the command that resumes. A run that was stopped or killed and resumed gives the
same files as one that was not. A resumed run first plays the games of the last --replay
steps again.`,
		Example: `  rummygym train mc --out run --steps 100
  rummygym train mc --resume run --steps 200
  rummygym train mc --out run --opponents self,2:min-dist-opp --eval-against min-dist-opp,min-dist-outs
  rummygym train mc --out finer --from run/best.safetensors --start-steps 0 --learning-rate 0.0003
  rummygym train mc --out many --tables 2:paper,paper52,club,released --drops
  rummygym train mc --preset club --seats 4 --out four --tables 'club seats=3,club seats=4,club seats=6'
  rummygym train mc --from many/last.safetensors --calibrate --opponents 2:self,min-dist-outs,min-dist,min-score --out told
  rummygym train mc --from many/last.safetensors --teachers many/last.safetensors --tables 2:paper,club --drops --out even
  rummygym train mc --game gin --episode hand --out gin --games 1024
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
		RunE: f.run,
	}
	fs := cmd.Flags()
	f.train.register(cmd, flagDefaults{
		unit: "--games games and --updates updates", steps: 100, row: 1,
		batch: 1024, learningRate: 1e-3, layers: []int{128, 128}, evalEvery: 10, evalGames: 2000,
		live: []string{"samples", "score", "gain/squared", "win/logistic"},
	})
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, options.New(&f.tables, "tables", tablesDoc).In("Rules"))
	f.train.network.schedule = string(train.CosineShape)
	fs.Lookup("schedule").Usage = "decay of the learning rate over all updates (default cosine)"
	fs.Lookup("warmup").Usage += " (default 200, at most a tenth of all updates)"
	return cmd
}

// run trains a network.
func (f *mcFlags) run(cmd *cobra.Command, _ []string) error {
	if f.remote.act {
		return f.act(cmd)
	}
	return f.train.run(cmd, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		if err := f.setCalibration(cmd.Flags()); err != nil {
			return nil, nil, err
		}
		f.setDefaults(rules.Type().Training(), f.calibrate || cmd.Flags().Changed("eval-against"))
		if f.train.network.from != "" && !cmd.Flags().Changed("start-steps") && f.train.resume == "" {
			f.starts = 0
		}
		players, err := f.remote.players(cmd)
		if err != nil {
			return nil, nil, err
		}
		l, err := f.learner(rules, players, !cmd.Flags().Changed("warmup") && f.train.resume == "")
		if err == nil && l.Players() != 2 && !cmd.Flags().Changed("eval-against") {
			f.train.evalAgainst = nil // eval needs two players
		}
		return l, nil, err
	})
}

// act plays for a learner in another process.
func (f *mcFlags) act(cmd *cobra.Command) error {
	if err := f.train.readSettings(cmd); err != nil {
		return err
	}
	rules, err := f.train.table()
	if err != nil {
		return err
	}
	if err := f.setCalibration(cmd.Flags()); err != nil {
		return err
	}
	f.setDefaults(rules.Type().Training(), true)
	c, _, err := f.config(rules)
	if err != nil {
		return err
	}
	actor, err := montecarlo.NewActor(c)
	if err != nil {
		return err
	}
	return serve(cmd, actor.Play)
}

// newUnits is the number of units that --calibrate adds to each layer.
const newUnits = 32

// setCalibration sets the flags that --calibrate changes and that are not given.
func (f *mcFlags) setCalibration(fs *pflag.FlagSet) error {
	if !f.calibrate {
		return nil
	}
	if f.train.network.from == "" {
		return cli.Usage(errors.New("--calibrate: name the network with --from"))
	}
	n, _, err := network.ReadFile(f.train.network.from)
	if err != nil {
		return cli.FileFault(fmt.Errorf("--from: %w", err))
	}
	f.calibrated, f.train.network.keep = n.Description(), true
	if f.train.resume != "" {
		return nil // all flags are those of the run
	}
	if !fs.Changed("lambda") {
		f.lambda = 1
	}
	if !fs.Changed("epsilon") {
		f.epsilon, f.epsilonLast = 0, 0
	}
	if !fs.Changed("layers") {
		f.train.network.layers = nil
		for _, l := range f.calibrated.Layers {
			f.train.network.layers = append(f.train.network.layers, l.Size+newUnits)
		}
	}
	return nil
}

// setDefaults sets flags that are not given to the defaults of the game, so that config.json
// contains them. against reports whether --eval-against is given.
func (f *mcFlags) setDefaults(g rummygym.Learning, against bool) {
	f.start = cmp.Or(f.start, g.Start)
	f.league.opponents = cmp.Or(f.league.opponents, g.Opponents)
	if !against && f.train.resume == "" {
		f.train.evalAgainst = []string{g.Rival}
	}
}

// config returns the settings that the flags choose, without Remote, and the afterstates.
func (f *mcFlags) config(rules rummygym.Rules) (c montecarlo.Config, x rummygym.Afterstates, err error) {
	tables, err := tablesOf(rules, f.tables)
	if err != nil {
		return c, x, err
	}
	if x, err = f.setFields(rules, tables); err != nil {
		return c, x, err
	}
	c = montecarlo.Config{
		Seed: f.train.seed, Workers: cmp.Or(f.train.workers, runtime.GOMAXPROCS(0)),
		Games: f.games, Replay: f.replay, Updates: f.updates, Batch: f.train.network.batch, Explore: f.epsilon, ExploreLast: f.epsilonLast, ExploreSteps: f.epsilonSteps, Heads: []string{f.head}, Lambda: f.lambda,
		StartSteps: f.starts, Drops: f.drops, Chance: f.calibrate,
	}
	for _, name := range f.teachers {
		n, data, err := network.ReadFile(name)
		if err != nil {
			return c, x, cli.FileFault(fmt.Errorf("--teachers: %w", err))
		}
		f.train.ask(fmt.Sprintf("%s@%.6x", name, sha256.Sum256(data)))
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

// learner returns the learner that the flags choose, whose games players plays. With warms it uses
// the default of --warmup.
func (f *mcFlags) learner(rules rummygym.Rules, players remote.Players, warms bool) (*montecarlo.Learner, error) {
	c, x, err := f.config(rules)
	if err != nil {
		return nil, err
	}
	c.Remote, c.Staleness = players, f.remote.staleness
	if err := c.Validate(); err != nil {
		return nil, cli.Usage(err)
	}
	trained := fmt.Sprintf("rummygym train mc --opponents %s --seed %d", f.league.opponents, f.train.seed)
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
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Tables[0].Game.Name(), Env: rules.Type().Env, Rules: cli.RulesJSON(rules),
		Fields: x.Fields, Belief: x.Belief, Inputs: network.Inputs(x.Layout), Layers: f.train.network.layersOf(), Heads: montecarlo.Heads(c.Heads[0]),
		Notes: map[string]string{"trained": trained},
	}
	if c.Chance {
		d.Heads = append(slices.Clone(f.calibrated.Heads), network.Head{Name: network.Chance, Size: 1})
		d.Notes = map[string]string{}
		maps.Copy(d.Notes, f.calibrated.Notes)
		d.Notes["calibrated"] = trained + " --calibrate"
	}
	updates := c.AllUpdates(f.train.steps)
	if warms {
		f.train.network.warmup = min(200, updates/10)
	}
	m, err := f.train.model(d, montecarlo.Losses(c.Chance), 0, updates)
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
const tablesDoc = "comma-separated rules of which each game draws one: a preset, then options that differ from it, and before it a weight and a colon unless the weight is 1, as in '2:paper,club seats=4 first-drop=25' (default the rules of --preset)"

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
func (f *mcFlags) setFields(rules rummygym.Rules, tables []weightedRules) (x rummygym.Afterstates, err error) {
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
func (f *mcFlags) table(rules rummygym.Rules, head, belief string) (t montecarlo.Table, err error) {
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
	f.train.ask(start)
	t.League, err = f.league.config(rules, montecarlo.Player(x.Reader, head), f.train.ask)
	return t, err
}
