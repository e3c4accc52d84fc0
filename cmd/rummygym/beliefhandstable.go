package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"

	"rummygym/agents/arena/stats"
)

// A handsRow is a line of the table.
type handsRow struct {
	Opponent  string `json:"opponent"`
	Turns     string `json:"turns"` // that the opponent has had: "0", ..., "8+", or "all"
	Estimator string `json:"estimator"`
	Decisions int    `json:"decisions"`

	Log         float64 `json:"log"`          // mean of -ln p of whether he holds a card, over cards not seen
	DangerLog   float64 `json:"danger_log"`   // the same of whether an own card lowers his MinDist
	DangerBrier float64 `json:"danger_brier"` // mean squared error of that

	// Better by so much than the uniform estimate, with intervals over games.
	LogGain         stats.Interval `json:"log_gain"`
	DangerBrierGain stats.Interval `json:"danger_brier_gain"`
}

// handsRows returns the lines of the table for an opponent.
func handsRows(opponent string, scores *[handsLastRow + 2][]handsScore, estimators []handEstimator) (rows []handsRow) {
	for at := range scores {
		turns := strconv.Itoa(at)
		switch at {
		case handsLastRow:
			turns += "+"
		case handsLastRow + 1:
			turns = "all"
		}
		uniform := scores[at][0].games
		for i := range estimators {
			r := handsRow{Opponent: opponent, Turns: turns, Estimator: estimators[i].name}
			games := scores[at][i].games
			var all handsSums
			for _, g := range games {
				all.decisions += g.decisions
				all.unseen += g.unseen
				all.own += g.own
				all.log += g.log
				all.dangerLog += g.dangerLog
				all.dangerBrier += g.dangerBrier
			}
			if all.decisions == 0 || all.unseen == 0 {
				continue
			}
			r.Decisions = int(all.decisions)
			r.Log, r.DangerLog, r.DangerBrier = all.log/all.unseen, all.dangerLog/all.own, all.dangerBrier/all.own
			r.LogGain = ratioInterval(games, func(g int) (float64, float64) { return uniform[g].log - games[g].log, games[g].unseen })
			r.DangerBrierGain = ratioInterval(games, func(g int) (float64, float64) {
				return uniform[g].dangerBrier - games[g].dangerBrier, games[g].own
			})
			rows = append(rows, r)
		}
	}
	return rows
}

// ratioInterval returns the 95 % interval of a sum over games divided by another, from
// the linear approximation of the ratio.
func ratioInterval(games []handsSums, of func(g int) (x, n float64)) stats.Interval {
	var sx, sn, square float64
	for g := range games {
		x, n := of(g)
		sx, sn = sx+x, sn+n
	}
	ratio := sx / sn
	for g := range games {
		x, n := of(g)
		square += (x - ratio*n) * (x - ratio*n)
	}
	return stats.Estimate{Value: ratio, StdErr: math.Sqrt(square) / sn}.Interval(.95)
}

// writeHandsRows writes the lines as a table, as CSV, or as JSON, an object a line.
func writeHandsRows(w io.Writer, format string, rows []handsRow) error {
	form := rowForm[handsRow]{
		names: []string{"opponent", "turns", "estimator", "decisions", "log", "log_gain_low", "log_gain_high", "danger_log", "danger_brier", "danger_brier_gain_low", "danger_brier_gain_high"},
		cells: func(r *handsRow) []string {
			return appendScores([]string{r.Opponent, r.Turns, r.Estimator, strconv.Itoa(r.Decisions)},
				r.Log, r.LogGain.Low, r.LogGain.High, r.DangerLog, r.DangerBrier, r.DangerBrierGain.Low, r.DangerBrierGain.High)
		},
		table: writeHandsTable,
	}
	return form.write(w, format, rows)
}

// writeHandsTable writes the lines for reading.
func writeHandsTable(w io.Writer, rows []handsRow) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "opponent\tturns\testimator\tdecisions\tlog\tbetter by\tdanger log\tdanger Brier\tbetter by")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(tab, "%s\t%s\t%s\t%d\t%.4f\t%s\t%.4f\t%.4f\t%s\n", r.Opponent, r.Turns, r.Estimator, r.Decisions,
			r.Log, r.betterBy(r.LogGain), r.DangerLog, r.DangerBrier, r.betterBy(r.DangerBrierGain))
	}
	return tab.Flush()
}

// betterBy returns the text of a gain on the uniform estimate, none for that itself.
func (r *handsRow) betterBy(gain stats.Interval) string {
	if r.Estimator == "uniform" {
		return ""
	}
	return fmt.Sprintf("%.4f to %.4f", gain.Low, gain.High)
}

// writeDangerCalibration writes, for each estimator, the share of cards that lowered his
// MinDist by the danger foretold.
func writeDangerCalibration(w io.Writer, opponent string, scores []handsScore, estimators []handEstimator) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "danger of own cards against %s: foretold, and how it was\t\t\t\t\n", opponent)
	for i := range estimators {
		fmt.Fprintf(tab, "%s\tcards\tforetold\tfell\t\n", estimators[i].name)
		for b := range scores[i].bins {
			if x := &scores[i].bins[b]; x.cards > 0 {
				fmt.Fprintf(tab, "\t%.0f\t%.3f\t%.3f\t\n", x.cards, x.predicted/x.cards, x.fell/x.cards)
			}
		}
	}
	return tab.Flush()
}
