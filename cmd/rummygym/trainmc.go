package main

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/env/game"
	"rummygym/train"
	"rummygym/train/montecarlo"
)

// bothHeads is the word for games by either head.
const bothHeads = "both"

// trainMCFlags are the flags of train mc.
type trainMCFlags struct {
	train                          trainFlags
	league                         leagueFlags
	fields, start                  string
	games, replay, updates, starts int
	epsilon, lambda                float64
	epsilonLast                    float64
	epsilonSteps                   int
	head                           formatFlag
}

// mcGame is what train mc does in a game unless it is told otherwise.
type mcGame struct {
	start, opponents, rival string // the rival is played against in evaluations
}

// mcGames are those of all games.
var mcGames = map[string]mcGame{
	"indian": {start: "min-dist-outs", opponents: "self,past,min-dist-opp", rival: "min-dist-opp"},
	"gin":    {start: "simple", opponents: "self,past,simple", rival: "simple"},
}

// newTrainMCCommand returns the command that trains a network of afterstates on games.
func newTrainMCCommand() *cobra.Command {
	f := trainMCFlags{head: formatFlag{allowed: []string{bothHeads, network.Gain, network.Win}}}
	cmd := &cobra.Command{
		Use:   "mc --out DIR",
		Short: "Train what positions are worth by playing games to their ends: Monte Carlo with afterstates",
		Long: `mc trains a network of the kind "afterstate": it is shown what a player would know
after an action of its own, and tells how many points the player will gain (head gain)
and whether it will win (head win). A player that takes the action of the best afterstate
plays better than the games that the network learned from, so that games of the better
player are what it learns from next. The result plays wherever an agent is named, as
learned:DIR/best.safetensors, and as learned:DIR/best.safetensors:head=win by its other
head.

A step plays --games games, takes the afterstates of the actions in them with what each
game brought, and makes --updates updates by batches of --batch drawn from the games of
the last --replay steps. Before the network knows anything, in the first --start-steps
steps, --start plays in its place. With the probability --epsilon an action is drawn at
random among those worth a thought; in evaluations none is.

Whom the network plays against say --opponents: itself (self), from which it learns on
both sides, as it was some time ago (past), and any agents, each as often as its weight
says. Nobody drops in these games. What a drop costs is known, so that a network that
tells gains knows when to drop without having learned it.

Train Gin Rummy on single hands: with --episode hand the network tells what positions are
worth in points of the hand, and plays matches by that. Without it a game is a match, of
some ten hands, and the network sees its score.

Of the columns of the metrics gain/squared is the squared error of the gain, in units of
80 points, and win/logistic that of the win, in nats: both fall at first and rise again
when the opponents get better. score is the share of games won against others than
itself, with the actions at random. win/AGENT is measured apart.

The same seed gives the same weights whatever the number of workers. Ctrl-C stops and
says how to go on; a run that was stopped or killed ends with the same files as one that
was not. A resume begins by playing the games of the replay once more.`,
		Example: `  rummygym train mc --out run --steps 100
  rummygym train mc --resume run --steps 200
  rummygym train mc --out run --opponents self,2:min-dist-opp --eval-against min-dist-opp,min-dist-outs
  rummygym train mc --out finer --from run/best.safetensors --start-steps 0 --learning-rate 0.0003
  rummygym train mc --game gin --episode hand --out gin --games 1024
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
		Args: cobra.NoArgs,
		RunE: f.run,
	}
	fs := cmd.Flags()
	f.train.register(cmd, trainDefaults{
		unit: "--games games and --updates updates", steps: 100, row: 1,
		batch: 1024, learningRate: 1e-3, layers: []int{128, 128}, evalEvery: 10, evalGames: 2000,
		live: []string{"samples", "score", "gain/squared", "win/logistic"},
	})
	schedule := fs.Lookup("schedule")
	if err := schedule.Value.Set(string(train.CosineShape)); err != nil {
		panic(err)
	}
	schedule.Usage = "how the learning rate goes down over all updates (default cosine)"
	fs.Lookup("warmup").Usage += " (default 200, and at most a tenth of all)"
	f.league.register(fs, "steps")
	fs.StringVar(&f.fields, "fields", "", "groups of fields of afterstates that the network sees, parted by commas; by default all, but in Indian Rummy belief and odds only for two players, and in Gin Rummy match only for matches")
	fs.IntVar(&f.games, "games", 4096, "games of a step")
	fs.IntVar(&f.replay, "replay", 25, "steps whose games are learned from")
	fs.IntVar(&f.updates, "updates", 160, "updates of a step; fewer in proportion in the first steps, while there are fewer than --replay")
	fs.Float64Var(&f.epsilon, "epsilon", 0.05, "probability of an action at random")
	fs.Float64Var(&f.epsilonLast, "final-epsilon", 0.05, "and after --epsilon-steps, over which it falls")
	fs.IntVar(&f.epsilonSteps, "epsilon-steps", 0, "steps of that; 0 leaves it as it is")
	fs.Float64Var(&f.lambda, "lambda", 0.9, "share that an afterstate learns from how the game went on, the rest from what the network said one decision later")
	fs.Var(&f.head, "head", "by which it plays as it learns: for points, gain, to win, win, or a game so and a game so (default both)")
	fs.StringVar(&f.start, "start", "", "agent that plays in its place at first; by default one that suits the game")
	fs.IntVar(&f.starts, "start-steps", 10, "steps of that; 0 with --from")
	return cmd
}

// run trains to the end.
func (f *trainMCFlags) run(cmd *cobra.Command, _ []string) error {
	return f.train.run(cmd, func(rules catalog.Rules) (train.Learner, []train.Evaluation, error) {
		f.suit(mcGames[rules.Rummy().Name], cmd.Flags().Changed("eval-against"))
		if f.train.network.from != "" && !cmd.Flags().Changed("start-steps") && f.train.resume == "" {
			f.starts = 0
		}
		l, err := f.learner(rules, !cmd.Flags().Changed("warmup") && f.train.resume == "")
		if err == nil && l.Players() != 2 && !cmd.Flags().Changed("eval-against") {
			f.train.evalAgainst = nil // eval is for two
		}
		return l, nil, err
	})
}

// suit sets what is not given to what suits the game, and so to config.json.
func (f *trainMCFlags) suit(g mcGame, against bool) {
	f.start = cmp.Or(f.start, g.start)
	f.league.opponents = cmp.Or(f.league.opponents, g.opponents)
	if !against && f.train.resume == "" {
		f.train.evalAgainst = []string{g.rival}
	}
}

// learner returns a learner of the flags, with the default of --warmup if warms.
func (f *trainMCFlags) learner(rules catalog.Rules, warms bool) (*montecarlo.Learner, error) {
	x, err := rules.Afterstates(f.fields)
	if err != nil {
		return nil, fmt.Errorf("--fields: %w", err)
	}
	f.fields = x.Fields
	c := montecarlo.Config{
		Layout: x.Layout, Reader: x.Reader, Seed: f.train.seed, Workers: cmp.Or(f.train.workers, runtime.GOMAXPROCS(0)),
		Games: f.games, Replay: f.replay, Updates: f.updates, Batch: f.train.network.batch, Explore: f.epsilon, ExploreLast: f.epsilonLast, ExploreSteps: f.epsilonSteps, Heads: []string{f.head.value()}, Lambda: f.lambda,
		StartSteps: f.starts,
	}
	if f.head.value() == bothHeads {
		c.Heads = []string{network.Gain, network.Win}
	}
	if c.Game, err = rules.NewGame(); err != nil {
		return nil, err
	}
	if drop := dropOf(rules); drop != game.NoAction {
		c.Never = []game.Action{drop}
	}
	if c.Start, _, err = catalog.NewAgent(rules, f.start); err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	if c.League, err = f.league.config(rules, f.league.opponents, montecarlo.Player(&c)); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: c.Game.Name(), Env: rules.Rummy().Env, Rules: datasetRules(rules),
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
