package figure_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/arena/figure"
	"rummygym/arena/stats"
)

// Every curve has a panel with its name, even if it has no number or only one, and none that
// repeats another.
func TestCurves(t *testing.T) {
	nan := math.NaN()
	loss, rate, never, once := figure.Curve{Name: "loss", Unit: "nats"}, figure.Curve{Name: "win rate v min-dist", Half: true}, figure.Curve{Name: "never"}, figure.Curve{Name: "once"}
	curves := []*figure.Curve{&loss, &rate, &never, &once}
	for i := range 50 {
		for _, k := range curves {
			k.X, k.Y = append(k.X, float64(100*(i+1))), append(k.Y, nan)
		}
		loss.Y[i] = math.Exp(-float64(i)/10) + 0.02*math.Sin(float64(7*i))
		if i%10 == 9 {
			rate.Y[i] = 0.6 - 0.4/float64(i)
		}
		rate.Band = append(rate.Band, stats.Interval{Low: rate.Y[i] - 0.1, High: rate.Y[i] + 0.1})
	}
	once.Y[7], once.Band = 1, rate.Band
	again := loss
	again.Name = "the loss again"
	f := figure.Curves("a run", "step", []figure.Curve{loss, rate, again, never, once, never})
	doc := svg(t, f)
	text := texts(t, doc)
	for _, want := range []string{"loss", "nats", "win rate v min-dist", "never", "once", "a run", "5,000"} {
		if !slices.Contains(text, want) {
			t.Errorf("no text %q among %q", want, text)
		}
	}
	if slices.Contains(text, again.Name) {
		t.Error("the same values have two panels")
	}
	if !strings.Contains(doc, "fill-opacity") {
		t.Error("the win rate has no band")
	}
	if doc != svg(t, figure.Curves("a run", "step", []figure.Curve{loss, rate, never, once, never})) {
		t.Error("equal curves give different figures")
	}
	if text := texts(t, svg(t, figure.Curves("none", "step", []figure.Curve{{Name: "loss"}, {Name: "infinite", X: []float64{1}, Y: []float64{math.Inf(1)}}}))); !slices.Contains(text, "loss") || !slices.Contains(text, "infinite") {
		t.Errorf("texts %q", text)
	}
}

// The labels of an axis differ, however narrow its range, and a win rate near one half has a line there.
func TestCurvesTicks(t *testing.T) {
	steps := []float64{1, 2, 3}
	doc := svg(t, figure.Curves("a run", "step", []figure.Curve{
		{Name: "entropy", X: steps, Y: []float64{1.600011, 1.600012, 1.600013}},
		{Name: "win rate", X: steps, Y: []float64{0.48, 0.47, 0.49}, Half: true},
	}))
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
