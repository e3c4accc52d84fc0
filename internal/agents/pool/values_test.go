package pool

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// draw returns a class with the probabilities of p.
func draw(rng *rand.Rand, p []float32) int {
	u := rng.Float32()
	for k, q := range p {
		if u -= q; u < 0 {
			return k
		}
	}
	return len(p) - 1
}

// simulate plays a pool of two from the measured results of deals, and returns the score of the first player. Drops says
// whether a player drops a hand.
func simulate(rng *rand.Rand, v *values, score [2]int, drops func(player int, score [2]int, d, s int) bool) float64 {
	r := v.results
	for score[0] < v.limit && score[1] < v.limit {
		p := rng.IntN(2) // who decides
		k := draw(rng, flat(r))
		d, s := k/scores, k%scores
		switch {
		case drops(p, score, d, s):
			score[p] += v.first
		case rng.Float32() < r.win[0][0][d][s]:
			score[1-p] += v.points(draw(rng, r.beaten[0][0][d][:]))
		default:
			score[p] += v.points(draw(rng, r.lose[0][0][d][s][:]))
		}
	}
	if score[0] < v.limit {
		return 1
	}
	return 0
}

func flat(r *results) (all []float32) {
	for d := range r.first {
		all = append(all, r.first[d][:]...)
	}
	return all
}

// The values of a pool with a tiny limit are those of simulated pools whose players drop by one more deal of brute force: the value
// of each result of the deal is simulated, too. No fixed rule of dropping does better.
func TestValuesOfTwo(t *testing.T) {
	v := newValues(costs{limit: 12, first: 4, most: 10}, measured())
	rng := rand.New(rand.NewPCG(42, 9))
	const matches = 40_000
	mean := func(score [2]int, drops func(int, [2]int, int, int) bool) float64 {
		sum := 0.0
		for range matches {
			sum += simulate(rng, v, score, drops)
		}
		return sum / matches
	}
	near := func(got, want float64, format string, args ...any) {
		t.Helper()
		if math.Abs(got-want) > 5*0.5/math.Sqrt(matches)+0.002 { // the file rounds probabilities
			t.Errorf("%s: %.4f, want %.4f", fmt.Sprintf(format, args...), got, want)
		}
	}
	best := func(p int, score [2]int, d, s int) bool {
		own, rival := score[p], score[1-p]
		play := 0.0
		for k := range pays {
			win := float64(v.results.win[0][0][d][s])
			play += win * float64(v.results.beaten[0][0][d][k]*v.against(own, rival+v.points(k)))
			play += (1 - win) * float64(v.results.lose[0][0][d][s][k]*v.against(own+v.points(k), rival))
		}
		return float64(v.against(own+v.first, rival)) > play
	}
	for _, score := range [][2]int{{0, 0}, {0, 4}, {3, 7}, {7, 3}, {8, 0}, {7, 11}, {11, 11}} {
		want := float64(v.against(score[0], score[1]))
		near(mean(score, best), want, "two players who drop where it is better, from %v", score)
		for least := 1; least <= distances; least++ {
			fixed := func(p int, score [2]int, d, s int) bool {
				if p == 1 {
					return best(p, score, d, s)
				}
				return d >= least
			}
			if got := mean(score, fixed); got > want+0.014 {
				t.Errorf("from %v a player who drops from MinDist %d on wins %.4f against the best one, which is more than the %.4f of the value", score, least, got, want)
			}
		}
	}
	for s := range v.limit {
		for u := range v.limit {
			if x, y := v.against(s, u), v.against(u, s); math.Abs(float64(x+y-1)) > 1e-5 {
				t.Errorf("the values of %d against %d and of the reverse are %v and %v, which are not 1 together", s, u, x, y)
			}
			if s > 0 && v.against(s, u) > v.against(s-1, u)+1e-5 {
				t.Errorf("against %d, the score %d is worth more than %d", u, s, s-1)
			}
		}
	}
}

// The share of a prospect is the mean over all that the others may pay, drawn at random, of the value of the exact scores.
func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 10))
	v := valuesOf(costs{limit: 101, first: 20, most: 80})
	for range 60 {
		x := prospect{values: v}
		for range 1 + rng.IntN(5) {
			r := rival{score: rng.IntN(101), pays: undecided}
			if len(x.rivals) > 0 && rng.IntN(3) == 0 {
				r.pays = []int{20, 40}[rng.IntN(2)]
			}
			x.rivals = append(x.rivals, r)
		}
		pay := &v.results.other[1+rng.IntN(rivals-1)][rng.IntN(turns)]
		score, won := rng.IntN(101), rng.IntN(2) == 0
		x.expect(pay)
		got, want := float64(x.share(score, won)), 0.0
		const draws = 4000
		for range draws {
			winner := -1
			for !won && winner < 0 {
				if i := rng.IntN(len(x.rivals)); x.rivals[i].pays == undecided {
					winner = i
				}
			}
			var in []int
			for i, r := range x.rivals {
				s := r.score
				switch {
				case r.pays != undecided:
					s += r.pays
				case i != winner:
					s += v.points(draw(rng, pay[:]))
				}
				if s < v.limit {
					in = append(in, s)
				}
			}
			switch len(in) {
			case 0:
				want++
			case 1:
				want += float64(v.against(score, in[0]))
			default:
				own := v.odds[len(in)+1][score]
				sum := own
				for _, s := range in {
					sum += v.odds[len(in)+1][s]
				}
				want += float64(own / sum)
			}
		}
		if want /= draws; math.Abs(got-want) > 0.05 {
			t.Errorf("score %d, won %t, rivals %v: share %.3f, want %.3f", score, won, x.rivals, got, want)
		}
	}
}

// The file is the one that make_deals.go wrote, and measuring gives the same for the same seed.
func TestDeals(t *testing.T) {
	must.Equal(t, len(file()), size, "bytes of deals.bin")
	must.Equal(t, fmt.Sprintf("%x", sha256.Sum256(file())), "03d2e9513518ce4f59c901e4cda7f2a7d5ae8a5032610a63888a94f7972a95b1", "SHA-256 of deals.bin")
	create := func(int) game.Agent { return passer{} }
	a, b := must.Get(Measure(create, 30, 1))(t), must.Get(Measure(create, 30, 1))(t)
	must.Equal(t, string(a), string(b), "two measurements")
	r := must.Get(decode(a))(t)
	if sum := r.other[1][0]; sum[firstDrop] == 0 {
		t.Errorf("with rivals that drop nobody pays a first drop: %v", sum)
	}
	must.Refuse(decode(a[1:]))(t, "56285 bytes", "want 56286")
	// Better hands win more often, and fewer rivals beat them.
	of := measured()
	for n := range rivals {
		for d := 2; d < 6; d++ {
			if better, worse := of.win[n][0][d-1][8], of.win[n][0][d][8]; better < worse {
				t.Errorf("%d rivals: a hand of MinDist %d wins %.3f, one of %d %.3f", n+1, d-1, better, d, worse)
			}
			if n > 0 && of.win[n][0][d][8] > of.win[n-1][0][d][8] {
				t.Errorf("a hand of MinDist %d wins more often with %d rivals than with %d", d, n+1, n)
			}
		}
	}
}

// passer drops if it may, else takes the first legal action.
type passer struct{}

func (passer) Reset(uint64) {}

func (passer) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	return legal.Nth(0), 1
}

var _ game.Stopper = New(func(int) game.Agent { return agents.Never(0, func() game.Agent { return passer{} })() })
