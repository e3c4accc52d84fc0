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
		Short: "Find the mistakes in a recorded game, and what they cost",
		Long: `review looks at every decision of a seat in a recorded game, and says what it cost compared with the
best move: in points and in win chance, with standard errors, the costliest first. The game is one of
a file of records, such as "rummygym play" saves ("-" is standard input), or an episode of a dataset.
Without an argument it is the last file of "rummygym play".

A decision is judged by what its player could know, not by luck. Search draws the hidden cards again and again, and
plays the move made and the other moves on from the same deals; an agent, --agent, plays all seats. In two-player Indian
Rummy the built-in networks guess the opponent's hand and value the positions after a turn. At larger tables, and
in Gin Rummy, the roll-outs go to the end of the hand.

A mistake, with an asterisk, is a decision whose cost is above 1.5 points, or 3 where roll-outs are played to the end, beyond the
noise, at a level of 5 % for all decisions of the seat together. Other costs may be luck of the search.

With --html it writes a page like that of "rummygym replay --html", with the curve of the win chance, and at each
mistake the question what you would play. --try asks the same in the terminal.

The same flags give the same bytes for any number of workers. docs/review.md explains the method.`,
		Example: `  rummygym play
  rummygym review
  rummygym review --try play.jsonl
  rummygym review --html review.html play.jsonl
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
