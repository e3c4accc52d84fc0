package train

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/train"
	"rummygym/train/offline"
)

// cloneFlags holds the flags of train clone.
type cloneFlags struct {
	recordedFlags `options:"-"` // see register
	results       cli.Format    `option:"results" doc:"learn from the decisions of all games (all), or of games that the player to move won (won) (default all)"`
	smoothing     float64       `option:"label-smoothing" doc:"share of the target probability that is spread over all legal actions, below 1"`
	winWeight     float64       `option:"win-weight" default:"1" doc:"weight of decisions of games that the player to move won; other decisions have weight 1"`

	task *offline.Cloning
}

// The words of --results.
const (
	allResults = "all" // decisions of all games
	wonResults = "won" // decisions of games that the player to move won
)

// newCloneCommand returns the command train clone.
func newCloneCommand() *cobra.Command {
	f := cloneFlags{results: cli.Format{Allowed: []string{allResults, wonResults}}}
	f.kind.Allowed = []string{string(network.PolicyKind)}
	cmd := &cobra.Command{
		Use:   "clone --data DIR --agent NAME --out RUN",
		Short: "Train a network by behaviour cloning of an agent in recorded games",
		Long: `clone trains a network by behaviour cloning: among the legal actions it learns to choose
the action that the agent of --agent chose. The result plays like any agent, as
learned:RUN/best.safetensors, and can be the start of training by play.

--data names folders that "rummygym collect" wrote, all with the same rules, which are
the rules of the run. They are read in random order with bounded memory, whatever their
size. A share of the games is held out: the network does not learn from them, and they
measure its quality. Decisions with only one legal action do not count.

The inputs of the network are the recorded observation fields, or those of --fields.
Missing fields are computed by replaying the games, which takes longer. Games recorded
with "collect --fields none" are small and can provide any fields.

Every --row steps a row of metrics is printed and written to RUN/metrics.csv:
held-out/loss is the mean cross-entropy of the recorded actions in nats,
held-out/agreement the share of decisions in which the network chooses the recorded
action; there is an agreement for each phase too. The network with the minimum
held-out/loss is kept as RUN/best.safetensors, and training stops after --patience rows
without a better one. The same flags give the same weights, also when the run is stopped
and resumed.

An agent's choice may depend on quantities that are hard to compute from the cards. A
network clones min-dist-opp much better with the fields distance, outs and
discard-distances, because it need not learn to compute the distance to a declaration.`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs,discard-distances --out data
  rummygym train clone --data data --agent min-dist-opp --out clone
  rummygym train clone --resume clone --steps 40000
  rummygym eval learned:clone/best.safetensors --against min-dist-opp,min-dist --games 2000
  rummygym train clone --data data --agent min-dist-opp --out winners --results won --label-smoothing 0.05
  rummygym collect --game gin --agents simple,simple --games 2000 --fields none --out gin
  rummygym train clone --data gin --agent simple --fields cards-and-counts,deadwood,discard-deadwood --out simple`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	f.register(cmd, flagDefaults{
		unit: "updates from --batch decisions", steps: 20000, row: 1000, batch: 256, learningRate: 1e-3, layers: []int{128, 128},
		best: "held-out/loss", patience: 5, evalEvery: 5000, evalGames: 1000,
	})
	return cmd
}

// run trains and prints the agreement of the network with the agent.
func (f *cloneFlags) run(cmd *cobra.Command) error {
	defer f.close()
	err := f.train.run(cmd, func(r rummygym.Rules) (train.Learner, []train.Evaluation, error) {
		if len(f.agents) == 0 {
			return nil, nil, fmt.Errorf("--agent: want the agent to clone; the games have %s", strings.Join(f.names(), ", "))
		}
		d, err := f.read(cmd.Context(), cmd.ErrOrStderr(), r, offline.Selection{Choices: true, Winners: f.results.Value() == wonResults})
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
			return nil, nil, cli.Usage(err)
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
	loss, agreement := f.task.SelfAgreement()
	fmt.Fprintf(out, "; loss %.3f (%s with itself: %.3f; %.3f)\n", m["held-out/loss"], strings.Join(f.agents, ","), agreement, loss)
	fmt.Fprintf(out, "it plays as %s%s\n", learned.Name+":", filepath.Join(f.train.dir(), train.BestFile))
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
