package train

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/arena/figure"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
	"rummygym/recipe"
)

// newDiscardFiguresCommand returns the command train discard figures.
func newDiscardFiguresCommand() *cobra.Command {
	var runs, data []string
	var out, title string
	cmd := &cobra.Command{
		Use:   "figures --out DIR [--runs RUN,...] [--data DIR,...]",
		Short: "Draw the losses of runs and the scores of recorded games",
		Long: `figures draws, as PNG and SVG:

  losses  training loss (solid) and validation loss (dashed) of runs of "train discard" over
          the epochs, with vertical lines where the learning rate falls (Figure 4 of
          truong2021datadriven), from the metrics of --runs
  scores  the distribution of the scores of each of --data, with mean and standard deviation
          (Figure 2), without averaging of equal states

The residuals of a network (Figure 5) are drawn by "train discard" at the end of a run.`,
		Example: `  rummygym train discard figures --runs mlp,mlp-i,dual --title Random-256 --out figures
  rummygym train discard figures --data simple,random-16,random-256 --out figures`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return errors.New("--out: want the folder of the figures")
			}
			if len(runs)+len(data) == 0 {
				return errNoFigures
			}
			var figures []figure.Named
			if len(runs) > 0 {
				f, err := recipe.LossFigure(title, runs)
				if err != nil {
					return fmt.Errorf("--runs: %w", err)
				}
				figures = append(figures, f.Named("losses"))
			}
			if len(data) > 0 {
				f, err := recipe.ScoreFigure(cmd.Context(), data)
				if err != nil {
					return err
				}
				figures = append(figures, f.Named("scores"))
			}
			for _, f := range figures {
				paths, err := figure.Save(out, f.Name, f.Figure)
				if err != nil {
					return err
				}
				for _, path := range paths {
					fmt.Fprintln(cmd.OutOrStdout(), path)
				}
			}
			return nil
		},
	}
	title = "losses"
	cli.AddOptions(cmd,
		options.New(&runs, "runs", "comma-separated folders of runs"),
		options.New(&data, "data", "comma-separated folders or shards of recorded games"),
		options.New(&out, "out", "folder of the figures").In("Output"),
		options.New(&title, "title", "title of the figure of losses"),
	)
	return cmd
}

// errNoFigures is the error of a command without anything to draw.
var errNoFigures = errors.New("--runs and --data: want folders of runs of train discard, of recorded games, or both")
