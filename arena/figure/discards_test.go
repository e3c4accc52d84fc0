package figure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/arena/figure"
)

// curves returns made-up losses of two runs, one of them stopped early.
func curves() []figure.LossCurve {
	a, b := figure.LossCurve{Name: "dual-inception", Falls: []int{32, 64}}, figure.LossCurve{Name: "mlp", Falls: []int{32, 64}}
	for e := range 96 {
		v := 75 + 60*math.Exp(-float64(e)/8)
		a.Training, a.Validation = append(a.Training, v), append(a.Validation, v+1)
		if e < 50 {
			b.Training, b.Validation = append(b.Training, 1.3*v), append(b.Validation, 1.3*v+1)
		}
	}
	return []figure.LossCurve{a, b}
}

func TestLosses(t *testing.T) {
	f := figure.Losses("Random-256", curves())
	wantTexts(t, "the figure of losses", f, "Random-256", "epoch", "80", "100", "dual-inception, training", "dual-inception, validation", "mlp, training", "mlp, validation")
	// Of the dashed lines, two are the validation losses, two their keys, and the others the
	// falls of the learning rate, which the runs share.
	doc := svg(t, f)
	if n := strings.Count(doc, "stroke-dasharray"); n < 6 {
		t.Errorf("%d dashed lines, want the validation losses and two falls", n)
	}
	if doc := svg(t, figure.Losses("one epoch", []figure.LossCurve{{Name: "short", Training: []float64{80}, Validation: []float64{82}}})); strings.Count(doc, "<path") < strings.Count(svg(t, figure.Losses("no epochs", []figure.LossCurve{{Name: "short"}})), "<path")+2 {
		t.Error("the losses of one epoch are not seen")
	}
	for name, none := range map[string][]figure.LossCurve{"no runs": nil, "no epochs": {{Name: "new"}}, "no numbers": {{Training: []float64{math.NaN()}, Validation: []float64{-1}}}} {
		if text := texts(t, svg(t, figure.Losses(name, none))); !slices.Contains(text, name) {
			t.Errorf("%s: texts %q", name, text)
		}
	}
}

func TestScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var sets []figure.ScoreSet
	for i, name := range []string{"Simple", "Random-256"} {
		s := figure.ScoreSet{Name: name}
		for range 3000 {
			s.Scores = append(s.Scores, float64(20*i)+20*rng.NormFloat64())
		}
		sets = append(sets, s)
	}
	sets = append(sets, figure.ScoreSet{Name: "by hand", Scores: []float64{-10, 10, 30}}, figure.ScoreSet{Name: "empty"})
	text := texts(t, svg(t, figure.Scores(sets)))
	for _, want := range []string{"Simple", "Random-256", "mean 10.0, s.d. 20.0, 3 rows", "mean NaN, s.d. NaN, 0 rows"} {
		if !slices.Contains(text, want) {
			t.Errorf("no text %q among %q", want, text)
		}
	}
}

func TestResiduals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var predictions, residuals []float64
	for range 20000 {
		predictions, residuals = append(predictions, 15*rng.NormFloat64()), append(residuals, 9*rng.NormFloat64())
	}
	wantTexts(t, "the figure of residuals", figure.Residuals("by hand", []float64{1, 2, 3, 4}, []float64{2, -2, 2, -2}),
		"by hand: residuals of 4 rows, mean 0.00, s.d. 2.31, skewness 0.00, excess kurtosis -6.00", "normalized residual", "prediction (points)", "quantile of N(0, 1)")
	many := figure.Residuals("many", predictions, residuals)
	if n := strings.Count(svg(t, many), "<path"); n > 7000 {
		t.Errorf("%d shapes, want at most 5,000 residuals and 201 quantiles", n)
	}
	for name, r := range map[string][]float64{"none": {}, "one": {3}, "equal": {2, 2, 2}} {
		f := figure.Residuals(name, make([]float64, len(r)), r)
		if a, b := svg(t, f), svg(t, f); a != b || len(texts(t, a)) < 8 {
			t.Errorf("%s: the figure has the texts %q, or differs from one drawing to the next", name, texts(t, a))
		}
	}
}
