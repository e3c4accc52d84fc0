package indianrummy

import (
	"math"
	"testing"

	"rummygym/env/indian"
)

// TestPaperStrength checks the order of strength under the paper's rules, the first mover's
// advantage, and the length of games, with margins of four standard errors and more. The
// measured figures are from 20,000 games.
func TestPaperStrength(t *testing.T) {
	games := 1500
	if !*long {
		games = 400
	}
	rates := map[[2]string]float64{}
	rate := func(first, second string) float64 {
		pair := [2]string{first, second}
		if _, ok := rates[pair]; !ok {
			rates[pair] = match(t, indian.Paper(), first, second, games, 17).rate()
		}
		return rates[pair]
	}
	margin := 4 * math.Sqrt(0.25/float64(2*games))
	for _, tt := range []struct {
		better, worse string
		measured      float64 // from both seats equally
	}{
		{"min-dist", "min-score", 0.558},
		{"min-dist-score", "min-score", 0.577},
		{"min-dist-opp", "min-score", 0.571},
		{"min-dist-score", "min-dist", 0.509},
		{"min-dist-opp", "min-dist", 0.504},
		{"min-dist-outs", "min-dist-opp", 0.555},
		{"min-dist-avail", "min-dist-opp", 0.500},
	} {
		got := (rate(tt.better, tt.worse) + 1 - rate(tt.worse, tt.better)) / 2
		if math.Abs(got-tt.measured) > margin {
			t.Errorf("%s wins %.3f of the games against %s, from both seats, want %.3f ± %.3f", tt.better, got, tt.worse, tt.measured, margin)
		}
		if tt.measured > 0.55 && *long && got < 0.52 {
			t.Errorf("%s wins only %.3f of the games against %s", tt.better, got, tt.worse)
		}
	}
	for _, spec := range []string{"min-score", "min-dist", "min-dist-score", "min-dist-opp"} {
		if got, margin := rate(spec, spec), 4*math.Sqrt(0.25/float64(games)); math.Abs(got-0.54) > margin {
			t.Errorf("the first %s wins %.3f of the games, want %.3f ± %.3f", spec, got, 0.54, margin)
		}
		if got := match(t, indian.Paper(), spec, "random", 100, 1); got.rate() < 0.9 || got.median() > 20 {
			t.Errorf("%s wins %.3f of the games against random in %d rounds", spec, got.rate(), got.median())
		}
	}
	for _, spec := range []string{"random", "defeat-seeking"} {
		if y := match(t, indian.Paper(), spec, spec, 100, 1); float64(y.limit) < 0.7*float64(y.games) || y.median() != 100 {
			t.Errorf("%s against itself reaches the limit in %d of %d games", spec, y.limit, y.games)
		}
	}
	if y := match(t, indian.Paper(), "random", "defeat-seeking", 100, 1); y.rate() < 0.8 {
		t.Errorf("random wins %.2f of the games against defeat-seeking", y.rate())
	}
}

// authors holds the win rates of the first player in the authors' 10,000 games per pair,
// without drops (internal/arena/reference/data/indian-authors-nodrop.csv). Rows are the first
// player, columns the second player, in the order of skilled.
var (
	skilled = [4]string{"min-score", "min-dist", "min-dist-score", "min-dist-opp"}
	authors = [4][4]float64{
		{0.529, 0.495, 0.454, 0.423},
		{0.572, 0.535, 0.504, 0.472},
		{0.613, 0.577, 0.542, 0.508},
		{0.651, 0.617, 0.574, 0.547},
	}
)

// TestReleasedTable plays the 16 skilled pairs as the released simulation did and compares
// the win rates with the authors' table. The joint 99 % interval of 16 pairs is |z| < 3.42.
// With 20,000 games per pair the largest |z| is 3.2 and χ² is 39, against 4.2 and 46 with
// free=any. For the four pairs of MinScore and MinDist, which the authors' fault of
// duplicated cards does not affect, χ² is 0.7 against 9. The fault is not reproduced, which
// shows in MinDistOpp (.598 instead of .617) and MinDistScore (.559 instead of .577) against
// MinDist; TestAuthorsFault has it.
func TestReleasedTable(t *testing.T) {
	games := 800
	if !*long {
		games = 150
	}
	for i, first := range skilled {
		for j, second := range skilled {
			y := match(t, indian.Released(), first+":variant=released", second+":variant=released", games, uint64(4*i+j))
			want := authors[i][j]
			pooled := (float64(y.wins) + 1e4*want) / (float64(games) + 1e4)
			z := (y.rate() - want) / math.Sqrt(pooled*(1-pooled)*(1/float64(games)+1e-4))
			if math.Abs(z) > 3.42 {
				t.Errorf("%s wins %.3f of the games against %s, the authors' %.3f: z = %.1f", first, y.rate(), second, want, z)
			}
			if m := y.median(); m < 5 || m > 8 {
				t.Errorf("%s against %s: median of %d rounds, the authors' is 6 or 7", first, second, m)
			}
		}
	}
}

// TestReleasedDrops compares win rates and mean gains with drops with the authors'
// (indian-authors-drop.csv): Random drops with probability one third at every turn, MinScore
// at 80, the MinDist players at a distance above 4.
func TestReleasedDrops(t *testing.T) {
	games := 2000
	if !*long {
		games = 500
	}
	const (
		random = "random:variant=released:fold=1/3"
		score  = "min-score:variant=released:drop=80"
		dist   = "min-dist:variant=released:drop=5"
	)
	for _, tt := range []struct {
		first, second string
		rate, gain    float64
	}{
		{random, random, 0.404, -5.573},
		{random, score, 0.319, -15.539},
		{dist, random, 0.893, 31.057},
		{score, score, 0.405, -3.176},
		{score, dist, 0.333, 0.690},
		{dist, score, 0.650, 1.214},
		{dist, dist, 0.521, 3.017},
		{score, "defeat-seeking:variant=released", 0.532, 32.447},
	} {
		y := match(t, indian.Released(), tt.first, tt.second, games, 5)
		if d := math.Abs(y.rate() - tt.rate); d > 4*math.Sqrt(0.25*(1/float64(games)+1e-4)) {
			t.Errorf("%s wins %.3f of the games against %s, the authors' %.3f", tt.first, y.rate(), tt.second, tt.rate)
		}
		// A gain has a standard deviation of 25 to 55 points.
		if d := math.Abs(y.gain - tt.gain); d > 4*55*math.Sqrt(1/float64(games)+1e-4) {
			t.Errorf("%s gains %.2f against %s, the authors' %.2f", tt.first, y.gain, tt.second, tt.gain)
		}
	}
}
