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
		Long: `positions plays games, takes decisions of them, and measures what every legal move costs in points and in win
chance, with standard errors, by roll-outs in the same deals of the hidden cards. A position has its rules, a
text and JSON for language models, its legal moves, and what exact solvers say of the hand: deadwood, MinScore,
MinDist, outs, best grouping, best lay-offs.

A short search of every decision finds its kind and how hard it is. The set has as many of each kind (draw, discard,
knock, declare, drop, meld, lay-off) and class of difficulty as there are. A longer search in other deals measures the
costs that the set tells. A position is close if the best two moves differ by less than two standard errors, moderate
below six, and clear from there on.

The folder gets positions.jsonl, positions.parquet and README.md, a dataset card. With --sealed-seed-file it has the
SHA-256 of a secret in place of the seed, so that the set can be made public later and checked then, and questions.jsonl,
which has no answers. --twins adds copies with other suits, whose costs are the same.

The same flags give the same bytes for any number of workers. docs/positions.md describes the files.`,
		Example: `  rummygym positions --game gin --preset openspiel --out gin-positions
  rummygym positions --positions 500 --twins 1 --rollouts 4000 --out indian-positions
  openssl rand -hex 32 > secret
  rummygym positions --sealed-seed-file secret --out sealed`,
	}, "table", "json", "csv", "arrow")
	cmd.AddCommand(cli.Recipe("positions score", &cobra.Command{
		Use:   "score ANSWERS",
		Short: "Score answers to a set of positions",
		Long: `score compares answers with the costs of a set of positions: the share that are the best move, the share that cost
at most two standard errors, and the mean cost in points and in win chance, with bootstrap intervals; for all
positions, by kind and by difficulty.

ANSWERS has a JSON object per line with the members id and answer, which is the name of a legal move, its words, or
null. A position without an answer, or with one that is no legal move, costs as much as its worst move, and is counted. A
line that is not such an object, or that answers a position twice or one that the set lacks, is an error. "python -m
rummygym.text.answers" asks a language model for its answers.

With --leaderboard the answers also become a row of a JSON file, in which players are compared: docs/positions.md describes
it. A row of the same player and the same set is replaced.`,
		Example: `  rummygym positions score answers.jsonl --positions gin-positions/positions.jsonl
  rummygym positions score - --positions positions.jsonl.gz --format json < answers.jsonl
  rummygym positions score answers.jsonl --positions gin --leaderboard board.json --name my-model --settings temperature=0`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions list", &cobra.Command{
		Use:   "list",
		Short: "List the frozen sets of positions",
		Long: `list prints the sets of positions that are part of the program, with the SHA-256 of each. Their names stand for files in
--positions of answer and score.`,
		Example: `  rummygym positions list`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions show", &cobra.Command{
		Use:   "show SET",
		Short: "Print a frozen set of positions",
		Long: `show prints a frozen set. As JSON it is the file of the set, whose SHA-256 list prints; as Arrow moves and exact answers are
nested columns. With --out the folder gets the same files as one that positions makes: JSON Lines, Parquet and the card.`,
		Example: `  rummygym positions show gin --format json > gin.jsonl
  rummygym positions show indian --out indian-positions`,
	}, "table", "json", "csv", "arrow"), cli.Recipe("positions answer", &cobra.Command{
		Use:   "answer AGENT",
		Short: "Print the answers of an agent to a set of positions",
		Long: `answer asks an agent for its move in every position, and prints the answers as "rummygym positions score" reads
them. The agent sees the position, but not its earlier decisions in the game: late-knock, medium and defeat-seeking, which
remember these, may answer otherwise than they play.`,
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
