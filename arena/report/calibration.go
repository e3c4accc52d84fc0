package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
)

// CalibrationVersion is the version of the JSON and of the columns of calibrations.
const CalibrationVersion = "rummygym.calibration/1"

// CalibrationRow is the row of one opponent and bin, or of all estimates if Bin is -1.
type CalibrationRow struct {
	*arena.Calibration
	*arena.CalibrationRow
	Bin int
}

// at returns the values of the row's bin.
func (r *CalibrationRow) at() arena.CalibrationBin {
	if r.Bin < 0 {
		return arena.CalibrationBin{Decisions: r.Decisions, Estimate: r.Estimate, Won: r.Won}
	}
	return r.Bins[r.Bin]
}

// ends returns the ends of the row's bin.
func (r *CalibrationRow) ends() (low, high float64) {
	if r.Bin < 0 {
		return 0, 1
	}
	return float64(r.Bin) / arena.CalibrationBins, float64(r.Bin+1) / arena.CalibrationBins
}

// calibrationRows returns the rows of a calibration: for each opponent all estimates, and then the bins.
func calibrationRows(c *arena.Calibration) (rows []CalibrationRow) {
	for k := range c.Rows {
		for b := -1; b < arena.CalibrationBins; b++ {
			rows = append(rows, CalibrationRow{c, &c.Rows[k], b})
		}
	}
	return rows
}

// CalibrationColumns returns the columns of a calibration, with a row for all estimates against an
// opponent, from 0 to 1, and one for each bin.
func CalibrationColumns(c *arena.Calibration) []table.Column[CalibrationRow] {
	type row = CalibrationRow
	var cols columns[row]
	ofAll := func(f func(*row) stats.Estimate) func(*row) stats.Estimate {
		return func(r *row) stats.Estimate {
			if r.Bin >= 0 {
				return stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}
			}
			return f(r)
		}
	}
	number := func(name, doc string, f func(*row) float64) {
		value := ofAll(func(r *row) stats.Estimate { return stats.Estimate{Value: f(r)} })
		cols.Number(name, doc, func(r *row) float64 { return value(r).Value })
	}
	estimate := func(name, doc string, f func(*row) stats.Estimate) {
		cols.estimate(name, name+"_se", doc, overDeals, ofAll(f))
	}
	cols.Text("rules", "rules of the games", func(r *row) string { return r.Rules })
	cols.Text("agent", "agent that makes the estimates", func(r *row) string { return r.Agent })
	cols.Text("opponent", "opponent of this agent", func(r *row) string { return r.Opponent })
	cols.Seed("seed", "seed of the deals: deal i is the deal of episode i of a run with this seed", func(r *row) uint64 { return r.Seed })
	cols.Count("deals", "number of deals, each played from both seats", func(r *row) int { return r.Deals })
	cols.Number("from", "lower end of the bin; a row from 0 to 1 covers all decisions", func(r *row) float64 { low, _ := r.ends(); return low })
	cols.Number("to", "upper end of the bin", func(r *row) float64 { _, high := r.ends(); return high })
	cols.Count("decisions", "number of the agent's decisions with an estimate in the bin", func(r *row) int { return r.at().Decisions })
	cols.Number("estimate", "mean of these estimates of the chance of winning", func(r *row) float64 { return r.at().Estimate.Value })
	cols.estimate("won", "won_se", "share of these decisions after which the agent won", overDeals, func(r *row) stats.Estimate { return r.at().Won })
	estimate("bias", "estimate minus won, over all decisions", func(r *row) stats.Estimate { return r.Bias })
	number("calibration_error", "absolute difference between estimate and won in each bin, as a mean over decisions", func(r *row) float64 { return r.Error })
	estimate("brier", "mean of (estimate - won)²", func(r *row) stats.Estimate { return r.Brier })
	number("skill", "1 - brier / (won · (1 - won)), where won · (1 - won) is the Brier score of always estimating the share won", func(r *row) float64 { return r.Skill })
	estimate("log_loss", "mean of -log of the probability given to the result that occurred", func(r *row) stats.Estimate { return r.LogLoss })
	return cols.Columns
}

// WriteCalibrations writes calibrations, at least one, in the given format. Equal calibrations give equal
// bytes.
func WriteCalibrations(w io.Writer, all []*arena.Calibration, f table.Format) error {
	var rows []CalibrationRow
	var setups []*arena.Setup
	for _, c := range all {
		rows, setups = append(rows, calibrationRows(c)...), append(setups, &c.Setup)
	}
	t := table.New(CalibrationColumns(all[0]), rows)
	out := table.Output[CalibrationRow]{
		Table: t, Document: table.Object{"version", CalibrationVersion, "setups", setups, "rows", t},
		Text: func(out *bufio.Writer) {
			for i, c := range all {
				if i > 0 {
					fmt.Fprintln(out)
				}
				writeCalibration(out, c)
			}
		},
		Version: CalibrationVersion, Key: "rummygym.calibrations", Setup: setups,
	}
	return out.Write(w, f)
}

// writeCalibration writes the text tables of a calibration: all estimates, and the bins.
func writeCalibration(out *bufio.Writer, c *arena.Calibration) {
	of := ""
	if c.PartEndings != nil {
		of = " the " + c.Terms.Part
	}
	fmt.Fprintf(out, "%s, rules %s, %s, each played from both seats; seed %d.\n", c.Agent, c.Rules, counted(c.Games, "deal"), c.Seed)
	fmt.Fprintf(out, "Its estimates of winning%s, after each of its actions, and what happened; standard errors over deals.\n\n", of)
	type row = arena.CalibrationRow
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{r.Opponent, strconv.Itoa(r.Decisions), number(r.Estimate.Value, 3), number(r.Won.Value, 3), plusMinus(r.Bias, 3),
			number(r.Error, 3), plusMinus(r.Brier, 4), number(r.Skill, 3), number(r.LogLoss.Value, 4)}
	}, "against", "estimates", "mean", "won", "bias ± s.e.", "error", "Brier score ± s.e.", "skill", "log loss")
	v.Write(out, table.Ruled, c.Rows)

	var bins table.View[CalibrationRow]
	bins.Add(func(r *CalibrationRow) []string {
		low, high := r.ends()
		at := r.at()
		return []string{number(low, 1) + " to " + number(high, 1), strconv.Itoa(at.Decisions), number(at.Estimate.Value, 3), plusMinus(at.Won, 3),
			number(at.Estimate.Value-at.Won.Value, 3)}
	}, "estimate", "decisions", "mean", "won ± s.e.", "difference")
	for of := range slices.Chunk(calibrationRows(c), 1+arena.CalibrationBins) {
		fmt.Fprintf(out, "\nAgainst %s:\n\n", of[0].Opponent)
		bins.Write(out, table.Ruled, of[1:])
	}
}
