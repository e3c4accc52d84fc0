package report_test

import (
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/arena/report"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/table"
)

// madeUpCalibration returns made-up estimates against two opponents; one bin is empty.
func madeUpCalibration() *arena.Calibration {
	c := &arena.Calibration{
		Setup: arena.Setup{Rules: "paper", Games: 1500, Seed: 7, Terms: game.Terms{Game: "game"}},
		Agent: "learned:standard@8d581f665f88",
	}
	for k, opponent := range []string{"min-dist-opp", "min-score"} {
		shift := 0.05 * float64(k)
		r := arena.CalibrationRow{Opponent: opponent, Deals: 1500, Decisions: 26000, Error: 0.012 + shift, Skill: 0.17,
			Estimate: stats.Estimate{Value: 0.54, StdErr: 0.004}, Won: stats.Estimate{Value: 0.552 + shift, StdErr: 0.009}, Bias: stats.Estimate{Value: -0.012 - shift, StdErr: 0.009},
			Brier: stats.Estimate{Value: 0.2078, StdErr: 0.0039}, LogLoss: stats.Estimate{Value: 0.602, StdErr: 0.006}}
		for b := range r.Bins {
			at := (float64(b) + 0.5) / 10
			r.Bins[b] = arena.CalibrationBin{Decisions: 2600, Estimate: stats.Estimate{Value: at, StdErr: 0.001}, Won: stats.Estimate{Value: at + shift, StdErr: 0.02}}
		}
		none := stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}
		r.Bins[0] = arena.CalibrationBin{Estimate: none, Won: none}
		c.Rows = append(c.Rows, r)
	}
	return c
}

func TestCalibrationGolden(t *testing.T) {
	all := []*arena.Calibration{madeUpCalibration()}
	cols := report.CalibrationColumns(all[0])
	goldens(t, "calibration", cols, func(w io.Writer, f table.Format) error { return report.WriteCalibrations(w, all, f) })
	columns := table.Markdown(cols)
	if page, err := os.ReadFile("../../docs/calibration.md"); err != nil || !strings.HasSuffix(string(page), columns) {
		t.Errorf("docs/calibration.md does not end with the columns (%v):\n%s", err, columns)
	}
	match := madeUpCalibration()
	match.PartEndings, match.Terms.Part, match.Rules = []game.Ending{"knock"}, "hand", "eaai"
	text := string(written(t, func(w io.Writer) error { return report.WriteCalibrations(w, append(all, match), table.Readable) }))
	if strings.Count(text, "Against min-score:") != 2 || !strings.Contains(text, "estimates of winning the hand,") {
		t.Errorf("two calibrations: %s", text)
	}
}
