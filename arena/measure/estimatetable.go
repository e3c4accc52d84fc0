package measure

import (
	"bufio"
	"fmt"
	"math"
	"strconv"

	"rummygym/arena/stats"
	"rummygym/table"
)

// A HandScore is a row of the table of scores for Indian Rummy.
type HandScore struct {
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
func handsRows(opponent string, scores *[handsLastRow + 2][]handsScore, estimators []HandEstimator) (rows []HandScore) {
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
			r := HandScore{Opponent: opponent, Turns: turns, Estimator: estimators[i].name}
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

// columns returns the columns of the rows.
func columns() []table.Column[HandScore] {
	type row = HandScore
	var cols table.Columns[row]
	cols.Text("opponent", "whose hand is estimated", func(r *row) string { return r.Opponent })
	cols.Text("turns", "turns of the opponent: 0 to 8+, or all", func(r *row) string { return r.Turns })
	cols.Text("estimator", "what estimates", func(r *row) string { return r.Estimator })
	cols.Count("decisions", "decisions of the observer", func(r *row) int { return r.Decisions })
	gain := func(name string, value func(*row) stats.Interval) {
		cols.Number(name+"_low", "low end of the 95 % interval of the gain over the uniform estimate", func(r *row) float64 { return value(r).Low })
		cols.Number(name+"_high", "high end", func(r *row) float64 { return value(r).High })
	}
	cols.Number("log", "log loss of whether the opponent holds a card, mean over unseen cards", func(r *row) float64 { return r.Log })
	gain("log_gain", func(r *row) stats.Interval { return r.LogGain })
	cols.Number("danger_log", "log loss of whether a card of the observer lowers the opponent's MinDist", func(r *row) float64 { return r.DangerLog })
	cols.Number("danger_brier", "Brier score of the same", func(r *row) float64 { return r.DangerBrier })
	gain("danger_brier_gain", func(r *row) stats.Interval { return r.DangerBrierGain })
	for i := range cols {
		cols[i].Digits = 4
	}
	return cols
}

// writeHandsTable writes the rows as a readable table.
func writeHandsTable(out *bufio.Writer, rows []HandScore) {
	var v table.View[HandScore]
	v.Add(func(r *HandScore) []string {
		return []string{r.Opponent, r.Turns, r.Estimator, strconv.Itoa(r.Decisions), fmt.Sprintf("%.4f", r.Log), r.betterBy(r.LogGain),
			fmt.Sprintf("%.4f", r.DangerLog), fmt.Sprintf("%.4f", r.DangerBrier), r.betterBy(r.DangerBrierGain)}
	}, "opponent", "turns", "estimator", "decisions", "log", "better by", "danger log", "danger Brier", "better by")
	v.Write(out, table.Left, rows)
}

// betterBy returns the text of a gain over the uniform estimate, "" for that estimate itself.
func (r *HandScore) betterBy(gain stats.Interval) string {
	if r.Estimator == "uniform" {
		return ""
	}
	return fmt.Sprintf("%.4f to %.4f", gain.Low, gain.High)
}

// writeDangerCalibration writes, for each estimator and bin of predicted danger, the share of
// cards that lower the opponent's MinDist.
func writeDangerCalibration(out *bufio.Writer, opponent string, scores []handsScore, estimators []HandEstimator) {
	var rows [][]string
	for i := range estimators {
		rows = append(rows, []string{estimators[i].name, "cards", "predicted", "observed"})
		for b := range scores[i].bins {
			if x := &scores[i].bins[b]; x.cards > 0 {
				rows = append(rows, []string{"", fmt.Sprintf("%.0f", x.cards), fmt.Sprintf("%.3f", x.predicted/x.cards), fmt.Sprintf("%.3f", x.fell/x.cards)})
			}
		}
	}
	var v table.View[[]string]
	v.Add(func(cells *[]string) []string { return *cells }, "danger of the observer's cards against "+opponent+", predicted and observed", "", "", "")
	v.Write(out, table.Right, rows)
}
