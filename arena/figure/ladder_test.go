package figure_test

import (
	"math"
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/arena/stats"
)

func TestLadder(t *testing.T) {
	row := func(name string, elo, low, high float64) arena.RatingRow {
		return arena.RatingRow{Name: name, Elo: elo, EloInterval: stats.Interval{Low: low, High: high}}
	}
	r := &arena.Rating{Result: &arena.Result{Setup: arena.Setup{Rules: "eaai"}}, RatingSettings: arena.RatingSettings{Confidence: 0.9}, Deals: 1500,
		Rows:   []arena.RatingRow{row("sigra", 120, 100, math.Inf(1)), row("simple", 0, -20, 25), row("random", -900, math.Inf(-1), -700)},
		Scores: [][]stats.Estimate{{{Value: math.NaN()}, {Value: 0.625}, {Value: 1}}, {{Value: 0.375}, {Value: math.NaN()}, {Value: 1}}, {{}, {}, {Value: math.NaN()}}},
	}
	wantTexts(t, "the figure of ratings", figure.Ladder(r), "Ratings", "Elo points (0 is the mean)", "Rules eaai, 1,500 deals from both seats, seed 0; bars: 90 % intervals over deals", "sigra", "simple", "random", "0")
	r.Anchor = "simple"
	wantTexts(t, "the figure with an anchor", figure.Ladder(r), "Elo points (0 is simple)")
	wantTexts(t, "the figure of scores", figure.LadderScores(r), "Score of the row against the column", "score (square-root scale from 0.5)", "sigra", "0.625", "0.375", "1.000", "-")
	if a, b := svg(t, figure.Ladder(r)), svg(t, figure.Ladder(r)); a != b {
		t.Error("the SVG differs from one drawing to the next")
	}
	r.Rows = r.Rows[1:2] // no width
	r.Rows[0] = row("simple", 0, 0, 0)
	wantTexts(t, "the figure of one agent", figure.Ladder(r), "simple")
}
