package record

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/features/text"
)

// NewPositionsCommand returns the command positions, whose subcommands work on sets of positions with answers.
func NewPositionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Answer sets of game positions, and score answers",
		Long: `positions works on sets of game positions, each with what every legal move costs. answer asks an agent,
score compares answers with the costs, and list and show print the frozen sets of the program.
docs/positions.md describes the sets and how others are made.`,
	}
	cmd.AddCommand(cli.Recipe("positions score", &cobra.Command{
		Use:   "score ANSWERS",
		Short: "Score answers to a set of positions",
		Long: `score compares answers with the costs in a set of positions, and prints the share of best moves and the
mean cost in points and in win chance, with bootstrap intervals, by kind of decision and difficulty.
ANSWERS has one JSON object per line, with the id of a position and the name of a legal move, its words,
or null. A missing or illegal answer costs as much as the worst move. docs/positions.md describes the
files.`,
		Example: `  rummygym positions answer simple --positions gin | rummygym positions score - --positions gin
  rummygym positions score answers.jsonl --positions gin --leaderboard board.json --name my-model`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions list", &cobra.Command{
		Use:   "list",
		Short: "List the frozen sets of positions",
		Long: `list prints the sets of positions that are part of the program, with the SHA-256 of each set. In
answer and score, --positions accepts the name of such a set instead of a file.`,
		Example: `  rummygym positions list`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions show", &cobra.Command{
		Use:   "show SET",
		Short: "Print a frozen set of positions",
		Long: `show prints a frozen set. With --format json, the output is the file whose SHA-256 is printed by
"positions list". With --format arrow, the moves and the exact answers are nested columns. With
--out, show writes a folder with the set as JSON Lines and as a Parquet file, and the dataset card.`,
		Example: `  rummygym positions show gin --format json > gin.jsonl
  rummygym positions show indian --out indian-positions`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions answer", &cobra.Command{
		Use:   "answer AGENT",
		Short: "Print the answers of an agent to a set of positions",
		Long: `answer asks an agent for its move in every position, and prints the answers in the form that "positions
score" reads. The agent sees the position, but has no memory of its earlier decisions in the game.`,
		Example: `  rummygym positions answer simple --positions gin > answers.jsonl`,
	}, "json", "csv", "arrow"), &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of a position",
		Example: `  rummygym positions schema > position.schema.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(text.Schema())
			return err
		},
	})
	return cmd
}
