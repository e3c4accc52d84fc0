package train

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rummygym/arena/figure"
	"rummygym/arena/stats"
)

// quantity is what a column of the metrics holds, in words.
type quantity struct{ name, unit string }

// quantities are the columns of the learners and losses of this module.
var quantities = map[string]quantity{
	"loss":    {"loss", ""},
	"samples": {"positions collected in a step", ""},
	"turns":   {"turns of a game", ""},
	"score":   {"score against the league, with random actions", ""},

	"ppo":           {"PPO objective", ""},
	"ppo/policy":    {"policy loss", ""},
	"ppo/value":     {"value loss", ""},
	"ppo/entropy":   {"entropy of the policy", "nats"},
	"ppo/kl":        {"KL divergence of an update", "nats"},
	"ppo/clipped":   {"share of clipped decisions", ""},
	"ppo/explained": {"share of the variance of returns explained", ""},
	"decisions":     {"decisions of an update", ""},
	"episodes":      {"episodes that ended", ""},
	"epochs":        {"passes over the decisions", ""},
	"league/score":  {"score against the league, with sampled actions", ""},
	"league/gain":   {"mean gain against the league", "points"},
	"nashconv":      {"NashConv: gains of best responses to the network", "points"},

	"agreement":      {"agreement with the recorded agent", "share of decisions"},
	"gain/squared":   {"squared error of the gain", "(80 points)²"},
	"gain/variance":  {"variance of the gain", "(80 points)²"},
	"gain/explained": {"share of the variance of the gain explained", ""},
	"win/log-loss":   {"log loss of the win", "nats"},
	"win/base-rate":  {"log loss of the share of wins", "nats"},
	"held":           {"log loss of the opponent's cards", "nats"},
	"wanted":         {"log loss of the cards the opponent wants", "nats"},
	"distance":       {"cross-entropy of the opponent's MinDist", "nats"},
	"thrown":         {"cross-entropy of the opponent's next discard", "nats"},
}

// endings are the columns of a loss of any head.
var endings = []struct {
	suffix string
	quantity
}{
	{"/cross-entropy", quantity{"cross-entropy", "nats"}}, {"/logistic", quantity{"log loss", "nats"}},
	{"/accuracy", quantity{"accuracy", ""}}, {"/squared", quantity{"squared error", ""}},
}

// describe returns what a column holds; a column that is not known is named as it is.
func describe(column string) quantity {
	for _, set := range []struct{ prefix, words string }{{"held-out/", ", held-out data"}, {"validation/", ", validation data"}} {
		if rest, ok := strings.CutPrefix(column, set.prefix); ok {
			q := describe(rest)
			return quantity{q.name + set.words, q.unit}
		}
	}
	if q, ok := quantities[column]; ok {
		return q
	}
	for _, e := range endings {
		if head, ok := strings.CutSuffix(column, e.suffix); ok {
			return quantity{e.name + " of the " + head, e.unit}
		}
	}
	if phase, ok := strings.CutPrefix(column, "agreement/"); ok {
		return quantity{"agreement, phase " + phase, "share of decisions"}
	}
	return quantity{name: column}
}

// draw draws the rows of metrics, if there are any.
func (r *Run) draw(rows [][]float64) error {
	if len(rows) == 0 {
		return nil
	}
	column := func(i int) (values []float64) {
		for _, row := range rows {
			values = append(values, row[i])
		}
		return values
	}
	steps, columns := column(0), r.columns()
	games := map[string]int{}
	for _, e := range r.Evaluations {
		for _, name := range e.Columns {
			games[name] = e.Games
		}
	}
	var results, others []figure.Curve // results are what the run is for, and first
	for i, name := range columns[1:] {
		q := describe(name)
		k := figure.Curve{Name: q.name, Unit: q.unit, X: steps, Y: column(1 + i)}
		if n := games[name]; n > 0 {
			if agent, ok := strings.CutPrefix(name, "win/"); ok {
				k.Name, k.Unit, k.Half = "win rate against "+agent, "share of games", true
				for _, v := range k.Y {
					var in stats.Interval
					if !math.IsNaN(v) {
						in = stats.Proportion{Successes: int(math.Round(v * float64(n))), Trials: n}.Wilson(0.95)
					}
					k.Band = append(k.Band, in)
				}
			} else if agent, ok := strings.CutPrefix(name, "gain/"); ok {
				k.Name, k.Unit = "mean gain against "+agent, "points"
			}
		}
		if games[name] > 0 {
			results = append(results, k)
		} else {
			others = append(others, k)
		}
	}
	f := figure.Curves(cmp.Or(r.Title, "Training"), "step", slices.Concat(results, others))
	if r.Caption != "" {
		f = f.Captioned(r.Caption)
	}
	_, err := figure.Save(r.Dir, plotName, f)
	return err
}
