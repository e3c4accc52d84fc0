package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewTransitionsCommand returns the command transitions, which measures how MinDist changes
// in play.
func NewTransitionsCommand() *cobra.Command {
	return cli.Recipe("transitions", &cobra.Command{
		Use:   "transitions",
		Short: "Measure how MinDist changes from turn to turn",
		Long: `transitions plays games of Indian Rummy. At every turn of either player, it measures the MinDist of
the player to move, before the draw and after the discard or declaration. For each MinDist before
the turn, it prints how often the turn lowers, keeps and raises MinDist; how often a card was taken
from the open pile; and how often MinDist fell after taking a card from the pile and after drawing
from the closed deck. Then it prints the mean MinDist at each turn of a player. MinDist changes by
at most 1 in a turn (saha2025mindist, section IV.B). Turns that end in a drop do not count.

Game i is the same as episode i of "collect --seating fixed" with the same seed and agents. A
single agent plays against itself. --plots draws the shares of all transitions, and the mean
MinDist at each turn.`,
		Example: `  rummygym transitions
  rummygym transitions --agents min-dist-opp:variant=released --preset released --games 2000 --plots plots`,
	}, "table", "json", "csv", "arrow")
}
