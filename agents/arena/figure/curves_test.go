package figure_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/arena/figure"
)

// Every column except the first has a panel with its name, even if it has no number or
// only one.
func TestCurves(t *testing.T) {
	columns := []string{"step", "loss", "win rate v min-dist", "never", "once"}
	var rows [][]float64
	for i := range 50 {
		row := []float64{float64(100 * (i + 1)), math.Exp(-float64(i)/10) + 0.02*math.Sin(float64(7*i)), math.NaN(), math.NaN(), math.NaN()}
		if i%10 == 9 {
			row[2] = 0.6 - 0.4/float64(i)
		}
		if i == 7 {
			row[4] = 1
		}
		rows = append(rows, row)
	}
	f := figure.Curves("a run", columns, rows)
	text := texts(t, svg(t, f))
	for _, want := range append(columns[1:], "a run", "5,000") {
		if !slices.Contains(text, want) {
			t.Errorf("no text %q among %q", want, text)
		}
	}
	again := figure.Curves("a run", columns, rows)
	if svg(t, f) != svg(t, again) {
		t.Error("equal rows give different figures")
	}
	for _, none := range [][][]float64{nil, {{1, math.Inf(1), 2, 3, 4}}} {
		if text := texts(t, svg(t, figure.Curves("none", columns, none))); !slices.Contains(text, "loss") {
			t.Errorf("texts %q", text)
		}
	}
}

// The labels of an axis differ, however narrow its range, and a win rate near one half has a line there.
func TestCurvesTicks(t *testing.T) {
	rows := [][]float64{{1, 1.600011, 0.48}, {2, 1.600012, 0.47}, {3, 1.600013, 0.49}}
	doc := svg(t, figure.Curves("a run", []string{"step", "entropy", "win/random"}, rows))
	seen := map[string]bool{}
	for _, label := range texts(t, doc) {
		if strings.HasPrefix(label, "1.6") && seen[label] {
			t.Errorf("two ticks have the label %s", label)
		}
		seen[label] = true
	}
	if !strings.Contains(doc, "stroke-dasharray") {
		t.Error("the win rate has no dashed line at one half")
	}
}
