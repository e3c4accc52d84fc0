package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"text/tabwriter"

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
	fading := 1.0
	format := formatFlag{allowed: []string{"table", "json", "csv"}}
	cmd := &cobra.Command{
		Use:   "score DIR",
		Short: "Say how good a table's estimates are on recorded games",
		Long: `score plays recorded games again and compares, after every turn, the estimate of
the player's hand with the hand, over all cards that the other player does not see:
by the Brier score (mean squared error) and by the mean of minus the logarithm of the
probability given to what is so. Less is better. Beside it stand the scores of the
uniform estimate, which takes all cards that are not seen as alike. Score a table on
other games than those it was counted from: on another seed.

--fading F scores the table that forgets: each turn leaves only the share F of the
evidence before it (in Go, Belief.Fading). 1 is the estimate of paper 003.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 500 --seed 2 --fields none --out held-out
  rummygym belief score held-out
  rummygym belief score held-out --fading 0.5 --table belief-simple.bin`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
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
	cmd.Flags().StringVar(&table, "table", "", "file of a table (default the built-in one)")
	cmd.Flags().Float64Var(&fading, "fading", fading, "share of older evidence that a turn leaves")
	format.register(cmd.Flags())
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
	names := []string{"turns", "cards", "brier", "uniform_brier", "log", "uniform_log"}
	cells := func(r *beliefRow) []string {
		out := []string{r.Turns, strconv.FormatInt(r.Cards, 10)}
		for _, x := range []float64{r.Brier, r.UniformBrier, r.Log, r.UniformLog} {
			out = append(out, strconv.FormatFloat(x, 'f', 4, 64))
		}
		return out
	}
	switch format {
	case "json":
		e := json.NewEncoder(w)
		for i := range rows {
			if err := e.Encode(&rows[i]); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		out := csv.NewWriter(w)
		out.Write(names)
		for i := range rows {
			out.Write(cells(&rows[i]))
		}
		out.Flush()
		return out.Error()
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i := -1; i < len(rows); i++ {
		line := names
		if i >= 0 {
			line = cells(&rows[i])
		}
		for _, word := range line {
			fmt.Fprintf(tab, "%s\t", word)
		}
		fmt.Fprintln(tab)
	}
	return tab.Flush()
}
