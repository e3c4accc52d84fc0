package record

import (
	"errors"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewReviewCommand returns the command review.
func NewReviewCommand() *cobra.Command {
	return cli.Recipe("review", &cobra.Command{
		Use:   "review [FILE|DIR]",
		Args:  cobra.MaximumNArgs(1),
		Short: "Find the mistakes in a recorded game, and what they cost",
		Long: `review prints what each decision of a seat in a recorded game cost compared with the best move, in points
and in win chance, with standard errors; an asterisk marks a significant mistake. A decision is judged by
what its player could know: a search samples the hidden cards and plays out all moves on the same deals.
Without an argument, review takes the last file that "rummygym play" saved. docs/review.md explains the
method.`,
		Example: `  rummygym review --try
  rummygym review data --episode 12 --seat 1 --html review.html`,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			given := cmd.Flags().Changed
			switch {
			case given("try") && given("format"):
				return errors.New("--try asks in the terminal: leave out --html and --format")
			case given("html") && given("format"):
				return errors.New("--format is for the terminal: leave it out with --html")
			}
			return nil
		},
	}, "table", "json", "csv", "arrow")
}
