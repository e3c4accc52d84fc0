package figure_test

import (
	"math"
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
)

func TestReliability(t *testing.T) {
	c := &arena.Calibration{Agent: "learned:standard"}
	for range 8 { // more lines than colours
		r := arena.CalibrationRow{Opponent: "min-score", Error: 0.111}
		r.Bins[3] = arena.CalibrationBin{Decisions: 1, Estimate: stats.Estimate{Value: 0.35}, Won: stats.Estimate{Value: 1, StdErr: math.NaN()}}
		r.Bins[5] = arena.CalibrationBin{Decisions: 100, Estimate: stats.Estimate{Value: 0.55}, Won: stats.Estimate{Value: 0.62, StdErr: 0.3}}
		c.Rows = append(c.Rows, r)
	}
	wantTexts(t, "the reliability diagram", figure.Reliability(c), "Estimates of winning of learned:standard", "estimate", "share won", "min-score: error 0.111", "0.4", "1.0")
	if a, b := svg(t, figure.Reliability(c)), svg(t, figure.Reliability(c)); a != b {
		t.Error("the SVG differs from one drawing to the next")
	}
}
