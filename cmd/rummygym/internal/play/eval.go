package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewEvalCommand returns the command eval, which evaluates one agent.
func NewEvalCommand() *cobra.Command {
	return cli.Recipe("eval", &cobra.Command{
		Use:   "eval AGENT",
		Short: "Evaluate one agent against others, every deal from every seat",
		Long: `eval plays an agent against each of several opponents, every deal from every seat, and prints the share
of games won, the mean gain in points and how the games ended, with standard errors over deals. At larger
tables copies of the opponent take the other seats, or the agents that are joined by +. The same flags
give the same output for any number of workers.`,
		Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval --game gin learned:policy.safetensors --against simple --games 200000 --sprt 0,10`,
		Args: cobra.ExactArgs(1),
	}, "table", "json", "csv", "arrow")
}
