package train

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/options"
	"rummygym/train"
	"rummygym/train/ppo"
	"rummygym/train/remote"
)

// ppoFlags holds the flags of train ppo.
type ppoFlags struct {
	train          runFlags `options:"-"`
	league         leagueFlags
	potential      string  `option:"potential" doc:"potential for reward shaping: min-dist or min-score; for Gin Rummy deadwood or match-score; or none (default that of the game)"`
	fields         string  `option:"fields" group:"Network" doc:"comma-separated groups of observation fields that the network takes (default a selection that suits the game)"`
	drops          string  `option:"drops" words:"none|all" group:"Rules" doc:"whether the network may learn to drop: none or all (default none)"`
	rewardScale    float64 `option:"reward-scale" doc:"reward for one point of gain; 0 is the default of the game"`
	potentialScale float64 `option:"potential-scale" doc:"reward for one unit of the potential; 0 is the default of the game"`
	gamma          float64 `option:"gamma" default:"1" doc:"discount between two decisions of a seat, above 0 and at most 1"`
	remote         remoteFlags
	settings       ppo.Config // settings of the algorithm
}

// newPPOCommand returns the command train ppo.
func newPPOCommand() *cobra.Command {
	f := ppoFlags{settings: ppo.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "ppo --out DIR",
		Short: "Train a policy by play: PPO with action masks",
		Long: `ppo trains a policy network by playing against itself and other agents, by proximal
policy optimization (schulman2017ppo) with masks of illegal actions. The result plays
wherever an agent is named, as learned:DIR/best.safetensors.

A step is one update: --horizon decisions at each of --tables tables, followed by
--passes passes over them in batches of --batch. --opponents lists whom the network
trains against: the current network (self), earlier versions of it (past), and any
agents, each with a weight. At tables of self it learns from all seats, at other tables
from its own seat, which changes from table to table. --past-rule chooses among the
earlier versions; prioritised prefers those that beat the network.

The reward is the gain in points times --reward-scale. --potential adds potential-based
shaping, which rewards progress of the hand and does not change the optimal policy (Ng,
Harada and Russell, 1999); without it new weights learn slowly. With --drops none, the
default, the network never drops: dropping is the first thing that an untrained network
learns, and hard to unlearn. A trained network can learn it with --drops all --from
DIR/best.safetensors.

The fastest way to a good policy is to clone a good agent with "rummygym train clone" and
to continue from the clone: --from FILE takes fields and layers from the file. If the
file has no value head, learn the value first while the policy is fixed, with
--value-warmup 10. Use a learning rate of at most 0.0003 and --target-kl 0.02, which ends
an update that has moved the policy too far.

Columns of the metrics: ppo/entropy is the entropy of the policy in nats; ppo/kl the
Kullback-Leibler divergence of the last update, and ppo/clipped the share of decisions
with a clipped ratio; ppo/explained the share of the variance of returns that the value
explains; league/score and league/gain the results against other opponents with sampled
actions. win/AGENT is evaluated separately, with the best actions.

The same seed gives the same weights for any number of workers. Ctrl-C stops at the end
of the current update or earlier and prints the command that resumes. A run that was
stopped or killed and resumed gives the same files as one that was not.`,
		Example: `  rummygym train ppo --out run --steps 100
  rummygym train ppo --resume run --steps 200
  rummygym train ppo --out run --opponents self,2:min-dist-opp,min-dist-outs --eval-against min-dist-opp,min-dist-outs
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02
  rummygym train ppo --game gin --episode hand --out gin --steps 200
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
		RunE: f.run,
	}
	c, fs := &f.settings, cmd.Flags()
	f.train.network.clip = c.Optimizer.Clip
	f.train.register(cmd, flagDefaults{
		unit: "updates, each from --horizon decisions at --tables tables", steps: 200, row: 1,
		batch: c.Batch, learningRate: 1e-3, layers: []int{128, 128}, evalEvery: 10, evalGames: 1000,
		live: []string{"ppo/entropy", "ppo/kl", "ppo/clipped"},
	})
	cli.Options(cmd, &f)
	fs.Lookup("from").Usage = "start from this network file, with its fields and layers"
	fs.Lookup("past-every").Usage = "updates between two past versions"
	fs.Lookup("act").Usage = strings.Replace(fs.Lookup("act").Usage, "write games", "write decisions", 1)
	fs.Lookup("staleness").Usage = "age, in steps, of the network that makes the decisions of a step: 0, or 1 to make them while the step before learns, which needs --actors stdio"
	cli.AddOptions(cmd,
		options.New(&c.Tables, "tables", "number of tables played at once").In("Rules").Range(1, 65536),
		options.New(&c.Steps, "horizon", "number of decisions at each table between two updates").Range(1, 1000000),
		options.New(&c.Epochs, "passes", "number of passes over the decisions of an update, which others call epochs"),
		options.New(&c.Clip, "clip-ratio", "clipping range of the probability ratio"),
		options.New(&c.ClipValue, "clip-value", "clipping range of the change of a value; 0 does not clip"),
		options.New(&c.ValueScale, "value-scale", "weight of the value loss"),
		options.New(&c.EntropyScale, "entropy-scale", "weight of the entropy bonus, which keeps the policy exploring"),
		options.New(&c.Lambda, "lambda", "lambda of generalised advantage estimation, 0 to 1: 0 relies on values, 1 on observed returns"),
		options.New(&c.TargetKL, "target-kl", "end an update when the Kullback-Leibler divergence exceeds this, in nats; 0 never does"),
		options.New(&c.WarmUp, "value-warmup", "number of first updates in which only the value is learned"),
	)
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == formerly["passes"] {
			name = "passes"
		}
		return pflag.NormalizedName(name)
	})
	return cmd
}

// run trains a policy.
func (f *ppoFlags) run(cmd *cobra.Command, _ []string) error {
	if f.remote.act {
		return f.act(cmd)
	}
	var learner *ppo.Learner
	defer func() {
		if learner != nil {
			learner.Close()
		}
	}()
	for _, name := range []string{"fields", "layers", "activation"} {
		if f.train.network.from != "" && cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s: the network of --from has its own: remove the flag", name)
		}
	}
	return f.train.run(cmd, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		f.setDefaults(rules.Type().Training(), cmd.Flags().Changed("eval-against"))
		players, err := f.remote.players(cmd)
		if err != nil {
			return nil, nil, err
		}
		learner, err = f.learner(rules, players)
		return learner, nil, err
	})
}

// act plays for a learner in another process.
func (f *ppoFlags) act(cmd *cobra.Command) error {
	if err := f.train.readSettings(cmd); err != nil {
		return err
	}
	rules, err := f.train.table()
	if err != nil {
		return err
	}
	f.setDefaults(rules.Type().Training(), true)
	c, err := f.config(rules)
	if err != nil {
		return err
	}
	actor, err := ppo.NewActor(c)
	if err != nil {
		return err
	}
	defer actor.Close()
	return serve(cmd, actor.Play)
}

// setDefaults sets flags that are not given to the defaults of the game, so that config.json
// contains them. against reports whether --eval-against is given.
func (f *ppoFlags) setDefaults(g rummygym.Learning, against bool) {
	f.fields = cmp.Or(f.fields, g.Fields)
	f.league.opponents = cmp.Or(f.league.opponents, g.Opponents)
	f.potential = cmp.Or(f.potential, g.Potential)
	f.potentialScale = cmp.Or(f.potentialScale, g.PotentialScale)
	f.rewardScale = cmp.Or(f.rewardScale, 1/g.PerPoints)
	if !against && f.train.resume == "" {
		f.train.evalAgainst = []string{g.Rival}
	}
}

// config returns the settings that the flags choose, without Remote and Staleness.
func (f *ppoFlags) config(rules rummygym.Rules) (c ppo.Config, err error) {
	c = f.settings
	if c.Game, err = rules.NewGame(); err != nil {
		return c, err
	}
	if c.Env, err = f.table(rules); err != nil {
		return c, err
	}
	if c.League, err = f.league.config(rules, ppo.Player(c.Game, c.Env.Encoder), f.train.ask); err != nil {
		return c, err
	}
	c.Seed, c.Workers, c.Batch = f.train.seed, cmp.Or(f.train.workers, runtime.GOMAXPROCS(0)), f.train.network.batch
	batches := (c.Tables*c.Steps + c.Batch - 1) / c.Batch
	c.Optimizer = f.train.network.optimizerOf(f.train.steps * int64(c.Epochs*batches))
	return c, nil
}

// learner returns the learner that the flags choose, at whose tables players plays.
func (f *ppoFlags) learner(rules rummygym.Rules, players remote.Players) (*ppo.Learner, error) {
	var start *network.Network
	if f.train.network.from != "" {
		var err error
		if start, _, err = network.ReadFile(f.train.network.from); err != nil {
			return nil, cli.FileFault(fmt.Errorf("--from: %w", err))
		}
		d, gameType := start.Description(), rules.Type()
		if d.Game != gameType.Name {
			return nil, fmt.Errorf("--from %s: the network is for the game %q, and the table plays %s%s",
				f.train.network.from, d.Game, gameType.Title, gameType.Hint(func(o *rummygym.GameType) bool { return o.Name == d.Game }))
		}
		f.fields = d.Fields
	}
	c, err := f.config(rules)
	if err != nil {
		return nil, err
	}
	c.Remote, c.Staleness = players, f.remote.staleness
	if err := c.Validate(); err != nil {
		return nil, cli.Usage(err)
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
func (f *ppoFlags) table(rules rummygym.Rules) (c env.Config, err error) {
	if c.Encoder, f.fields, err = rules.Encoder(f.fields); err != nil {
		return c, fmt.Errorf("--fields: %w", err)
	}
	c.RewardScale, c.Gamma = f.rewardScale, f.gamma
	if f.potential != rummygym.NoPotential {
		c.PotentialScale = f.potentialScale
		if c.Potential, err = rules.Type().Potential(f.potential); err != nil {
			return c, fmt.Errorf("--potential: %w", err)
		}
	}
	return c, nil
}

// fresh returns a new network with a nearly uniform policy. Its inputs are scaled by
// observations of the rival of the game.
func (f *ppoFlags) fresh(rules rummygym.Rules, c *ppo.Config) (*network.Network, error) {
	rival, _, err := rummygym.OpenAgent(rules, rules.Type().Training().Rival)
	if err != nil {
		return nil, err
	}
	inputs, err := ppo.Inputs(c.Game, c.Env.Encoder, rival, game.Seed(f.train.seed))
	if err != nil {
		return nil, err
	}
	d := ppo.Describe(c.Game, f.fields, inputs, f.train.network.layersOf()...)
	d.Env, d.Rules = rules.Type().Env, cli.RulesJSON(rules)
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

// withDrops returns n with drops forbidden or allowed, as --drops says.
func (f *ppoFlags) withDrops(n *network.Network, rules rummygym.Rules) (*network.Network, error) {
	drop := rules.Results().Drop
	switch {
	case drop == game.NoAction:
		return n, nil
	case cmp.Or(f.drops, play.DropsNone) == play.DropsNone:
		return ppo.Forbid(n, drop)
	}
	return ppo.Allow(n, drop)
}
