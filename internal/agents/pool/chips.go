package pool

import (
	"math"
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
)

// spread[n] is the standard deviation of the chips that a player of n gains in a deal of [indian.Club], from 3,000 deals of
// min-dist-outs:draw=turns with the drops of the twin in the tests.
var spread = [game.MaxPlayers + 1]float64{2: 49.4, 3: 46.1, 4: 57.3, 5: 66.8, 6: 74.8}

// draws is the number of results of a deal that stand for all of them.
const draws = 200

// normal[k] is the probability that a standard normal number is below k/perSigma, rounded, so that all processors compare the same
// values.
var normal = func() (table [4*perSigma + 1]float64) {
	for k := range table {
		table[k] = math.Round(math.Erfc(-float64(k)/perSigma/math.Sqrt2)/2*(1<<20)) / (1 << 20)
	}
	return table
}()

const perSigma = 64

// below returns the probability that a normal number with mean 0 and the given standard deviation is below x.
func below(x, sigma float64) float64 {
	if x < 0 {
		return 1 - below(-x, sigma)
	}
	return normal[min(int(x/sigma*perSigma), len(normal)-1)]
}

// chances returns the expected share of the pool of the first player if m deals follow. Without them, those with the most chips have
// equal chances. Before them, the chance of a player is taken as proportional to the product of the chances to pass each
// other one, if the differences change by independent normal numbers.
func chances(of []rival, m int) float64 {
	if m == 0 {
		equal := 0
		for _, s := range of {
			switch {
			case s.score > of[0].score:
				return 0
			case s.score == of[0].score:
				equal++
			}
		}
		return 1 / float64(equal)
	}
	sigma := spread[len(of)] * math.Sqrt(2*float64(m))
	own, sum := 0.0, 0.0
	for i := range of {
		weight := 1.0
		for j := range of {
			if j != i {
				weight *= below(float64(of[i].score-of[j].score), sigma)
			}
		}
		if sum += weight; i == 0 {
			own = weight
		}
	}
	if sum == 0 {
		return 0
	}
	return own / sum
}

// dropsForChips reports whether dropping now gives a higher chance in a match for chips than playing on to the end of the deal.
func (p *Player) dropsForChips(o *series.Observation, d *indian.Observation, legal *game.Mask) bool {
	v := costsOf(o.Rules, d.Rules)
	all, others := appendRivals(append(p.stacks[:0], rival{o.Scores[o.Self], max(1, d.DropCost(d.Self))}), o, d)
	p.stacks = all
	x, r := measured(), rand.NewPCG(0, 0)
	n, t, h := others-1, min(d.TurnsOf[d.Self], turns)-1, handOf(d, legal)
	m := max(0, o.Rules.Deals-o.Deals)
	play, drop := 0.0, 0.0
	for k := range uint64(draws) {
		// Both choices have the same random numbers.
		result := func(plays bool) float64 {
			r.Seed(k, 1)
			u := func() float32 { return float32(r.Uint64()>>40) / (1 << 24) }
			won, winner := u() < x.win[n][t][h.distance][h.score], int(u()*float32(others))
			after := append(p.after[:0], all...)
			pot, winnerAt := 0, 0
			pay := func(i, points int) { after[i].score -= points; pot += points }
			own := x.lose[n][t][h.distance][h.score].at(u())
			switch {
			case !plays:
				pay(0, all[0].pays)
			case !won:
				pay(0, v.points(own))
			}
			others := &x.other[n][t]
			if plays && won {
				others = &x.beaten[n][t][h.distance]
			}
			for i := 1; i < len(all); i++ {
				class := others.at(u())
				switch {
				case all[i].pays != undecided:
					pay(i, all[i].pays)
					continue
				case winner == 0 && !(plays && won):
					winnerAt = i
				default:
					pay(i, v.points(class))
				}
				winner--
			}
			after[winnerAt].score += pot
			p.after = after
			return chances(after, m)
		}
		play += result(true)
		drop += result(false)
	}
	return drop > play
}

// at returns the class in which the part u of the results ends.
func (p *pay) at(u float32) int {
	for k, q := range p {
		if u -= q; u < 0 {
			return k
		}
	}
	return len(p) - 1
}
