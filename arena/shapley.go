package arena

import (
	"fmt"
	"math/bits"
	"slices"

	"rummygym/arena/stats"
)

// MaxShapleyOptions is the maximum number of options of [Result.Shapley], which needs the
// games of all their 2^n combinations.
const MaxShapleyOptions = 8

// Shapley holds the Shapley values of the options of an agent: how much each of them adds
// to the result, averaged over all orders in which they are switched on. The values of all
// options sum to the difference between all on and all off.
type Shapley struct {
	*Result
	Confidence float64
	Opponents  []string
	Deals      int // deals that all combinations have played from both seats against all opponents

	Options []ShapleyOption
	All     ShapleyRow // of all options together: the difference between all on and all off

	// Combinations holds the results of each combination of options, and Names the agents
	// that played them. Bit i of the index is set where option i is on.
	Combinations []ShapleyRow
	Names        []string
}

// ShapleyOption holds what one option adds.
type ShapleyOption struct {
	Name  string
	Value ShapleyRow // the Shapley value
	First ShapleyRow // what it adds when all others are off
	Last  ShapleyRow // what it adds when all others are on
}

// ShapleyRow holds estimates over deals. A deal is one sample, the mean over its games, so
// that differences are paired by deals.
type ShapleyRow struct {
	Win, Gain                 stats.Estimate // share of games won, and gain per game in points
	WinInterval, GainInterval stats.Interval // by the normal distribution
}

// Shapley computes the Shapley values of options from games of all their combinations.
// Agents[k] is the name of the agent of combination k; see [Shapley.Combinations]. The
// lineups of the result are those of [BothSeats] for one combination after the other, with
// the same opponents in the same order, and shared deals. The confidence is in (0, 1).
func (r *Result) Shapley(options, agents []string, confidence float64) (*Shapley, error) {
	n := len(agents)
	if len(options) == 0 || len(options) > MaxShapleyOptions || n != 1<<len(options) {
		return nil, fmt.Errorf("arena: %d agents for %d options: want 1 to %d options and 2^n agents", n, len(options), MaxShapleyOptions)
	}
	if len(r.Lineups) == 0 || len(r.Lineups)%(2*n) != 0 {
		return nil, fmt.Errorf("arena: %d lineups for %d combinations: want two for each combination and opponent: see BothSeats", len(r.Lineups), n)
	}
	s := &Shapley{Result: r, Confidence: confidence, Names: agents}
	per := len(r.Lineups) / n
	var opponents []int
	for l := 0; l < per; l += 2 {
		opponents = append(opponents, r.Lineups[l][1])
		s.Opponents = append(s.Opponents, r.Agents[r.Lineups[l][1]])
	}
	for k, name := range agents {
		want := BothSeats(slices.Index(r.Agents, name), opponents...)
		for l, lineup := range r.Lineups[k*per:][:per] {
			if !slices.Equal(lineup, want[l]) || !r.shared(0, k*per+l) {
				return nil, fmt.Errorf("arena: lineup %v of combination %s: want %v, and the same deals for all lineups: see BothSeats", lineup, name, want[l])
			}
		}
	}

	// wins[k] and gains[k] hold the sums over the games of a deal of combination k. These and
	// the weights are whole numbers, so that differences that cancel are exactly 0.
	wins, gains := make([][]float64, n), make([][]float64, n)
	for i := range r.Games {
		if slices.ContainsFunc(r.Records, func(games []Record) bool { return !games[i].Played() }) {
			continue
		}
		s.Deals++
		for k := range n {
			var win, gain float64
			for l, games := range r.Records[k*per:][:per] {
				win += indicator(games[i].Won(l % 2))
				gain += float64(games[i].Gains[l%2])
			}
			wins[k], gains[k] = append(wins[k], win), append(gains[k], gain)
		}
	}
	row := func(weights []float64, unit float64) ShapleyRow {
		unit *= float64(per)
		x := ShapleyRow{Win: stats.MeanOf(weighted(wins, weights, unit)), Gain: stats.MeanOf(weighted(gains, weights, unit))}
		x.WinInterval, x.GainInterval = x.Win.Interval(confidence), x.Gain.Interval(confidence)
		return x
	}
	step := func(from, to int) ShapleyRow { // the difference of two combinations
		w := make([]float64, n)
		w[from], w[to] = -1, 1
		return row(w, 1)
	}
	for k := range n {
		one := make([]float64, n)
		one[k] = 1
		s.Combinations = append(s.Combinations, row(one, 1))
	}
	s.All = step(0, n-1)
	for i, name := range options {
		s.Options = append(s.Options, ShapleyOption{
			Name: name, Value: row(shapleyWeights(len(options), i)),
			First: step(0, 1<<i), Last: step((n-1)&^(1<<i), n-1),
		})
	}
	return s, nil
}

// shapleyWeights returns the weights of all combinations of n options in the Shapley value
// of option i, in units of 1/unit.
func shapleyWeights(n, i int) (w []float64, unit float64) {
	// Of the n! orders, |S|! (n-1-|S|)! switch exactly the options of S on before i.
	factorial := []float64{1}
	for k := range n {
		factorial = append(factorial, factorial[k]*float64(k+1))
	}
	w = make([]float64, 1<<n)
	for k := range w {
		if k&(1<<i) == 0 {
			before := bits.OnesCount(uint(k))
			x := factorial[before] * factorial[n-1-before]
			w[k], w[k|1<<i] = -x, x
		}
	}
	return w, factorial[n]
}

// weighted returns the weighted sums of samples by deal, divided by unit.
func weighted(samples [][]float64, weights []float64, unit float64) []float64 {
	sum := make([]float64, len(samples[0]))
	for k, w := range weights {
		if w == 0 {
			continue
		}
		for d, x := range samples[k] {
			sum[d] += float64(w * x)
		}
	}
	for d := range sum {
		sum[d] /= unit
	}
	return sum
}
