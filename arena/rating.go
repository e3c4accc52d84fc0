package arena

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/game"
)

// RatingSettings are the parameters of a [Rating].
type RatingSettings struct {
	Confidence float64 // of all intervals, in (0, 1)
	Resamples  int     // number of bootstrap resamples, at least 1
	Prior      float64 // number of games drawn with an imagined agent, above 0, such as 1; see [stats.BradleyTerry]
	Anchor     string  // the agent whose rating is 0; "" for the mean of the agents, see [Rating]
}

// Rating holds the ratings of the agents of a ladder, in Elo points: an agent that is 400 points
// higher takes ten points for each that it gives away. A game won is a point, a game without a
// winner half a point for each. The model is that of Bradley and Terry, in which one number
// is all that there is to an agent. Pairs that beat each other in a cycle do not fit it: Cycles
// lists these.
//
// Intervals are percentiles of a bootstrap over deals: all games of a deal, of all pairs and
// both seats, are drawn together. If some agents took no point from the others, the ratings of
// one of the two groups are known from one side only: the end of their intervals is infinite, and
// the prior alone fixes their rating. The finite end is a one-sided confidence bound: the rating at
// which the points that they did not take would be as unlikely as the confidence allows, if the
// deals of different pairs are independent. The rating 0 is that of the anchor, or the mean of the largest group of agents who
// all took points from each other, directly or by way of others.
type Rating struct {
	*Result
	RatingSettings
	Deals  int                // number of deals that at least one pair has played from both seats
	Rows   []RatingRow        // one per agent, in descending order of the rating
	Scores [][]stats.Estimate // mean score of the row against the column, over deals; NaN on the diagonal
	Beats  [][]bool           // whether the row beats the column: Scores tested against 1/2, after Holm's correction over all pairs
	Cycles [][3]int           // rows of three agents each of which beats the next, and the last the first; the clearest cycle first
}

// RatingRow holds the rating of one agent.
type RatingRow struct {
	Rank        int // by rating, from 1
	Name        string
	Games       int            // games played
	Forfeits    int            // games that it forfeited; they count as lost
	Retries     int            // answers in all games that were refused and asked for again
	Elo         float64        // Elo points
	EloInterval stats.Interval // an end may be infinite
	Score       stats.Estimate // mean score of a game, with equal weights for all opponents
	Gain        stats.Estimate // mean gain of a game in points, with equal weights for all opponents
}

// ratingStream separates the seeds of the bootstrap of ratings from others.
const ratingStream = 1 << 41

// meeting is the sums of a pair over deals, each counted as often as a resample has drawn it.
type meeting struct{ deals, half, gain int }

// Rate computes the ratings from the games of a ladder, finished or not. Equal results and
// settings give equal ratings.
func (r *Result) Rate(set RatingSettings) (*Rating, error) {
	n := len(r.Agents)
	if r.Deals != AllDeals || r.Seats != 2 || len(r.Lineups) != n*(n-1) || !reflect.DeepEqual(r.Lineups, Pairs(n)) {
		return nil, fmt.Errorf("arena: %d lineups of %d agents: ratings need the games of a ladder", len(r.Lineups), n)
	}
	anchor := slices.Index(r.Agents, set.Anchor)
	switch {
	case !(set.Confidence > 0 && set.Confidence < 1):
		return nil, fmt.Errorf("arena: confidence %v: want a number between 0 and 1, such as 0.95", set.Confidence)
	case set.Resamples < 1:
		return nil, fmt.Errorf("arena: %d resamples: want at least 1", set.Resamples)
	case !(set.Prior > 0) || math.IsInf(set.Prior, 1):
		return nil, fmt.Errorf("arena: prior of %v games: want a number above 0, such as 1", set.Prior)
	case set.Anchor != "" && anchor < 0:
		return nil, fmt.Errorf("arena: the anchor %q does not take part: want one of %q", set.Anchor, r.Agents)
	}
	x := &rating{Rating: &Rating{Result: r, RatingSettings: set, Scores: matrix[stats.Estimate](n), Beats: matrix[bool](n)}, anchor: anchor}
	x.collect()
	x.rate()
	x.resample()
	x.sort()
	return x.Rating, nil
}

// rating is a Rating in the making.
type rating struct {
	*Rating
	anchor    int       // index, or −1
	games     []Measure // of each agent
	pairs     []Measure // of the first agent of each pair
	last      int       // number of deals of the longest pair
	reference []bool    // the agents whose mean rating is 0
}

// collect measures the agents and the pairs.
func (x *rating) collect() {
	x.games = x.Measure(len(x.Agents), 2, x.Confidence, func(l, seat int) int { return x.Lineups[l][seat] })
	x.pairs = x.Measure(len(x.Lineups)/2, 2, x.Confidence, func(l, seat int) int {
		if seat == l%2 {
			return l / 2
		}
		return -1
	})
	played := make([]bool, x.Result.Games)
	var tests []float64
	for p := range x.pairs {
		i, j := x.pair(p)
		e := stats.MeanOf(x.pairs[p].Values(func(u *stats.Unit) float64 { return float64(half(u)) / 4 }))
		x.Scores[i][j], x.Scores[j][i] = e, stats.Estimate{Value: 1 - e.Value, StdErr: e.StdErr}
		tests = append(tests, stats.TestZero(stats.Estimate{Value: e.Value - 0.5, StdErr: e.StdErr}).P)
		for _, u := range x.pairs[p].Each {
			if x.last = max(x.last, int(u.Deal)+1); !played[u.Deal] {
				played[u.Deal] = true
				x.Deals++
			}
		}
	}
	for i := range x.Scores {
		x.Scores[i][i] = stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}
	}
	for p, holm := range stats.Holm(tests) {
		if i, j := x.pair(p); holm < 1-x.Confidence {
			x.Beats[i][j], x.Beats[j][i] = x.Scores[i][j].Value > 0.5, x.Scores[i][j].Value < 0.5
		}
	}
}

// pair returns the agents of a pair.
func (x *rating) pair(p int) (first, second int) { return x.Lineups[2*p][0], x.Lineups[2*p][1] }

// half returns the half points of an agent in both games of a deal, 0 to 4: two for a win, one for a game without a winner.
func half(u *stats.Unit) int { return 2 + 2*int(u.Won) - int(u.Decided) }

// sums returns the sums of all pairs over all deals, each counted weights[i] times, or once if
// weights is nil.
func (x *rating) sums(weights []int32) []meeting {
	all := make([]meeting, len(x.pairs))
	for p := range x.pairs {
		m := &all[p]
		for _, u := range x.pairs[p].Each {
			w := 1
			if weights != nil {
				w = int(weights[u.Deal])
			}
			m.deals, m.half, m.gain = m.deals+w, m.half+w*half(&u), m.gain+w*int(u.Gain)
		}
	}
	return all
}

// points returns the points that each agent took from each other.
func (x *rating) points(sums []meeting) [][]float64 {
	points := matrix[float64](len(x.Agents))
	for p, m := range sums {
		i, j := x.pair(p)
		points[i][j], points[j][i] = float64(m.half)/2, float64(4*m.deals-m.half)/2
	}
	return points
}

// elo returns the ratings in Elo points, with the mean of the reference agents at 0.
func (x *rating) elo(points [][]float64) []float64 {
	ratings := stats.BradleyTerry(points, x.Prior)
	zero, n := 0.0, 0
	for i, in := range x.reference {
		if in {
			zero, n = zero+ratings[i], n+1
		}
	}
	for i := range ratings {
		ratings[i] = float64((ratings[i] - zero/float64(n)) * stats.EloUnit)
	}
	return ratings
}

// home returns the class of the anchor, or that of most of the agents for which in is true.
func (x *rating) home(class []int, in []bool) int {
	if x.anchor >= 0 {
		return class[x.anchor]
	}
	size := make([]int, len(class))
	for i, c := range class {
		if in == nil || in[i] {
			size[c]++
		}
	}
	return slices.Index(size, slices.Max(size))
}

// means returns the mean score and gain of each agent. Pairs without games count with the score
// that their ratings predict, and a gain of 0.
func (x *rating) means(sums []meeting, elo []float64) (score, gain []float64) {
	n := len(elo)
	score, gain = make([]float64, n), make([]float64, n)
	for p, m := range sums {
		i, j := x.pair(p)
		s := stats.EloScore(elo[i] - elo[j])
		if m.deals > 0 {
			s = float64(m.half) / float64(4*m.deals)
			g := float64(m.gain) / float64(2*m.deals)
			gain[i], gain[j] = gain[i]+g, gain[j]-g
		}
		score[i], score[j] = score[i]+s, score[j]+(1-s)
	}
	for i := range score {
		score[i], gain[i] = score[i]/float64(n-1), gain[i]/float64(n-1)
	}
	return score, gain
}

// rate sets the ratings and the means, and chooses the reference agents.
func (x *rating) rate() {
	sums := x.sums(nil)
	points := x.points(sums)
	class := stats.Classes(points)
	x.reference = make([]bool, len(class))
	for home, i := x.home(class, nil), 0; i < len(class); i++ {
		if x.reference[i] = class[i] == home; x.anchor >= 0 {
			x.reference[i] = i == x.anchor
		}
	}
	elo := x.elo(points)
	score, gain := x.means(sums, elo)
	for i, name := range x.Agents {
		row := RatingRow{Name: name, Games: x.games[i].Rows, Forfeits: x.games[i].Forfeits, Retries: x.games[i].Retries, Elo: elo[i]}
		row.Score.Value, row.Gain.Value = score[i], gain[i]
		x.Rows = append(x.Rows, row)
	}
}

// resample sets the intervals and the standard errors.
func (x *rating) resample() {
	type sample struct{ elo, score, gain []float64 }
	samples := make([]sample, x.Resamples)
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for b := range samples {
		workers.Go(func() error {
			src := rand.NewPCG(game.Seed(x.Seed, ratingStream, uint64(b)), game.Seed(x.Seed, ratingStream+1, uint64(b)))
			weights := make([]int32, x.last)
			for range weights {
				weights[card.Below(src, uint64(len(weights)))]++
			}
			s, sums := &samples[b], x.sums(weights)
			points := x.points(sums)
			elo := x.elo(points)
			s.score, s.gain = x.means(sums, elo)
			class := stats.Classes(points)
			home := x.home(class, x.reference)
			for i, c := range class {
				if c != home {
					elo[i] = math.Copysign(math.Inf(1), elo[i])
				}
			}
			s.elo = elo
			return nil
		})
	}
	_ = workers.Wait() // no worker returns an error

	near := x.elo(x.unlikely())
	class := stats.Classes(x.points(x.sums(nil)))
	home := x.home(class, x.reference)
	values := make([]float64, len(samples))
	for i := range x.Rows {
		row := &x.Rows[i]
		of := func(f func(*sample) []float64) []float64 {
			for b := range samples {
				values[b] = f(&samples[b])[i]
			}
			return values
		}
		row.EloInterval = x.percentiles(of(func(s *sample) []float64 { return s.elo }))
		if class[i] != home && row.Elo < 0 {
			row.EloInterval.High = max(near[i], row.Elo)
		} else if class[i] != home {
			row.EloInterval.Low = min(near[i], row.Elo)
		}
		row.Score.StdErr = stats.DistributionOf(of(func(s *sample) []float64 { return s.score })).SD
		row.Gain.StdErr = stats.DistributionOf(of(func(s *sample) []float64 { return s.gain })).SD
	}
}

// percentiles returns the ends of the interval of values, which it sorts. It does not
// interpolate, because values may be infinite.
func (x *rating) percentiles(values []float64) stats.Interval {
	slices.Sort(values)
	at := float64((1 - x.Confidence) / 2 * float64(len(values)-1))
	return stats.Interval{Low: values[int(at)], High: values[len(values)-1-int(at)]}
}

// unlikely returns the points of all pairs, in which classes of agents that took nothing from
// another class took as much as is just so unlikely not to have been taken. A deal gives 0
// with the probability 1−q: no deal of m gives anything with (1−q)^m ≈ e^(−mq), which is half of
// 1 − confidence for mq = log(2/(1−confidence)); and a deal gives at most two points.
func (x *rating) unlikely() [][]float64 {
	sums := x.sums(nil)
	points := x.points(sums)
	class := stats.Classes(points)
	took, could := matrix[float64](len(class)), matrix[float64](len(class))
	for i, row := range points {
		for j := range row {
			took[class[i]][class[j]] += points[i][j]
			could[class[i]][class[j]] += points[i][j] + points[j][i]
		}
	}
	all := 2 * math.Log(2/(1-x.Confidence))
	more := matrix[float64](len(class))
	for i, row := range points {
		for j := range row {
			a, b := class[i], class[j]
			if games := points[i][j] + points[j][i]; games > 0 && a != b && took[a][b] == 0 {
				more[i][j] = min(all/could[a][b], 1) * games
			}
		}
	}
	for i := range points {
		for j := range points {
			points[i][j] += more[i][j] - more[j][i]
		}
	}
	return points
}

// sort puts the rows in descending order of the rating, and the scores with them, and finds the
// cycles.
func (x *rating) sort() {
	n, order := len(x.Rows), []int(nil)
	for i := range n {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x.Rows[b].Elo, x.Rows[a].Elo) })
	rows, scores, beats := make([]RatingRow, n), matrix[stats.Estimate](n), matrix[bool](n)
	for a, i := range order {
		rows[a] = x.Rows[i]
		rows[a].Rank = a + 1
		for b, j := range order {
			scores[a][b], beats[a][b] = x.Scores[i][j], x.Beats[i][j]
		}
	}
	x.Rows, x.Scores, x.Beats = rows, scores, beats
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := a + 1; c < n; c++ {
				if beats[a][b] && beats[b][c] && beats[c][a] {
					x.Cycles = append(x.Cycles, [3]int{a, b, c})
				}
			}
		}
	}
	weakest := func(c [3]int) float64 {
		return min(scores[c[0]][c[1]].Value, scores[c[1]][c[2]].Value, scores[c[2]][c[0]].Value)
	}
	slices.SortStableFunc(x.Cycles, func(a, b [3]int) int { return cmp.Compare(weakest(b), weakest(a)) })
}
