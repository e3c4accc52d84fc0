package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newDiscardFiguresCommand returns the command train discard figures.
func newDiscardFiguresCommand() *cobra.Command {
	return cli.Recipe("train discard figures", &cobra.Command{
		Use:   "figures --out DIR [--runs RUN,...] [--data DIR,...]",
		Short: "Draw the losses of runs and the scores of recorded games",
		Long: `figures draws the following as PNG and SVG files:

  losses  training loss (solid) and validation loss (dashed) of runs of "train discard" over
          the epochs, with vertical lines where the learning rate falls (Figure 4 of
          truong2021datadriven), from the metrics of --runs
  scores  the distribution of the scores of each dataset in --data, with mean and standard
          deviation (Figure 2); equal states are not averaged

The residuals of a network (Figure 5) are drawn by "train discard" at the end of a run.`,
		Example: `  rummygym train discard figures --runs mlp,mlp-i,dual --title Random-256 --out figures
  rummygym train discard figures --data simple,random-16,random-256 --out figures`,
	})
}
