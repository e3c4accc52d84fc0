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
		Short: "Make a set of positions with answers",
		Long: `positions plays games, selects decisions from them, and measures what every legal move costs in
points and in win chance, with standard errors, by roll-outs on the same deals of the hidden
cards. A position has its rules, a text and JSON for language models, its legal moves, and the
results of exact solvers for the hand: deadwood, MinScore, MinDist, outs, best grouping, best
lay-offs.

A short search of every decision estimates how hard it is. The set takes positions of each kind (draw,
discard, knock, declare, drop, meld, lay-off) and level of difficulty in turn. A longer search on other
deals measures the costs in the set. A position is close if the best two moves differ by less than two
standard errors, moderate below six, and otherwise clear.

The folder gets positions.jsonl, positions.parquet and README.md, a dataset card. With
--sealed-seed-file it has the SHA-256 of a secret instead of the seed, so you can publish the set later
and others can check it, and questions.jsonl, which has no answers. --twins adds copies with other
suits, which have the same costs.

The same flags give the same bytes for any number of workers. docs/positions.md describes the files.`,
		Example: `  rummygym positions --game gin --preset openspiel --out gin-positions
  rummygym positions --positions 500 --twins 1 --rollouts 4000 --out indian-positions
  openssl rand -hex 32 > secret
  rummygym positions --sealed-seed-file secret --out sealed`,
	}, "table", "json", "csv", "arrow")
	cmd.AddCommand(cli.Recipe("positions score", &cobra.Command{
		Use:   "score ANSWERS",
		Short: "Score answers to a set of positions",
		Long: `score compares answers with the costs of a set of positions: the share that are the best move, the
share that cost at most two standard errors, and the mean cost in points and in win chance, with
bootstrap intervals; for all positions, by kind and by difficulty.

ANSWERS has a JSON object per line with the members id and answer, which is the name of a legal
move, its words, or null. A position without an answer, or with an illegal one, costs as much as
its worst move, and is counted. A line that is not such an object, repeats a position, or names
one that is not in the set, is an error. "python -m rummygym.text.answers" asks a language model
for its answers.

With --leaderboard the score also becomes a row of a JSON file that compares players;
docs/positions.md describes it. It replaces any earlier row of the same player and set.`,
		Example: `  rummygym positions score answers.jsonl --positions gin-positions/positions.jsonl
  rummygym positions score - --positions positions.jsonl.gz --format json < answers.jsonl
  rummygym positions score answers.jsonl --positions gin --leaderboard board.json --name my-model --settings temperature=0`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions list", &cobra.Command{
		Use:   "list",
		Short: "List the frozen sets of positions",
		Long: `list prints the sets of positions that are part of the program, with the SHA-256 of each. Their
names stand for files in --positions of answer and score.`,
		Example: `  rummygym positions list`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions show", &cobra.Command{
		Use:   "show SET",
		Short: "Print a frozen set of positions",
		Long: `show prints a frozen set. As JSON it is the file of the set; "positions list" prints its SHA-256.
As Arrow, moves and exact answers are nested columns. With --out the folder gets the files that
positions makes: JSON Lines, Parquet and the card.`,
		Example: `  rummygym positions show gin --format json > gin.jsonl
  rummygym positions show indian --out indian-positions`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions answer", &cobra.Command{
		Use:   "answer AGENT",
		Short: "Print the answers of an agent to a set of positions",
		Long: `answer asks an agent for its move in every position, and prints the answers as "rummygym positions
score" reads them. The agent sees the position, but not its earlier decisions in the game:
late-knock, medium and defeat-seeking, which remember these in games, so their answers may differ
from their play.`,
		Example: `  rummygym positions answer simple --positions gin | rummygym positions score - --positions gin`,
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
