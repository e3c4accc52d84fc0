package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newDiscardCommand returns the command train discard.
func newDiscardCommand() *cobra.Command {
	return cli.Recipe("train discard", &cobra.Command{
		Use:   "discard --data DIR --out RUN",
		Short: "Train a network that values the hand after a discard in Gin Rummy",
		Long: `discard trains one of the networks of the paper truong2021datadriven. From the hand after a discard,
the estimate of the opponent's hand and macro-features of the hand, the network predicts the
player's gain. The agent data-driven plays with such a network.

The networks are those of the paper: mlp (1,761 weights), mlp-i (with products of
neighbouring cards instead of the hand, 2,945), dual-inception (convolutions, 9,057) and
dual-inception-16 (16 filters instead of 4, 35,937).

--data names folders that "rummygym collect --recipe random-256" or another recipe wrote. All rows
are read into memory. Rows with equal states become one row with their mean score, unless
--average=false. A share of the deals is set aside for validation: the network does not learn from
the rows of these deals. With --augment suits, each row is presented 24 times per epoch, with all
orders of the suits, so an epoch takes 24 times as long; validation rows are not augmented.

The defaults are the settings of the paper: Adam, with a learning rate that falls tenfold after 32
and after 64 of 96 epochs. RUN/metrics.csv has a row for each epoch: loss is the mean squared error
in points² over the epoch, during which the network changes; validation/loss is the mean squared
error of the network at the end of the epoch. At the end of the training, the command measures the
last network on the validation rows. RUN/best.safetensors is the network with the minimum
validation/loss.`,
		Example: `  rummygym collect --recipe random-256 --games 10000 --out data
  rummygym train discard --data data --out run
  rummygym train discard --data data --network mlp --epochs 24 --out small
  rummygym train discard --resume run`,
	})
}
