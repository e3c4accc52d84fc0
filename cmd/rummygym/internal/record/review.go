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
		Long: `review examines every decision of a seat in a recorded game, and prints what each decision cost
compared with the best move, in points and in win chance, with standard errors. The costliest
decisions come first. The game comes from a file of records, for example one that "rummygym play"
saved ("-" is standard input), or from a dataset. Without an argument, review takes the last file
that "rummygym play" saved.

A decision is judged by what its player could know, not by luck. A search samples the hidden cards
many times, and plays out the player's move and the other moves on the same deals; the agent given
by --agent plays all seats. In two-player Indian Rummy the built-in networks estimate the
opponent's hand and the value of positions after a turn. At larger tables, and in Gin Rummy, the
roll-outs go to the end of the hand.

An asterisk marks a mistake: a decision that costs significantly more than 1.5 points (3 points if
roll-outs go to the end of the hand), in a test at a level of 5 % for all decisions of the seat
together. Costs without an asterisk may be noise from the search.

With --html, review writes a page like that of "rummygym replay --html", with a curve of the win
chance. At each mistake, the page asks what you would play. --try asks the same question in the
terminal.

The same flags give byte-identical output for any number of workers. docs/review.md explains the
method.`,
		Example: `  rummygym play
  rummygym review
  rummygym review --try
  rummygym review --html review.html
  rummygym review data --episode 12 --seat 1 --format json`,
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
