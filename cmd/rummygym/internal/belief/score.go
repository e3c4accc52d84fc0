package belief

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/features/opponent"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
)

// ginLastRow is the row for this number of turns of the opponent or more.
const ginLastRow = 10

// A ginRow holds the scores of the estimates after a number of turns of the opponent. Scores
// are means over cards that the observer has not seen; lower is better.
type ginRow struct {
	Turns        string  `json:"turns" doc:"turns of the opponent: 3, 10+, or all"`
	Cards        int64   `json:"cards" doc:"cards that the observer has not seen"`
	Brier        float64 `json:"brier" digits:"4" doc:"squared error"`
	UniformBrier float64 `json:"uniform_brier" digits:"4" doc:"that of the uniform estimate"`
	Log          float64 `json:"log" digits:"4" doc:"negative natural logarithm of the probability of the outcome"`
	UniformLog   float64 `json:"uniform_log" digits:"4" doc:"that of the uniform estimate"`
}

// add adds the estimate p for a card and the uniform estimate.
func (r *ginRow) add(p, uniform float64, held bool) {
	if !held {
		p, uniform = 1-p, 1-uniform
	}
	r.Cards++
	r.Brier += float64((1 - p) * (1 - p))
	r.UniformBrier += float64((1 - uniform) * (1 - uniform))
	r.Log -= math.Log(p)
	r.UniformLog -= math.Log(uniform)
}

// mean replaces the sums by means.
func (r *ginRow) mean() {
	n := float64(r.Cards)
	r.Brier, r.UniformBrier, r.Log, r.UniformLog = r.Brier/n, r.UniformBrier/n, r.Log/n, r.UniformLog/n
}

// newScoreCommand returns the command belief score.
func newScoreCommand() *cobra.Command {
	var file string
	var game cli.Game
	fading := 1.0
	format := cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}
	hands := handsFlags{observer: "min-dist-opp", games: 500, samples: 64, seed: 1}
	cmd := &cobra.Command{
		Use:   "score --game gin DIR | --game indian OPPONENT...",
		Short: "Score estimates of the opponent's hand",
		Long: `score measures estimates of the opponent's hand by the Brier score (mean squared error)
and the log score (mean negative logarithm of the probability of the outcome). Lower is
better. The uniform estimate, under which all unseen cards are equally likely, is scored
for comparison.

For Gin Rummy it replays recorded games. After every turn it compares the estimate of a
hand table with the player's hand, over all cards that the other player has not seen. Use
games with another seed than those from which the table was counted. With --fading F
each turn keeps only the share F of the earlier evidence; 1 is the estimate of
truong2021datadriven.

For Indian Rummy it plays games of --observer against each named opponent, without drops.
At each discard of the observer it scores two predictions: whether the opponent holds
each unseen card (log), and whether each card of the observer would lower the opponent's
MinDist (danger). The estimators are

  uniform        all hands of unseen cards are equally likely (danger: from --samples hands)
  learned        the probabilities of a network: that of --model, or the built-in one
  learned hands  hands sampled from the probabilities of the network

For sampled hands the probabilities are shares, with the uniform estimate counted as two
further hands. Turns are turns of the opponent. "better by" is the 95 % interval, over
games, of the gain over the uniform estimate.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 500 --seed 2 --fields none --out held-out
  rummygym belief score --game gin held-out
  rummygym belief score --game gin held-out --fading 0.5 --table belief-simple.bin
  rummygym belief score --game indian min-dist-opp min-dist min-score random --games 500`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if game.GameType().Name == "indian" && game.Chosen != "" {
				return hands.run(format.Output(cmd), table.Format(format.Value()), args)
			}
			if len(args) > 1 {
				return fmt.Errorf("%d folders of games are named, want one", len(args))
			}
			if !(fading >= 0 && fading <= 1) {
				return fmt.Errorf("--fading is %v: want a number between 0 and 1", fading)
			}
			b, err := openTable(file)
			if err != nil {
				return err
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			rows, err := scoreTable(d, b.Fading(fading))
			if err != nil {
				return err
			}
			out := table.Output[ginRow]{Table: table.New(table.Fields[ginRow](), rows)}
			return out.Write(format.Output(cmd), table.Format(format.Value()))
		},
	}
	cli.AddOptions(cmd, game.Options()...)
	cmd.Flags().Lookup("game").Usage = "game of the estimates (default gin)"
	cli.AddOptions(cmd,
		options.New(&file, "table", "gin: file of a hand table (default the built-in table)"),
		options.New(&fading, "fading", "gin: share of the earlier evidence that each turn keeps"),
	)
	cli.Options(cmd, &hands)
	cli.AddOptions(cmd, format.Options()...)
	return cmd
}

// openTable reads the table in a file, or returns the built-in table for "".
func openTable(path string) (*opponent.HandTable, error) {
	if path == "" {
		return opponent.SimpleHandTable(), nil
	}
	f, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := opponent.ReadHandTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// scoreTable scores a table on the games of a dataset. It returns one row for each number of
// turns of the opponent, except rows without cards, and one for all turns.
func scoreTable(d *datasets.Dataset, b *opponent.HandTable) ([]ginRow, error) {
	var by [ginLastRow + 1]ginRow
	all := ginRow{Turns: "all"}
	err := eachGinTurn(d, func(o *gin.Observation, hand card.Cards) {
		turns := 0
		for _, t := range o.History {
			if t.Player != o.Self && t.Source != gin.Passed {
				turns++
			}
		}
		var p [52]float32
		b.Estimate(&p, o)
		unseen := o.Unknown()
		uniform := float64((hand & unseen).Count()) / float64(unseen.Count())
		for c := range unseen.Each() {
			for _, r := range []*ginRow{&by[min(turns, ginLastRow)], &all} {
				r.add(float64(p[c.Index()]), uniform, hand.Has(c))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if all.Cards == 0 {
		return nil, fmt.Errorf("%s contains no turn to score", d.Path)
	}
	var rows []ginRow
	for i, r := range append(by[:], all) {
		if r.Cards == 0 {
			continue
		}
		switch {
		case i < ginLastRow:
			r.Turns = strconv.Itoa(i)
		case i == ginLastRow:
			r.Turns = strconv.Itoa(i) + "+"
		}
		r.mean()
		rows = append(rows, r)
	}
	return rows, nil
}
