package record

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/features/text"
)

// NewPositionsCommand returns the command positions, which makes sets of positions with answers.
func NewPositionsCommand() *cobra.Command {
	cmd := cli.Recipe("positions", &cobra.Command{
		Use:   "positions --out DIR",
		Short: "Make a set of game positions with answers",
		Long: `positions plays games, selects decisions from them, and measures what every legal move costs in
points and in win chance, with standard errors, by roll-outs on the same deals of the hidden cards.
Each position comes with its rules, a text and JSON for language models, its legal moves, and the
results of exact solvers for the hand: deadwood, MinScore, MinDist, outs, best grouping, best
lay-offs.

A short search estimates the difficulty of every decision. The set is filled by taking
positions of each kind (draw, discard, knock, declare, drop, meld, lay-off) and each level of
difficulty in turn. The costs given in the set come from a longer search on other deals. A
position is called close if the best two moves differ by less than two standard errors,
moderate if they differ by less than six, and otherwise clear.

The folder contains positions.jsonl, positions.parquet and README.md, a dataset card. With
--sealed-seed-file, the card gives the SHA-256 of a secret instead of the seed, and the folder also
contains questions.jsonl, which has no answers. You can publish the secret later, so that others can
recreate the set. --twins adds copies of each position with the suits exchanged; the copies have the
same costs.

The same flags give byte-identical output for any number of workers. docs/positions.md describes the
files.`,
		Example: `  rummygym positions --game gin --preset openspiel --out gin-positions
  rummygym positions --positions 500 --twins 1 --rollouts 4000 --out indian-positions
  openssl rand -hex 32 > secret
  rummygym positions --sealed-seed-file secret --out sealed`,
	}, "table", "json", "csv", "arrow")
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
--out, show writes to a folder the same files as "rummygym positions": JSON Lines, Parquet and
the dataset card.`,
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
