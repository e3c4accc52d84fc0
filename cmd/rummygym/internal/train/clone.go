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
		Long: `clone trains a policy network by behaviour cloning: it learns to choose the legal action that the agent
of --agent chose in the recorded games of --data. A share of the games is held out; the network with the
smallest loss on them is RUN/best.safetensors, which plays as learned:RUN/best.safetensors and can be
the start of "train ppo". Fields that were not recorded are computed by replaying the games.`,
		Example: `  rummygym train clone --data data --agent min-dist-opp --out clone
  rummygym train clone --resume clone --steps 40000`,
	})
}
