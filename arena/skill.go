package arena

import (
	"math"

	"rummygym/arena/stats"
)

// Skill holds the win rates p[i][j] of a two-seat tournament, where agent i moves
// first, and corrects them for the first mover's advantage. Matrices have shape
// [agents, agents]; the first index is that of the first mover.
//
// Adjusted is Table I of saha2025mindist (section VIII): p*[i][j] = p[i][j] −
// a[i], with the advantage a[i] = p[i][i] − 1/2 of an agent measured against
// itself. The paper computes each entry from its own p[i][j], so the printed
// p*[i][j] and p*[j][i] do not sum to exactly 1 (0.43 + 0.55 for MinScore and
// MinDist), although they do in the model.
//
// Balanced needs no games of an agent with itself: it is the win rate of i over
// both seats, (p[i][j] + 1 − p[j][i])/2, and the pair's advantage is
// (p[i][j] + p[j][i] − 1)/2. The paper derives 7 %, .49 and .51 from the .56 and
// .58 of its Table II in this way.
//
// If deals are shared, standard errors are those of the differences per deal.
// Otherwise games are independent, and the test of Balanced against 1/2 is the
// pooled z-test of the two proportions p[i][j] and p[j][i].
type Skill struct {
	Rates     [][]stats.Estimate // p
	Advantage []stats.Estimate   // a
	Adjusted  [][]Effect         // p*; the diagonal is 1/2 by definition
	Balanced  [][]Effect         // win rate over both seats; the diagonal is 1/2
	Pair      [][]stats.Estimate // the pair's first-mover advantage; the diagonal is a
}

// Effect is a win rate with its test against 1/2, or a difference of win rates with its test against 0.
type Effect struct {
	stats.Estimate
	Test stats.Test
	Holm float64 // p-value after Holm's correction over its family of tests; NaN on the diagonal of a matrix
}

// skillOf returns the skill matrices, or nil if an ordered pair is missing.
func skillOf(s *Summary) *Skill {
	if s.Seats != 2 {
		return nil
	}
	n := len(s.Agents)
	at := matrix[int](n)
	for i := range n {
		for j := range n {
			if at[i][j] = s.find(i, j); at[i][j] < 0 {
				return nil
			}
		}
	}
	k := &Skill{
		Rates: matrix[stats.Estimate](n), Advantage: make([]stats.Estimate, n),
		Adjusted: matrix[Effect](n), Balanced: matrix[Effect](n), Pair: matrix[stats.Estimate](n),
	}
	for i := range n {
		for j := range n {
			k.Rates[i][j] = s.Pairs[at[i][j]].Win
		}
		own := k.Rates[i][i]
		k.Advantage[i] = stats.Estimate{Value: own.Value - 0.5, StdErr: own.StdErr}
	}
	for i := range n {
		for j := range n {
			if i == j {
				half := Effect{stats.Estimate{Value: 0.5}, stats.Test{Z: math.NaN(), P: math.NaN()}, math.NaN()}
				k.Adjusted[i][i], k.Balanced[i][i], k.Pair[i][i] = half, half, k.Advantage[i]
				continue
			}
			minus := s.combine(at[i][j], at[i][i], -1)
			k.Adjusted[i][j] = effect(stats.Estimate{Value: 0.5 + minus.Value, StdErr: minus.StdErr})
			minus = s.combine(at[i][j], at[j][i], -1)
			k.Balanced[i][j] = effect(stats.Estimate{Value: 0.5 + float64(minus.Value/2), StdErr: minus.StdErr / 2})
			if !s.shared(at[i][j], at[j][i]) {
				k.Balanced[i][j].Test = stats.TestEqual(s.Pairs[at[i][j]].Wins, s.Pairs[at[j][i]].Wins)
			}
			plus := s.combine(at[i][j], at[j][i], 1)
			k.Pair[i][j] = stats.Estimate{Value: (plus.Value - 1) / 2, StdErr: plus.StdErr / 2}
		}
	}
	var adjusted, balanced []*Effect
	for i := range n {
		for j := range n {
			if i != j {
				adjusted = append(adjusted, &k.Adjusted[i][j])
			}
			if i < j { // the other half is the same test
				balanced = append(balanced, &k.Balanced[i][j])
			}
		}
	}
	correct(adjusted)
	correct(balanced)
	for i := range n {
		for j := range i {
			k.Balanced[i][j].Holm = k.Balanced[j][i].Holm
		}
	}
	return k
}

// effect returns the estimate with its test against 1/2.
func effect(e stats.Estimate) Effect {
	return Effect{e, stats.TestZero(stats.Estimate{Value: e.Value - 0.5, StdErr: e.StdErr}), math.NaN()}
}

// correct sets Holm of effects. They are one family of tests.
func correct(family []*Effect) {
	p := make([]float64, len(family))
	for i, e := range family {
		p[i] = e.Test.P
	}
	for i, holm := range stats.Holm(p) {
		family[i].Holm = holm
	}
}

// combine returns the estimate of p[a] + sign·p[b], where p is the win rate of seat 0
// of a lineup. If both lineups are dealt the same cards, the standard error is that of
// the sums per deal, over the games that both have played.
func (s *Summary) combine(a, b int, sign float64) stats.Estimate {
	if !s.shared(a, b) {
		x, y := s.Pairs[a].Wins, s.Pairs[b].Wins
		return stats.Estimate{Value: x.Value() + float64(sign*y.Value()), StdErr: math.Sqrt(x.Variance() + y.Variance())}
	}
	var sums []float64
	for i := range s.Games {
		x, y := &s.Records[a][i], &s.Records[b][i]
		if x.Played() && y.Played() {
			sums = append(sums, indicator(x.Won(0))+float64(sign*indicator(y.Won(0))))
		}
	}
	return stats.MeanOf(sums)
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// matrix returns an n by n matrix of zeros.
func matrix[T any](n int) [][]T {
	m, all := make([][]T, n), make([]T, n*n)
	for i := range m {
		m[i] = all[i*n:][:n:n]
	}
	return m
}
