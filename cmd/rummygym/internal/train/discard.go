package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newDiscardCommand returns the command train discard.
func newDiscardCommand() *cobra.Command {
	cmd := cli.Recipe("train discard", &cobra.Command{
		Use:   "discard --data DIR --out RUN",
		Short: "Train a network that values the hand a discard leaves in Gin Rummy",
		Long: `discard trains a network of truong2021datadriven: from the hand that a discard leaves, the
estimate of the opponent's hand and macro-features of the hand it predicts the points that
follow. The agent data-driven plays with it.

The networks are those of the paper: mlp (1,761 weights), mlp-i (with products of
neighbouring cards instead of the hand, 2,945), dual-inception (convolutions, 9,057) and
dual-inception-16 (16 filters instead of 4, 35,937).

--data names folders that "rummygym collect --recipe random-256" or another recipe wrote. All
rows are read into memory. Rows with equal states become one row with their mean score, unless
--average=false. The rows of a share of the deals are the validation rows: a network does
not learn from them. With --augment suits, each row is presented 24 times per epoch, with
all orders of the suits, so an epoch takes 24 times as long; validation rows are not
augmented.

The defaults are the training of the paper: Adam, whose learning rate falls tenfold after
each third of the epochs, after 32 and 64 of 96. Every epoch is a row of RUN/metrics.csv:
loss is the mean squared error in points² over the epoch, during which the network changes;
validation/loss that of the network at its end. At the end the command measures the last
network on the validation rows, and draws RUN/loss.png and RUN/residuals.png (Figures 4 and
5 of the paper; also .svg). RUN/best.safetensors is the network with the minimum
validation/loss.

"train discard figures" draws the losses of several runs and the scores of several sets,
"train discard behaviour" prints what networks discard from the hand of Figure 6.`,
		Example: `  rummygym collect --recipe random-256 --games 10000 --out data
  rummygym train discard --data data --out run
  rummygym train discard --data data --network mlp --epochs 24 --out small
  rummygym train discard --resume run
  rummygym train discard figures --runs run,small --data data --out figures`,
	})
	cmd.AddCommand(newDiscardFiguresCommand(), newDiscardBehaviourCommand())
	return cmd
}
