package arena

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// ratingSettings are the usual settings, with few resamples.
var ratingSettings = RatingSettings{Confidence: 0.95, Resamples: 200, Prior: 1}

// Two agents have a closed form: the difference is 400·log10 of the ratio of the points, and the
// interval is about that of the logarithm of the odds.
func TestRatingOfTwo(t *testing.T) {
	const deals = 2000
	res := madeUpLadder(deals, 1, [][]float64{{0, 0.7}, {0.3, 0}})
	set := ratingSettings
	set.Prior, set.Resamples, set.Anchor = 1e-6, 1000, "agent 1"
	r := must.Get(res.Rate(set))(t)
	want := 400 * math.Log10(0.7/0.3)
	if r.Rows[0].Name != "agent 0" || math.Abs(r.Rows[0].Elo-want) > 1e-3 || r.Rows[1].Elo != 0 || r.Rows[1].EloInterval != (stats.Interval{}) {
		t.Errorf("rows %+v, want a difference of %v", r.Rows, want)
	}
	half := 1.96 * stats.EloUnit / math.Sqrt(2*deals*0.7*0.3)
	if in := r.Rows[0].EloInterval; math.Abs(in.Low-(want-half)) > 0.2*half || math.Abs(in.High-(want+half)) > 0.2*half {
		t.Errorf("interval %v, want about %v ± %v", in, want, half)
	}
	if r.Deals != deals || r.Rows[0].Games != 2*deals || math.Abs(r.Rows[0].Score.Value-0.7) > 1e-12 || math.Abs(r.Rows[0].Gain.Value-4) > 1e-9 {
		t.Errorf("%d deals, row %+v", r.Deals, r.Rows[0])
	}
	if e := r.Scores[0][1]; math.Abs(r.Rows[0].Score.StdErr/e.StdErr-1) > 0.1 {
		t.Errorf("standard error %v by bootstrap, %v over deals", r.Rows[0].Score.StdErr, e.StdErr)
	}
}

// Both games of a deal, and the games of all pairs, are drawn together: games that repeat others
// do not make the intervals narrower.
func TestRatingDrawsDeals(t *testing.T) {
	res := madeUpLadder(200, 1, [][]float64{{0, 0.7}, {0.3, 0}})
	for i := range 200 { // the winner of the first game wins the second
		first := &res.Records[0][i]
		res.Records[1][i] = Record{Ending: "won", Winner: 1 - first.Winner, Gains: [game.MaxPlayers]int16{first.Gains[1], first.Gains[0]}}
	}
	once := must.Get(res.Rate(ratingSettings))(t)
	won := float64(once.Rows[0].Games) * once.Rows[0].Score.Value / 2
	half := 1.96 * math.Sqrt(won/200*(1-won/200)/200)
	if got := 1.96 * once.Rows[0].Score.StdErr; math.Abs(got/half-1) > 0.2 {
		t.Errorf("the score has ± %v, want about ± %v, that of independent deals", got, half)
	}
}

func TestRatingCycle(t *testing.T) {
	res := madeUpLadder(300, 2, [][]float64{{0, 0.6, 0.4, 0.9}, {0.4, 0, 0.6, 0.9}, {0.6, 0.4, 0, 0.9}, {0.1, 0.1, 0.1, 0}})
	r := must.Get(res.Rate(ratingSettings))(t)
	if last := r.Rows[3]; last.Name != "agent 3" || last.Elo > r.Rows[2].Elo-100 {
		t.Errorf("last row %+v", last)
	}
	if len(r.Cycles) != 1 {
		t.Fatalf("cycles %v, want one", r.Cycles)
	}
	for k, a := range r.Cycles[0] {
		if b := r.Cycles[0][(k+1)%3]; !r.Beats[a][b] || math.Abs(r.Scores[a][b].Value-0.6) > 1e-9 {
			t.Errorf("%s takes %v from %s", r.Rows[a].Name, r.Scores[a][b], r.Rows[b].Name)
		}
	}
	straight := must.Get(madeUpLadder(300, 2, [][]float64{{0, 0.6, 0.7}, {0.4, 0, 0.6}, {0.3, 0.4, 0}}).Rate(ratingSettings))(t)
	if len(straight.Cycles) != 0 {
		t.Errorf("without a cycle: %v", straight.Cycles)
	}
}

// An agent that loses everything has a rating that is known from above only. The upper end is
// where points for 3.7 deals, log(2/0.05), would be missing.
func TestRatingOfUnbeaten(t *testing.T) {
	const deals = 500
	res := madeUpLadder(deals, 3, [][]float64{{0, 0.55, 1}, {0.45, 0, 1}, {0, 0, 0}})
	r := must.Get(res.Rate(ratingSettings))(t)
	last := r.Rows[2]
	points := 2 * math.Log(40)
	want := 400 * math.Log10(points/(4*deals-points))
	if in := last.EloInterval; !math.IsInf(in.Low, -1) || math.Abs(in.High-want) > 15 || last.Elo > in.High {
		t.Errorf("rating %v, interval %v, want an upper end of about %v", last.Elo, in, want)
	}
	if math.Abs(r.Rows[0].Elo+r.Rows[1].Elo) > 1e-9 || math.IsInf(r.Rows[0].EloInterval.High, 0) {
		t.Errorf("rows %+v, want a mean of 0 and finite intervals", r.Rows[:2])
	}
	// Seen from the loser, the others have no upper end.
	set := ratingSettings
	set.Anchor = last.Name
	r = must.Get(res.Rate(set))(t)
	if in := r.Rows[0].EloInterval; !math.IsInf(in.High, 1) || in.Low < 300 || in.Low > r.Rows[0].Elo {
		t.Errorf("rating %v, interval %v from the loser", r.Rows[0].Elo, in)
	}
	// One point of a thousand is missing in one of three resamples, so there is no lower end.
	res.Records[3][0].Winner = 0
	if l := res.Lineups[3]; l[0] != 2 || l[1] != 0 {
		res.Records[3][0].Winner = 1
	}
	one := must.Get(res.Rate(ratingSettings))(t)
	if in := one.Rows[2].EloInterval; !math.IsInf(in.Low, -1) || math.IsInf(in.High, 0) {
		t.Errorf("interval %v after one point", in)
	}
}

// Half points of games without a winner count, and deals played from one seat only do not.
func TestRatingCounts(t *testing.T) {
	res := madeUpLadder(10, 4, [][]float64{{0, 1}, {0, 0}})
	for i := range 5 {
		res.Records[0][i].Winner = game.NoPlayer
	}
	res.Records[1][9] = Record{}
	for seat, lineup := range []int{0, 1} { // the first agent fails in one game from each seat
		g := &res.Records[lineup][7]
		g.Ending, g.Gains[seat], g.Gains[1-seat] = Forfeit, -80, 80
	}
	res.Records[0][6].Ending, res.Records[0][6].Gains = Forfeit, [game.MaxPlayers]int16{80, -80}
	r := must.Get(res.Rate(ratingSettings))(t)
	if want := (18 - 2.5) / 18; r.Deals != 9 || r.Rows[0].Games != 18 || math.Abs(r.Rows[0].Score.Value-want) > 1e-12 {
		t.Errorf("%d deals, row %+v, want a score of %v", r.Deals, r.Rows[0], want)
	}
	must.Equal(t, [2]int{r.Rows[0].Forfeits, r.Rows[1].Forfeits}, [2]int{2, 1}, "forfeits")
}

// Of simulated ladders, the intervals of 95 % have the true rating in about 95 of 100.
func TestRatingCoverage(t *testing.T) {
	const ladders, deals = 120, 60
	truth := []float64{0, 80, -150}
	hit, all := 0, 0
	for seed := range uint64(ladders) {
		rng := rand.New(rand.NewPCG(seed, 9))
		res := madeUpLadder(deals, seed, matrix[float64](3))
		for p := range 3 {
			pair := res.Lineups[2*p]
			s := stats.EloScore(truth[pair[0]] - truth[pair[1]])
			for i := range deals {
				for seat := range 2 {
					g := &res.Records[2*p+seat][i]
					if g.Winner = game.Player(seat); rng.Float64() > s {
						g.Winner = 1 - g.Winner
					}
				}
			}
		}
		set := ratingSettings
		set.Anchor, set.Resamples = "agent 0", 100
		for _, row := range must.Get(res.Rate(set))(t).Rows {
			if k := slices.Index(res.Agents, row.Name); k > 0 {
				all++
				if row.EloInterval.Low <= truth[k] && truth[k] <= row.EloInterval.High {
					hit++
				}
			}
		}
	}
	if in := (stats.Proportion{Successes: hit, Trials: all}).Wilson(0.999); in.Low > 0.95 || in.High < 0.93 {
		t.Errorf("%d of %d intervals hold the truth, want about 95 %%", hit, all)
	}
}

func TestRateErrors(t *testing.T) {
	res := madeUpLadder(10, 1, [][]float64{{0, 0.5}, {0.5, 0}})
	for _, x := range []struct {
		set  func(*RatingSettings)
		want string
	}{
		{func(s *RatingSettings) { s.Confidence = 1 }, "confidence 1"},
		{func(s *RatingSettings) { s.Resamples = 0 }, "0 resamples"},
		{func(s *RatingSettings) { s.Prior = math.NaN() }, "prior of NaN"},
		{func(s *RatingSettings) { s.Anchor = "nobody" }, `anchor "nobody"`},
	} {
		set := ratingSettings
		x.set(&set)
		must.Refuse(res.Rate(set))(t, x.want)
	}
	must.Refuse(mustPlay(t, raceConfig(2, 2)).Rate(ratingSettings))(t, "need the games of a ladder")
	if a, b := must.Get(res.Rate(ratingSettings))(t), must.Get(res.Rate(ratingSettings))(t); !reflect.DeepEqual(a.Rows, b.Rows) {
		t.Error("equal results give different ratings")
	}
}
