package belief

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"

	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli"
)

// A handsRow is a row of the table of scores for Indian Rummy.
type handsRow struct {
	Opponent  string `json:"opponent"`
	Turns     string `json:"turns"` // turns of the opponent: "0", ..., "8+", or "all"
	Estimator string `json:"estimator"`
	Decisions int    `json:"decisions"`

	Log         float64 `json:"log"`          // log loss of whether the opponent holds a card, mean over unseen cards
	DangerLog   float64 `json:"danger_log"`   // log loss of whether a card of the observer lowers the opponent's MinDist
	DangerBrier float64 `json:"danger_brier"` // Brier score of the same

	// Gains over the uniform estimate, as 95 % intervals over games.
	LogGain         stats.Interval `json:"log_gain"`
	DangerBrierGain stats.Interval `json:"danger_brier_gain"`
}

// handsRows returns the rows of the table for an opponent.
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

// ratioInterval returns the 95 % interval of the ratio of two sums over games, by the linear
// approximation of the ratio.
func ratioInterval(games []handsSums, of func(g int) (x, n float64)) stats.Interval {
	var sx, sn, square float64
	for g := range games {
		x, n := of(g)
		sx, sn = sx+x, sn+n
	}
	ratio := sx / sn
	for g := range games {
		x, n := of(g)
		d := x - float64(ratio*n)
		square += float64(d * d)
	}
	return stats.Estimate{Value: ratio, StdErr: math.Sqrt(square) / sn}.Interval(.95)
}

// writeHandsRows writes the rows as a table, as CSV, or as JSON with one object per line.
func writeHandsRows(w io.Writer, format string, rows []handsRow) error {
	form := cli.Rows[handsRow]{
		Names: []string{"opponent", "turns", "estimator", "decisions", "log", "log_gain_low", "log_gain_high", "danger_log", "danger_brier", "danger_brier_gain_low", "danger_brier_gain_high"},
		Cells: func(r *handsRow) []string {
			return cli.AppendScores([]string{r.Opponent, r.Turns, r.Estimator, strconv.Itoa(r.Decisions)},
				r.Log, r.LogGain.Low, r.LogGain.High, r.DangerLog, r.DangerBrier, r.DangerBrierGain.Low, r.DangerBrierGain.High)
		},
		Table: writeHandsTable,
	}
	return form.Write(w, format, rows)
}

// writeHandsTable writes the rows as a readable table.
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

// betterBy returns the text of a gain over the uniform estimate, "" for that estimate itself.
func (r *handsRow) betterBy(gain stats.Interval) string {
	if r.Estimator == "uniform" {
		return ""
	}
	return fmt.Sprintf("%.4f to %.4f", gain.Low, gain.High)
}

// writeDangerCalibration writes, for each estimator and bin of predicted danger, the share of
// cards that lower the opponent's MinDist.
func writeDangerCalibration(w io.Writer, opponent string, scores []handsScore, estimators []handEstimator) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "danger of the observer's cards against %s, predicted and observed\t\t\t\t\n", opponent)
	for i := range estimators {
		fmt.Fprintf(tab, "%s\tcards\tpredicted\tobserved\t\n", estimators[i].name)
		for b := range scores[i].bins {
			if x := &scores[i].bins[b]; x.cards > 0 {
				fmt.Fprintf(tab, "\t%.0f\t%.3f\t%.3f\t\n", x.cards, x.predicted/x.cards, x.fell/x.cards)
			}
		}
	}
	return tab.Flush()
}
