package figure_test

import (
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
)

func TestShapley(t *testing.T) {
	row := func(value, width float64) arena.ShapleyOption {
		return arena.ShapleyOption{Name: "mate", Value: arena.ShapleyRow{Win: stats.Estimate{Value: value}, WinInterval: stats.Interval{Low: value - width, High: value + width}}}
	}
	s := &arena.Shapley{Confidence: 0.95, Result: &arena.Result{}, Deals: 1500, Opponents: []string{"simple", "medium"}, Names: []string{"x", "fitness"}, Options: []arena.ShapleyOption{row(0.02, 0.01), row(-0.01, 0.02)}}
	s.Options[1].Name = "useless"
	wantTexts(t, "the figure of Shapley values", figure.Shapley(s), "Shapley values of the options of fitness", "Rules , against simple, medium, 1,500 deals from both seats, seed 0; bars: 95 % intervals", "mate", "useless", "what it adds to the share of games won", "0")
	if a, b := svg(t, figure.Shapley(s)), svg(t, figure.Shapley(s)); a != b {
		t.Error("the SVG differs from one drawing to the next")
	}
	s.Options = []arena.ShapleyOption{row(0, 0)} // no room between the values
	wantTexts(t, "the figure of a value of 0", figure.Shapley(s), "mate", "0")
}
