package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"rummygym/arena"
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
func CalibrationColumns(c *arena.Calibration) []Column[CalibrationRow] {
	type row = CalibrationRow
	var cols columns[row]
	ofAll := func(f func(*row) float64) func(*row) float64 {
		return func(r *row) float64 {
			if r.Bin >= 0 {
				return math.NaN()
			}
			return f(r)
		}
	}
	cols.text("rules", "rules of the games", func(r *row) string { return r.Rules })
	cols.text("agent", "the agent that estimates", func(r *row) string { return r.Agent })
	cols.text("opponent", "its opponent", func(r *row) string { return r.Opponent })
	cols.seed("seed", "deal i is that of episode i of a run with this seed", func(r *row) uint64 { return r.Seed })
	cols.count("deals", "deals played from both seats", func(r *row) int { return r.Deals })
	cols.number("from", "the minimum estimate of the row's decisions; 0 to 1 is all decisions", func(r *row) float64 { low, _ := r.ends(); return low })
	cols.number("to", "the end of its bin", func(r *row) float64 { _, high := r.ends(); return high })
	cols.count("decisions", "decisions of the agent with an estimate", func(r *row) int { return r.at().Decisions })
	cols.number("estimate", "mean estimate of its chance of winning", func(r *row) float64 { return r.at().Estimate.Value })
	cols.number("won", "share of these decisions after which it won", func(r *row) float64 { return r.at().Won.Value })
	cols.number("won_se", "its standard error over deals", func(r *row) float64 { return r.at().Won.StdErr })
	cols.number("bias", "estimate less won, of all decisions", ofAll(func(r *row) float64 { return r.Bias.Value }))
	cols.number("bias_se", "its standard error over deals", ofAll(func(r *row) float64 { return r.Bias.StdErr }))
	cols.number("calibration_error", "mean over decisions of |estimate - won| of their bins", ofAll(func(r *row) float64 { return r.Error }))
	cols.number("brier", "mean of (estimate - won)²", ofAll(func(r *row) float64 { return r.Brier.Value }))
	cols.number("brier_se", "its standard error over deals", ofAll(func(r *row) float64 { return r.Brier.StdErr }))
	cols.number("skill", "1 - brier divided by that of always estimating the share won", ofAll(func(r *row) float64 { return r.Skill }))
	cols.number("log_loss", "mean of -log of the probability given to what happened", ofAll(func(r *row) float64 { return r.LogLoss.Value }))
	cols.number("log_loss_se", "its standard error over deals", ofAll(func(r *row) float64 { return r.LogLoss.StdErr }))
	return cols
}

// calibrationDocument is the JSON form of calibrations.
type calibrationDocument struct {
	Version string            `json:"version"`
	Setups  []*arena.Setup    `json:"setups"`
	Rows    []json.RawMessage `json:"rows"`
}

// WriteCalibrations writes calibrations, at least one, in the given format. Equal calibrations give equal
// bytes.
func WriteCalibrations(w io.Writer, all []*arena.Calibration, f Format) (err error) {
	cols := CalibrationColumns(all[0])
	var rows []CalibrationRow
	d := calibrationDocument{Version: CalibrationVersion}
	for _, c := range all {
		rows = append(rows, calibrationRows(c)...)
		d.Setups = append(d.Setups, &c.Setup)
	}
	switch f {
	case Table:
		out := bufio.NewWriter(w)
		for i, c := range all {
			if i > 0 {
				fmt.Fprintln(out)
			}
			writeCalibration(out, c)
		}
		return out.Flush()
	case CSV:
		return writeCSV(w, cols, rows)
	case Arrow:
		return writeArrow(w, cols, rows, CalibrationVersion, "rummygym.calibrations", &d.Setups)
	case JSON:
		if d.Rows, err = objects(cols, rows); err != nil {
			return err
		}
		return writeDocument(w, d)
	}
	_, err = ParseFormat(string(f))
	return err
}

// writeCalibration writes the text tables of a calibration: all estimates, and the bins.
func writeCalibration(out *bufio.Writer, c *arena.Calibration) {
	of := ""
	if c.PartEndings != nil {
		of = " the " + c.Terms.Part
	}
	fmt.Fprintf(out, "%s, rules %s, %s, each played from both seats; seed %d.\n", c.Agent, c.Rules, counted(c.Games, "deal"), c.Seed)
	fmt.Fprintf(out, "Its estimates of winning%s, after each of its actions, and what happened; standard errors over deals.\n\n", of)
	var g grid
	g.add("against", "estimates", "mean", "won", "bias ± s.e.", "error", "Brier score ± s.e.", "skill", "log loss")
	g.line()
	for k := range c.Rows {
		r := &c.Rows[k]
		g.add(r.Opponent, strconv.Itoa(r.Decisions), number(r.Estimate.Value, 3), number(r.Won.Value, 3), plusMinus(r.Bias, 3),
			number(r.Error, 3), plusMinus(r.Brier, 4), number(r.Skill, 3), number(r.LogLoss.Value, 4))
	}
	_ = g.writeTo(out)
	for k := range c.Rows {
		r := &c.Rows[k]
		fmt.Fprintf(out, "\nAgainst %s:\n\n", r.Opponent)
		var g grid
		g.add("estimate", "decisions", "mean", "won ± s.e.", "difference")
		g.line()
		for b := range r.Bins {
			bin := &r.Bins[b]
			low, high := (&CalibrationRow{Bin: b}).ends()
			g.add(number(low, 1)+" to "+number(high, 1), strconv.Itoa(bin.Decisions), number(bin.Estimate.Value, 3), plusMinus(bin.Won, 3),
				number(bin.Estimate.Value-bin.Won.Value, 3))
		}
		_ = g.writeTo(out)
	}
}
