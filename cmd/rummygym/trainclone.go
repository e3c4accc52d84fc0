package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/cmd/internal/catalog"
	"rummygym/train"
	"rummygym/train/offline"
)

// cloneFlags are the flags of train clone.
type cloneFlags struct {
	recordedFlags
	results   formatFlag
	smoothing float64
	winWeight float64

	task *offline.Cloning
}

// The words of --results.
const (
	allResults = "all"
	wonResults = "won"
)

// newTrainCloneCommand returns the command that clones agents.
func newTrainCloneCommand() *cobra.Command {
	f := cloneFlags{results: formatFlag{allowed: []string{allResults, wonResults}}}
	f.kind.allowed = []string{string(network.PolicyKind)}
	cmd := &cobra.Command{
		Use:   "clone --data DIR --agent NAME --out RUN",
		Short: "Train a network to do what an agent did in recorded games",
		Long: `clone trains a network by behaviour cloning: of the actions that were legal it shall
choose the one that the agent of --agent chose. The result plays as any agent, as
learned:RUN/best.safetensors, and is a start for learning by play.

--data are folders that "rummygym collect" wrote, of one table; the rules are theirs. They
are read in a random order and in bounded memory, however large they are. A share of the
games is held out: it is not learned from and tells how well the network does. Decisions
where only one action was legal do not count, there or anywhere.

The network takes the observation fields that were recorded, or those of --fields; what
is missing is made by playing the games again, which takes longer. Games recorded
with "collect --fields none" are small, and give any fields.

Told every --row steps, and written to RUN/metrics.csv: held-out/loss, the mean
cross-entropy of the recorded action in nats; held-out/agreement, how often the network's
choice is the recorded one; the same in each phase. The network with the least
held-out/loss is kept as RUN/best.safetensors, and training stops after --patience rows
without a better one. The same flags give the same weights, also when the run is stopped
and resumed.

An agent's choice may need what is hard to make of the cards. A network clones
min-dist-opp much better if it is given distance, outs and discard-distances: then it need
not find out itself how far a hand is from a declaration.`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs,discard-distances --out data
  rummygym train clone --data data --agent min-dist-opp --out clone
  rummygym train clone --resume clone --steps 40000
  rummygym eval learned:clone/best.safetensors --against min-dist-opp,min-dist --games 2000
  rummygym train clone --data data --agent min-dist-opp --out winners --results won --label-smoothing 0.05
  rummygym collect --game gin --agents simple,simple --games 2000 --fields none --out gin
  rummygym train clone --data gin --agent simple --fields cards-and-counts,deadwood,discard-deadwood --out simple`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fs := cmd.Flags()
	fs.Var(&f.results, "results", "learn from the decisions of all games, or of those that the mover won (default all)")
	fs.Float64Var(&f.winWeight, "win-weight", 1, "what decisions of games that the mover won count, where others count 1")
	fs.Float64Var(&f.smoothing, "label-smoothing", 0, "share of the wanted probability that all legal actions share, below 1")
	f.register(cmd, trainDefaults{
		unit: "updates from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 1e-3, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, evalEvery: 5000, evalGames: 1000,
	})
	return cmd
}

// run trains and says how well the network clones.
func (f *cloneFlags) run(cmd *cobra.Command) error {
	defer f.close()
	err := f.train.run(cmd, func(r catalog.Rules) (train.Learner, []train.Evaluation, error) {
		if len(f.agents) == 0 {
			return nil, nil, fmt.Errorf("--agent: want the agent to clone: there are %s", strings.Join(f.names(), ", "))
		}
		d, err := f.read(cmd.Context(), cmd.ErrOrStderr(), r, offline.Selection{Choices: true, Winners: f.results.value() == wonResults})
		if err != nil {
			return nil, nil, err
		}
		d.Notes["learned"] = "cloning of " + strings.Join(f.agents, ",")
		g, err := r.NewGame()
		if err != nil {
			return nil, nil, err
		}
		f.task = offline.NewCloning(f.source, f.survey.Rows, g.NumActions())
		f.task.Smoothing, f.task.WinWeight = f.smoothing, f.winWeight
		if f.winWeight == 1 {
			f.task.WinWeight = 0 // no weights
		}
		if err := f.task.Validate(); err != nil {
			return nil, nil, err
		}
		return f.learn(d, f.task)
	})
	if err != nil {
		return err
	}
	m, err := f.measure(f.task)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "agreement %.3f", m["held-out/agreement"])
	for _, c := range f.task.Columns() {
		if phase, ok := strings.CutPrefix(c, "held-out/agreement/"); ok {
			fmt.Fprintf(out, ", %s %.3f", phase, m[c])
		}
	}
	loss, agreement := f.task.Itself()
	fmt.Fprintf(out, "; loss %.3f (%s with itself: %.3f; %.3f)\n", m["held-out/loss"], strings.Join(f.agents, ","), agreement, loss)
	fmt.Fprintf(out, "it plays as %s%s\n", learned.Prefix, filepath.Join(f.train.dir(), train.BestFile))
	return nil
}

// names returns the agents of the datasets.
func (f *recordedFlags) names() []string {
	var names []string
	for _, d := range f.datasets {
		names = append(names, d.Meta().AgentNames()...)
	}
	return names
}
