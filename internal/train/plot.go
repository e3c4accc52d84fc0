package train

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"rummygym/arena/stats"
	"rummygym/internal/arena/figure"
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

// describe returns what a column holds; a column that is not known is named as it is. Columns with the same quantity share a panel.
func describe(column string) quantity {
	for _, set := range []struct{ prefix, words string }{{"held-out/", ", held-out data"}, {"validation/", ", validation data"}} {
		if rest, ok := strings.CutPrefix(column, set.prefix); ok {
			q := describe(rest)
			if rest == "loss" {
				return q
			}
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
	if strings.HasPrefix(column, "agreement/") { // of a phase
		return quantities["agreement"]
	}
	return quantity{name: column}
}

// draw draws the rows of metrics, if there are any: first the games that evaluate the network, then the other columns. Columns of
// the same quantity share a panel, and of columns with the same values the first is drawn.
func (r *Run) draw(rows [][]float64) error {
	if len(rows) == 0 {
		return nil
	}
	games := map[string]int{}
	for _, e := range r.Evaluations {
		for _, name := range e.Columns {
			games[name] = e.Games
		}
	}
	var steps []float64
	for _, row := range rows {
		steps = append(steps, row[0])
	}
	var results, others []figure.Panel
	var drawn [][]float64
	for i, name := range r.columns()[1:] {
		q, k := describe(name), figure.Curve{Name: name}
		for _, row := range rows {
			k.Values = append(k.Values, row[1+i])
		}
		if slices.ContainsFunc(drawn, func(y []float64) bool { return slices.Compare(y, k.Values) == 0 }) {
			continue
		}
		drawn = append(drawn, k.Values)
		n, panels := games[name], &others
		if n > 0 {
			panels = &results
			if agent, ok := strings.CutPrefix(name, "win/"); ok {
				q, k.Name = quantity{"win rate", "share of games"}, "against "+agent
				for _, v := range k.Values {
					var in stats.Interval // of no games
					if !math.IsNaN(v) {
						in = stats.Proportion{Successes: int(math.Round(v * float64(n))), Trials: n}.Wilson(0.95)
					}
					k.Intervals = append(k.Intervals, in)
				}
			} else if agent, ok := strings.CutPrefix(name, "gain/"); ok {
				q, k.Name = quantity{"mean gain", "points"}, "against "+agent
			}
		}
		at := slices.IndexFunc(*panels, func(p figure.Panel) bool { return p.Title == q.name })
		if at < 0 {
			at = len(*panels)
			*panels = append(*panels, figure.Panel{Title: q.name, Unit: q.unit})
		}
		(*panels)[at].Curves = append((*panels)[at].Curves, k)
	}
	for i := range results {
		if p := &results[i]; len(p.Curves) == 1 {
			p.Title += " " + p.Curves[0].Name
		}
	}
	title := cmp.Or(r.Title, "Training")
	if r.Caption != "" {
		title += "\n" + r.Caption
	}
	return figure.Save(io.Discard, r.Dir, figure.NewCurves(plotName, title, "step", steps, slices.Concat(results, others)))
}
