package train

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/montecarlo"
)

// bothHeads is the word of --head for games played by either head.
const bothHeads = "both"

// mcFlags holds the flags of train mc.
type mcFlags struct {
	train                          runFlags
	league                         leagueFlags
	fields, start                  string
	games, replay, updates, starts int
	epsilon, lambda                float64
	epsilonLast                    float64
	epsilonSteps                   int
	head                           cli.Format
}

// newMCCommand returns the command train mc.
func newMCCommand() *cobra.Command {
	f := mcFlags{head: cli.Format{Allowed: []string{bothHeads, network.Gain, network.Win}}}
	cmd := &cobra.Command{
		Use:   "mc --out DIR",
		Short: "Train a value network for afterstates by play: Monte Carlo learning from complete games",
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
learns from both seats, earlier versions of it (past), and any agents, each with a
weight. Nobody drops in these games. The cost of a drop is known from the rules, so a
network that predicts gains knows when to drop without training.

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
	schedule := fs.Lookup("schedule")
	if err := schedule.Value.Set(string(train.CosineShape)); err != nil {
		panic(err)
	}
	schedule.Usage = "decay of the learning rate over all updates (default cosine)"
	fs.Lookup("warmup").Usage += " (default 200, at most a tenth of all updates)"
	f.league.register(fs, "steps")
	fs.StringVar(&f.fields, "fields", "", "comma-separated groups of afterstate fields that the network takes (default all, but in Indian Rummy belief and odds only for two players, and in Gin Rummy match only for matches)")
	fs.IntVar(&f.games, "games", 4096, "number of games per step")
	fs.IntVar(&f.replay, "replay", 25, "number of last steps whose games are used for training")
	fs.IntVar(&f.updates, "updates", 160, "number of updates per step; proportionally fewer in the first --replay steps")
	fs.Float64Var(&f.epsilon, "epsilon", 0.05, "probability of a random action")
	fs.Float64Var(&f.epsilonLast, "final-epsilon", 0.05, "probability of a random action after --epsilon-steps steps")
	fs.IntVar(&f.epsilonSteps, "epsilon-steps", 0, "number of steps over which the probability changes from --epsilon to --final-epsilon; 0 keeps --epsilon")
	fs.Float64Var(&f.lambda, "lambda", 0.9, "lambda of the targets, 0 to 1: weight of the rest of the game, against the network's value one decision later")
	fs.Var(&f.head, "head", "head by which the network plays in training: gain, win, or both in alternating games (default both)")
	fs.StringVar(&f.start, "start", "", "agent that plays in the first --start-steps steps (default one that suits the game)")
	fs.IntVar(&f.starts, "start-steps", 10, "number of first steps in which the agent of --start plays; 0 with --from")
	return cmd
}

// run trains a network.
func (f *mcFlags) run(cmd *cobra.Command, _ []string) error {
	return f.train.run(cmd, func(rules rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		f.setDefaults(rules.Type().Training(), cmd.Flags().Changed("eval-against"))
		if f.train.network.from != "" && !cmd.Flags().Changed("start-steps") && f.train.resume == "" {
			f.starts = 0
		}
		l, err := f.learner(rules, !cmd.Flags().Changed("warmup") && f.train.resume == "")
		if err == nil && l.Players() != 2 && !cmd.Flags().Changed("eval-against") {
			f.train.evalAgainst = nil // eval needs two players
		}
		return l, nil, err
	})
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

// learner returns the learner that the flags choose. With warms it uses the default of
// --warmup.
func (f *mcFlags) learner(rules rummygym.Rules, warms bool) (*montecarlo.Learner, error) {
	x, err := rules.Afterstates(f.fields)
	if err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	f.fields = x.Fields
	c := montecarlo.Config{
		Layout: x.Layout, Reader: x.Reader, Seed: f.train.seed, Workers: cmp.Or(f.train.workers, runtime.GOMAXPROCS(0)),
		Games: f.games, Replay: f.replay, Updates: f.updates, Batch: f.train.network.batch, Explore: f.epsilon, ExploreLast: f.epsilonLast, ExploreSteps: f.epsilonSteps, Heads: []string{f.head.Value()}, Lambda: f.lambda,
		StartSteps: f.starts,
	}
	if f.head.Value() == bothHeads {
		c.Heads = []string{network.Gain, network.Win}
	}
	if c.Game, err = rules.NewGame(); err != nil {
		return nil, err
	}
	if drop := rules.Results().Drop; drop != game.NoAction {
		c.Never = []game.Action{drop}
	}
	if c.Start, _, err = rummygym.OpenAgent(rules, f.start); err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	if c.League, err = f.league.config(rules, f.league.opponents, montecarlo.Player(&c)); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Game.Name(), Env: rules.Type().Env, Rules: cli.RulesJSON(rules),
		Fields: x.Fields, Belief: x.Belief, Inputs: network.Inputs(x.Layout), Layers: f.train.network.layersOf(), Heads: montecarlo.Heads(c.Heads[0]),
		Notes: map[string]string{"trained": fmt.Sprintf("rummygym train mc --opponents %s --seed %d", f.league.opponents, f.train.seed)},
	}
	updates := c.AllUpdates(f.train.steps)
	if warms {
		f.train.network.warmup = min(200, updates/10)
	}
	m, err := f.train.model(d, montecarlo.Losses(), 0, updates)
	if err != nil {
		return nil, err
	}
	return montecarlo.New(c, m)
}
