package main

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/features"
	"rummygym/train"
	"rummygym/train/ppo"
)

// trainPPOFlags are the flags of train ppo.
type trainPPOFlags struct {
	train             trainFlags
	league            leagueFlags
	fields, potential string
	drops             formatFlag
	rewardScale       float64
	potentialScale    float64
	gamma             float64
	settings          ppo.Config // of the algorithm itself
}

// ppoGame is what train ppo does in a game unless it is told otherwise.
type ppoGame struct {
	fields, opponents, rival  string // the rival is played against in evaluations
	potential                 string
	potentialScale, perPoints float64 // reward of a unit of potential; points of gain for a reward of 1
}

// ppoGames are those of all games.
var ppoGames = map[string]ppoGame{
	"indian": {
		fields:    "own-cards,open-pile,opponent-cards,progress,distance,discard-scores,discard-distances,outs",
		opponents: "self,past,min-dist-opp", rival: "min-dist-opp",
		potential: "min-dist", potentialScale: 0.3, perPoints: 50,
	},
	"gin": {
		fields:    "own-cards,pile,unseen,progress,deadwood,discard-deadwood,best-melds,almost-melds",
		opponents: "self,past,simple", rival: "simple",
		potential: "deadwood", potentialScale: 0.02, perPoints: 50,
	},
}

// noPotential is the word for a table without shaping.
const noPotential = "none"

// newTrainPPOCommand returns the command that trains a policy by playing.
func newTrainPPOCommand() *cobra.Command {
	f := trainPPOFlags{settings: ppo.DefaultConfig(), drops: formatFlag{allowed: []string{dropsNone, dropsAll}}}
	cmd := &cobra.Command{
		Use:   "ppo --out DIR",
		Short: "Train a policy by playing: masked proximal policy optimization",
		Long: `ppo trains a network by playing, against itself and others: proximal policy
optimization (Schulman et al., 2017) in which illegal actions are masked. The result
plays wherever an agent is named, as learned:DIR/best.safetensors.

A step is an update: --horizon decisions at each of --tables tables, and then --epochs
passes over them in batches of --batch. Whom the network plays against say --opponents:
itself (self), as it was some time ago (past), and any agents, each as often as its
weight says. At tables of self it learns from all seats, at the others from its own,
which changes from table to table. --past-rule prioritised lets those past selves come
most that beat it.

The reward is the points gained, --reward-scale of it for a point. --potential pays, on
the way, what brings the hand nearer to its end and takes it back at the end, so that
what is best stays best (Ng, Harada and Russell, 1999); without it fresh weights learn
slowly. --drops none, the default, gives a network that never drops; leaving a lost game
is the first thing that a beginner learns and hard to unlearn. Let a good one learn it:
--drops all --from DIR/best.safetensors.

The way that reaches farthest in a few minutes is to copy a good player first, "rummygym
train clone", and to go on from the copy: --from FILE takes fields and layers from the
file. If the file knows no value, let it be learned first, while the policy is held:
--value-warmup 10, with a learning rate no higher than 0.0003 and --target-kl 0.02, which
ends the passes of an update that has moved the policy too far.

Of the columns of the metrics ppo/entropy says how undecided the network still is, in
nats; ppo/kl how far the last update moved it and ppo/clipped for which share of decisions
so far that it counts no more; ppo/explained what share of the results the value foretells;
league/score and league/gain how it fares against others while it still tries things
out. win/AGENT is measured apart, by the best actions.

The same seed gives the same weights whatever the number of workers. Ctrl-C stops at the
end of an update or before and says how to go on; a run that was stopped or killed ends
with the same files as one that was not.`,
		Example: `  rummygym train ppo --out run --steps 100
  rummygym train ppo --resume run --steps 200
  rummygym train ppo --out run --opponents self,2:min-dist-opp,min-dist-outs --eval-against min-dist-opp,min-dist-outs
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02
  rummygym train ppo --game gin --episode hand --out gin --steps 200
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
		Args: cobra.NoArgs,
		RunE: f.run,
	}
	c, fs := &f.settings, cmd.Flags()
	f.train.register(cmd, trainDefaults{
		unit: "updates, each of the decisions of --tables and --horizon", steps: 200, row: 1,
		batch: c.Batch, learningRate: 1e-3, layers: []int{128, 128}, evalEvery: 10, evalGames: 1000,
		live: []string{"ppo/entropy", "ppo/kl", "ppo/clipped"},
	})
	f.train.network.clip = c.Optimizer.Clip
	fs.Lookup("clip").DefValue = fmt.Sprint(c.Optimizer.Clip)
	f.league.register(fs, "updates")
	fs.StringVar(&f.fields, "fields", "", "groups of observation fields that the network sees, parted by commas; by default some that it learns well from")
	fs.IntVar(&c.Tables, "tables", c.Tables, "tables played at once")
	fs.IntVar(&c.Steps, "horizon", c.Steps, "decisions at each table between two updates")
	fs.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the decisions of an update")
	fs.Float64Var(&c.Clip, "clip-ratio", c.Clip, "a probability counts until it has changed by this share")
	fs.Float64Var(&c.ClipValue, "clip-value", 0, "a value counts until it has changed so much; 0: however much")
	fs.Float64Var(&c.ValueScale, "value-scale", c.ValueScale, "weight of the error of values in the loss")
	fs.Float64Var(&c.EntropyScale, "entropy-scale", c.EntropyScale, "weight of the entropy of the policy, which keeps it trying")
	fs.Float64Var(&c.Lambda, "lambda", c.Lambda, "of advantages, 0 to 1: 0 trusts values, 1 what came")
	fs.Float64Var(&f.gamma, "gamma", 1, "discount from one decision of a seat to its next, above 0 to 1")
	fs.Float64Var(&c.TargetKL, "target-kl", 0, "end the passes of an update when the policy has moved farther, in nats; 0 never does")
	fs.IntVar(&c.WarmUp, "value-warmup", 0, "updates at first in which only the value is learned")
	fs.Float64Var(&f.rewardScale, "reward-scale", 0, "reward of a point gained; 0 is what suits the game")
	fs.StringVar(&f.potential, "potential", "", "potential that shapes rewards: min-dist or min-score, of Gin Rummy deadwood or match-score, or none; by default what suits the game")
	fs.Float64Var(&f.potentialScale, "potential-scale", 0, "reward of a unit of it; 0 is what suits the game")
	fs.Var(&f.drops, "drops", "whether the network may learn to drop: none or all (default none)")
	return cmd
}

// run trains to the end.
func (f *trainPPOFlags) run(cmd *cobra.Command, _ []string) error {
	var learner *ppo.Learner
	defer func() {
		if learner != nil {
			learner.Close()
		}
	}()
	for _, name := range []string{"fields", "layers", "activation"} {
		if f.train.network.from != "" && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s: the network of --from has its own: leave it away", name)
		}
	}
	return f.train.run(cmd, func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
		f.suit(ppoGames[rules.Rummy().Name], cmd.Flags().Changed("eval-against"))
		var err error
		learner, err = f.learner(rules)
		return learner, nil, err
	})
}

// suit sets what is not given to what suits the game, and so to config.json.
func (f *trainPPOFlags) suit(g ppoGame, against bool) {
	f.fields = cmp.Or(f.fields, g.fields)
	f.league.opponents = cmp.Or(f.league.opponents, g.opponents)
	f.potential = cmp.Or(f.potential, g.potential)
	f.potentialScale = cmp.Or(f.potentialScale, g.potentialScale)
	f.rewardScale = cmp.Or(f.rewardScale, 1/g.perPoints)
	if !against && f.train.resume == "" {
		f.train.evalAgainst = []string{g.rival}
	}
}

// learner returns a learner of the flags.
func (f *trainPPOFlags) learner(rules catalog.Rules) (*ppo.Learner, error) {
	c := f.settings
	var start *network.Network
	if f.train.network.from != "" {
		var err error
		if start, _, err = network.ReadFile(f.train.network.from); err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		d, here := start.Description(), rules.Rummy()
		if d.Game != here.Name {
			return nil, fmt.Errorf("--from %s: the network is for the game %q, and the table plays %s%s",
				f.train.network.from, d.Game, here.Title, here.Hint(func(o *catalog.Rummy) bool { return o.Name == d.Game }))
		}
		f.fields = d.Fields
	}
	var err error
	if c.Game, err = rules.NewGame(); err != nil {
		return nil, err
	}
	if c.Env, err = f.table(rules); err != nil {
		return nil, err
	}
	if c.League, err = f.league.config(rules, f.league.opponents, ppo.Player(c.Game, c.Env.Encoder)); err != nil {
		return nil, err
	}
	c.Seed, c.Workers, c.Batch = f.train.seed, cmp.Or(f.train.workers, runtime.GOMAXPROCS(0)), f.train.network.batch
	batches := (c.Tables*c.Steps + c.Batch - 1) / c.Batch
	c.Optimizer = f.train.network.optimizerOf(f.train.steps * int64(c.Epochs*batches))
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if start == nil {
		start, err = f.fresh(rules, &c)
	} else {
		start, err = ppo.WithValue(start)
	}
	if err != nil {
		return nil, err
	}
	if start, err = f.dropping(start, rules); err != nil {
		return nil, err
	}
	m, err := train.From(start, c.Settings())
	if err != nil {
		return nil, err
	}
	return ppo.New(c, m)
}

// table returns the options of the tables.
func (f *trainPPOFlags) table(rules catalog.Rules) (c env.Config, err error) {
	if c.Encoder, f.fields, err = rules.Encoder(f.fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	c.RewardScale, c.Gamma = f.rewardScale, f.gamma
	if f.potential != noPotential {
		c.PotentialScale = f.potentialScale
		if c.Potential, err = features.PotentialNamed(rules.Rummy().Name, f.potential); err != nil {
			return c, fmt.Errorf("--potential: %w", err)
		}
	}
	return c, nil
}

// fresh returns a network that plays every action nearly alike, scaled by what the
// rival of the game sees.
func (f *trainPPOFlags) fresh(rules catalog.Rules, c *ppo.Config) (*network.Network, error) {
	rival, _, err := catalog.NewAgent(rules, ppoGames[rules.Rummy().Name].rival)
	if err != nil {
		return nil, err
	}
	inputs, err := ppo.Inputs(c.Game, c.Env.Encoder, rival, game.Seed(f.train.seed))
	if err != nil {
		return nil, err
	}
	d := ppo.Describe(c.Game, f.fields, inputs, f.train.network.layersOf()...)
	d.Env, d.Rules = rules.Rummy().Env, datasetRules(rules)
	d.Notes = map[string]string{"trained": fmt.Sprintf("rummygym train ppo --opponents %s --seed %d", f.league.opponents, f.train.seed)}
	m, err := train.New(d, c.Settings())
	if err != nil {
		return nil, err
	}
	n, err := m.Network()
	if err != nil {
		return nil, err
	}
	return ppo.Temper(n, 0.01)
}

// dropping returns n as --drops says.
func (f *trainPPOFlags) dropping(n *network.Network, rules catalog.Rules) (*network.Network, error) {
	drop := dropOf(rules)
	switch {
	case drop == game.NoAction:
		return n, nil
	case f.drops.value() == dropsNone:
		return ppo.Forbid(n, drop)
	}
	return ppo.Allow(n, drop)
}
