package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/agents/network"
	"rummygym/internal/arena/contest"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/train"
	"rummygym/internal/train/ppo"
)

// ppoHelp is the text of the command.
var ppoHelp = Help{
	Use:   "ppo --out DIR",
	Short: "Train a policy by play, with PPO and action masks",
	Long: `ppo trains a policy network by play against itself and other agents, with proximal policy optimization
(schulman2017ppo) and illegal actions masked. It plays as learned:DIR/best.safetensors. --potential adds
shaping that rewards progress with the hand and does not change the optimal policy. The same seed gives
the same weights for any number of workers. docs/train.md explains the metrics.`,
	Example: `  rummygym train ppo --game gin --out gin --steps 200
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02`,
}

// PPO holds the flags of train ppo.
type PPO struct {
	training `options:"-"`
	league   leagueOptions
	goalOptions
	potential      string  `option:"potential" doc:"potential for reward shaping: min-dist or min-score; for Gin Rummy deadwood or match-score; or none (default that of the game)"`
	width          int     `option:"width" group:"Network" range:"0:1024" doc:"size of the layers that all cards share, a multiple of 8; 0 makes the plain layers of --layers (default 32, unless --layers or --activation is given)"`
	rounds         int     `option:"rounds" group:"Network" range:"1:16" default:"2" doc:"number of layers that all cards share"`
	fields         string  `option:"fields" group:"Network" doc:"comma-separated groups of observation fields that the network takes (default a selection that suits the game)"`
	drops          string  `option:"drops" words:"none|all" group:"Rules" doc:"whether the network may learn to drop: none or all (default none)"`
	rewardScale    float64 `option:"reward-scale" doc:"reward for one point of gain; 0 is the default of the game"`
	potentialScale float64 `option:"potential-scale" doc:"reward for one unit of the potential; 0 is the default of the game"`
	gamma          float64 `option:"gamma" default:"1" doc:"discount between two decisions of a seat, above 0 and at most 1"`

	settings ppo.Config // of the algorithm
}

// NewPPO returns the recipe of "train ppo" with its defaults.
func NewPPO() *PPO {
	f := &PPO{settings: ppo.DefaultConfig()}
	c := &f.settings
	f.training.network.clip, f.training.network.schedule = c.Optimizer.Clip, string(train.LinearShape)
	all := append(f.training.bind(defaults{
		unit: "an update from --horizon decisions at --tables tables", steps: 600, row: 1,
		batch: c.Batch, learningRate: 2e-3, layers: []int{128, 128}, evalEvery: 50, evalGames: 1000,
		live: []string{"ppo/entropy", "ppo/kl", "ppo/clipped"},
	}), options.Bind(f)...)
	all.Find("from").Doc = "start from this network file, with its fields and layers"
	all.Find("past-every").Doc = "updates between two past versions, of which the last 10 are kept"
	f.command, f.task = "rummygym train ppo", f
	f.list = all
	return f
}

// run trains a policy.
func (f *PPO) run(ctx context.Context, host *Host) (Result, error) {
	for _, name := range []string{"fields", "layers", "activation", "width", "rounds"} {
		if f.training.network.from != "" && f.training.given(name) {
			return nil, fmt.Errorf("--%s: the network of --from has its own: remove the flag", name)
		}
	}
	if f.width > 0 && (f.training.given("layers") || f.training.given("activation")) {
		return nil, options.Usage(errors.New("--layers and --activation are for plain layers, and --width makes layers that all cards share: remove one of them"))
	}
	return given(f.train(ctx, host, func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
		f.setDefaults(rules.Type())
		learner, err := f.learner(rules)
		if err != nil {
			return nil, nil, err
		}
		f.closes = append(f.closes, learner.Close)
		return learner, nil, nil
	}))
}

// ppoDefaults are the defaults of options by game.
var ppoDefaults = map[string]map[string]string{
	"indian": {"fields": "cards-and-counts,score,distance,relations,discard-distances,outs", "potential": "min-dist", "potential-scale": "0.2", "reward-scale": "0.025"},
	"gin":    {"fields": "cards-and-counts,deadwood,discard-deadwood", "potential": "deadwood", "potential-scale": "0.0333", "reward-scale": "0.0333"},
}

// defaultWidth is that of a new network, unless its layers are given or the game does not say which actions choose cards.
const defaultWidth = 32

// setDefaults sets the options that are not given to the defaults for a game.
func (f *PPO) setDefaults(g *catalog.GameType) {
	rival := rivalOf(g)
	f.training.setDefaults(map[string]string{"opponents": "self,past," + rival, "eval-against": rival})
	f.training.setDefaults(ppoDefaults[g.Name])
	if g.Cards.Kinds > 0 && f.training.network.from == "" && !f.training.given("layers") && !f.training.given("activation") {
		f.training.setDefaults(map[string]string{"width": strconv.Itoa(defaultWidth)})
	}
	scale := 1.0
	if g.Deal != nil {
		scale = 0.01
	}
	f.fields, f.potential = cmp.Or(f.fields, catalog.AllFields), cmp.Or(f.potential, catalog.NoPotential)
	f.potentialScale, f.rewardScale = cmp.Or(f.potentialScale, 1), cmp.Or(f.rewardScale, scale)
}

// config returns the settings that the flags choose.
func (f *PPO) config(rules catalog.Rules) (c ppo.Config, err error) {
	c = f.settings
	if c.Game, err = f.game(rules); err != nil {
		return c, err
	}
	if c.Env, err = f.table(rules); err != nil {
		return c, err
	}
	if c.League, err = f.league.config(rules, ppo.Player(c.Game, c.Env.Encoder), f.training.ask); err != nil {
		return c, err
	}
	c.Seed, c.Workers, c.Batch = f.training.seed, cmp.Or(f.training.workers, runtime.GOMAXPROCS(0)), f.training.network.batch
	batches := (c.Tables*c.Steps + c.Batch - 1) / c.Batch
	c.Optimizer = f.training.network.optimizerOf(f.training.steps * int64(c.Epochs*batches))
	return c, nil
}

// learner returns the learner that the flags choose.
func (f *PPO) learner(rules catalog.Rules) (*ppo.Learner, error) {
	var start *network.Network
	if f.training.network.from != "" {
		var err error
		if start, _, err = network.ReadFile(f.training.network.from); err != nil {
			return nil, options.FileFault(fmt.Errorf("--from: %w", err))
		}
		d, gameType := start.Description(), rules.Type()
		if d.Game != gameType.Name {
			return nil, fmt.Errorf("--from %s: the network is for the game %q, and the table plays %s%s",
				f.training.network.from, d.Game, gameType.Title, gameType.Hint(func(o *catalog.GameType) bool { return o.Name == d.Game }))
		}
		f.fields = d.Fields
		if f.width = 0; d.Stack != nil {
			f.width = d.Stack.Width
		}
	}
	c, err := f.config(rules)
	if err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, options.Usage(err)
	}
	if start == nil {
		start, err = f.fresh(rules, &c)
	} else {
		start, err = ppo.WithValue(start)
	}
	if err != nil {
		return nil, err
	}
	if start, err = f.withDrops(start, rules); err != nil {
		return nil, err
	}
	m, err := train.From(start, c.Settings())
	if err != nil {
		return nil, err
	}
	return ppo.New(c, m)
}

// table returns the configuration of the training tables.
func (f *PPO) table(rules catalog.Rules) (c env.Config, err error) {
	if c.Encoder, f.fields, err = rules.Encoder(f.fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	if f.width > 0 {
		if c.Encoder, err = encoder.NewCards(c.Encoder); err != nil {
			return c, fmt.Errorf("--width %d: %w; or --layers for plain layers", f.width, err)
		}
	}
	c.RewardScale, c.Gamma = f.rewardScale, f.gamma
	if f.potential != catalog.NoPotential {
		c.PotentialScale = f.potentialScale
		if c.Potential, err = rules.Type().Potential(f.potential); err != nil {
			return c, fmt.Errorf("--potential: %w", err)
		}
	}
	return c, nil
}

// fresh returns a new network with a nearly uniform policy. Its inputs are scaled by
// observations of the rival of the game.
func (f *PPO) fresh(rules catalog.Rules, c *ppo.Config) (*network.Network, error) {
	rival, _, err := catalog.OpenAgent(rules, rivalOf(rules.Type()))
	if err != nil {
		return nil, err
	}
	inputs, err := ppo.Inputs(c.Game, c.Env.Encoder, rival, game.Seed(f.training.seed))
	if err != nil {
		return nil, err
	}
	d, t := ppo.Describe(c.Game, f.fields, inputs, f.training.network.layersOf()...), rules.Type()
	if cards, ok := c.Env.Encoder.(*encoder.Cards); ok {
		stack := network.CardStack{Width: f.width, Rounds: f.rounds, Pooled: 2 * f.width, Ace: cmp.Or(t.Ace, network.AceLow)}
		if d, err = ppo.DescribeCards(c.Game, f.fields, inputs, stack, t.Cards, cards.Plane(t.Cards.Top)); err != nil {
			return nil, fmt.Errorf("--width %d: %w", f.width, err)
		}
	}
	d.Env, d.Rules = rules.Type().Env, catalog.RulesJSON(rules)
	d.Notes = map[string]string{"trained": fmt.Sprintf("rummygym train ppo --opponents %s --seed %d", f.league.opponents, f.training.seed)}
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

// withDrops returns n with drops forbidden or allowed, as --drops says.
func (f *PPO) withDrops(n *network.Network, rules catalog.Rules) (*network.Network, error) {
	drop := rules.Results().Drop
	switch {
	case drop == game.NoAction:
		return n, nil
	case cmp.Or(f.drops, contest.DropsNone) == contest.DropsNone:
		return ppo.Forbid(n, drop)
	}
	return ppo.Allow(n, drop)
}
