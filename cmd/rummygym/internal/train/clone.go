package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newCloneCommand returns the command train clone.
func newCloneCommand() *cobra.Command {
	return cli.Recipe("train clone", &cobra.Command{
		Use:   "clone --data DIR --agent NAME --out RUN",
		Short: "Train a network by behaviour cloning of an agent in recorded games",
		Long: `clone trains a network by behaviour cloning: the network learns to choose the legal action that
the agent named by --agent chose. The result plays as the agent learned:RUN/best.safetensors, and
can be the start of training by play.

--data names folders that "rummygym collect" wrote. The datasets must have the same rules, which
become the rules of the run. The datasets are read in random order with bounded memory, whatever
their size. A share of the games is held out: the network does not learn from these games, and its
quality is measured on them. Decisions with only one legal action are not used.

The inputs of the network are the recorded observation fields, or those of --fields.
Missing fields are computed by replaying the games, which takes longer. Games recorded
with "collect --fields none" are small and can provide any fields.

Every --row steps a row of metrics is printed and written to RUN/metrics.csv: held-out/loss is the
mean cross-entropy of the recorded actions in nats, and held-out/agreement is the share of decisions
in which the network chooses the recorded action. The metrics also give the agreement for each
phase. The network with the minimum held-out/loss is kept as RUN/best.safetensors, and training
stops after --patience rows without a better network. The same flags give the same weights, even if
the run is stopped and resumed.

An agent's choice may depend on quantities that are hard to compute from the cards. For example, a
network clones min-dist-opp much better with the fields distance, outs and discard-distances,
because it then need not learn to compute the distance to a declaration.`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs,discard-distances --out data
  rummygym train clone --data data --agent min-dist-opp --out clone
  rummygym train clone --resume clone --steps 40000
  rummygym eval learned:clone/best.safetensors --against min-dist-opp,min-dist --games 2000
  rummygym train clone --data data --agent min-dist-opp --out winners --results won --label-smoothing 0.05
  rummygym collect --game gin --agents simple,simple --games 2000 --fields none --out gin
  rummygym train clone --data gin --agent simple --fields cards-and-counts,deadwood,discard-deadwood --out simple`,
	})
}
