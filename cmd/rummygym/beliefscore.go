package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/features"
)

// beliefLastRow is the number of turns from which on all are one row.
const beliefLastRow = 10

// A beliefRow says how good the estimates are after so many turns of the opponent.
// Scores are means over cards that the observer does not see; less is better.
type beliefRow struct {
	Turns        string  `json:"turns"` // "3", "10+", or "all"
	Cards        int64   `json:"cards"`
	Brier        float64 `json:"brier"` // squared error
	UniformBrier float64 `json:"uniform_brier"`
	Log          float64 `json:"log"` // minus the natural logarithm of the probability of what is so
	UniformLog   float64 `json:"uniform_log"`
}

// add adds what was said of a card, and what the uniform estimate says.
func (r *beliefRow) add(p, uniform float64, held bool) {
	if !held {
		p, uniform = 1-p, 1-uniform
	}
	r.Cards++
	r.Brier += (1 - p) * (1 - p)
	r.UniformBrier += (1 - uniform) * (1 - uniform)
	r.Log -= math.Log(p)
	r.UniformLog -= math.Log(uniform)
}

// mean turns the sums into means.
func (r *beliefRow) mean() {
	n := float64(r.Cards)
	r.Brier, r.UniformBrier, r.Log, r.UniformLog = r.Brier/n, r.UniformBrier/n, r.Log/n, r.UniformLog/n
}

func newBeliefScoreCommand() *cobra.Command {
	var table string
	var game gameFlag
	fading := 1.0
	format := formatFlag{allowed: []string{"table", "json", "csv"}}
	hands := handsFlags{observer: "min-dist-opp", games: 500, samples: 64, moves: 20, seed: 1}
	cmd := &cobra.Command{
		Use:   "score --game gin DIR | --game indian OPPONENT...",
		Short: "Say how good estimates of the opponent's hand are",
		Long: `score tells how good estimates of the opponent's hand are: by the Brier score (mean
squared error) and by the mean of minus the logarithm of the probability given to
what is so. Less is better. Beside them stand the scores of the uniform estimate,
which takes all cards that are not seen as alike.

For Gin Rummy it plays recorded games again and compares, after every turn, the
estimate of a table with the player's hand, over all cards that the other player does
not see. Score a table on other games than those it was counted from: on another seed.
--fading F scores the table that forgets: each turn leaves only the share F of the
evidence before it (in Go, Belief.Fading). 1 is the estimate of paper 003.

For Indian Rummy it plays games of --observer against each opponent named, without
drops, and asks at each discard of the observer: which of the cards not seen does the
opponent hold (log), and with which of the cards in the observer's hand would his
MinDist fall (danger)? The estimators are

  uniform        every hand of the cards not seen is as likely (danger: of --samples of them)
  play           hands that explain his play, by a model of it (features.PlayHands)
  learned        what a network says of each card: that of --model, or the built-in one
  learned hands  hands drawn by what it says

Of sampled hands the probabilities are shares, with the weight of two hands on the
uniform estimate. Turns are those that the opponent has had. "better by" is the 95 %
interval, over games, of what is gained on the uniform estimate.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 500 --seed 2 --fields none --out held-out
  rummygym belief score --game gin held-out
  rummygym belief score --game gin held-out --fading 0.5 --table belief-simple.bin
  rummygym belief score --game indian min-dist-opp min-dist min-score random --games 500`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if game.rummy().Name == "indian" && game.chosen != "" {
				return hands.run(cmd.OutOrStdout(), format.value(), args)
			}
			if len(args) > 1 {
				return fmt.Errorf("%d folders of games: want one", len(args))
			}
			if !(fading >= 0 && fading <= 1) {
				return fmt.Errorf("--fading is %v: want a share in [0, 1]", fading)
			}
			b, err := beliefNamed(table)
			if err != nil {
				return err
			}
			d, err := datasets.Open(args[0])
			if err != nil {
				return err
			}
			rows, err := scoreBelief(d, b.Fading(fading))
			if err != nil {
				return err
			}
			return writeBeliefRows(cmd.OutOrStdout(), format.value(), rows)
		},
	}
	fs := cmd.Flags()
	game.register(fs)
	fs.Lookup("game").Usage = "game of the estimates (default gin)"
	fs.StringVar(&table, "table", "", "gin: file of a table (default the built-in one)")
	fs.Float64Var(&fading, "fading", fading, "gin: share of older evidence that a turn leaves")
	hands.register(fs)
	format.register(fs)
	return cmd
}

// beliefNamed reads the table in a file, or returns the built-in one for "".
func beliefNamed(path string) (*features.Belief, error) {
	if path == "" {
		return features.SimpleBelief(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := features.ReadBelief(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// scoreBelief scores a table on the games of a dataset: a row for each number of
// turns of the opponent, those without cards left out, and one for all.
func scoreBelief(d *datasets.Dataset, b *features.Belief) ([]beliefRow, error) {
	var by [beliefLastRow + 1]beliefRow
	all := beliefRow{Turns: "all"}
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
			for _, r := range []*beliefRow{&by[min(turns, beliefLastRow)], &all} {
				r.add(float64(p[c.Index()]), uniform, hand.Has(c))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if all.Cards == 0 {
		return nil, fmt.Errorf("%s has no turn to score", d.Path)
	}
	var rows []beliefRow
	for i, r := range append(by[:], all) {
		if r.Cards == 0 {
			continue
		}
		switch {
		case i < beliefLastRow:
			r.Turns = strconv.Itoa(i)
		case i == beliefLastRow:
			r.Turns = strconv.Itoa(i) + "+"
		}
		r.mean()
		rows = append(rows, r)
	}
	return rows, nil
}

// writeBeliefRows writes rows as a table, as CSV, or as JSON, an object a line.
func writeBeliefRows(w io.Writer, format string, rows []beliefRow) error {
	form := rowForm[beliefRow]{
		names: []string{"turns", "cards", "brier", "uniform_brier", "log", "uniform_log"},
		cells: func(r *beliefRow) []string {
			return appendScores([]string{r.Turns, strconv.FormatInt(r.Cards, 10)}, r.Brier, r.UniformBrier, r.Log, r.UniformLog)
		},
	}
	return form.write(w, format, rows)
}
