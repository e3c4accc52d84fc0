package pool

import (
	"math"
	"math/bits"
	"sync"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
)

// costs are the rules of a pool on which values depend.
type costs struct {
	limit int // points at which a player is out
	first int // points of a drop at the first turn
	most  int // points that a hand costs at most
}

// costsOf returns the costs of a match. A drop that costs nothing counts as one point, so that every deal changes the scores.
func costsOf(match *series.Rules, deal *indian.Rules) costs {
	return costs{match.Limit, max(1, deal.FirstDrop), deal.Cap}
}

// drops returns how often a player can drop at its first turn before it is out.
func (c *costs) drops(score int) int { return (c.limit - 1 - score) / c.first }

// points returns what a loser of a class pays.
func (c *costs) points(class int) int {
	switch class {
	case firstDrop:
		return c.first
	case mostPay / perPay:
		return c.most
	}
	return min(c.most, class*perPay+perPay/2)
}

// values are the expected shares of a pool before a deal. Products are rounded before they are added, so that all processors compute
// the same.
type values struct {
	costs
	results *results

	// two[s*limit+t] is the probability that a player with the score s wins against one with the score t.
	two []float32

	// odds[n][s] is the weight of a player with the score s among n players: it wins with its part of the sum of all weights.
	odds [game.MaxPlayers + 1][]float32
}

// newValues computes the values for two players by dynamic programming, from the highest scores down, and the weights from them.
func newValues(c costs, r *results) *values {
	v := &values{costs: c, results: r, two: make([]float32, c.limit*c.limit)}
	for s := c.limit - 1; s >= 0; s-- {
		for t := c.limit - 1; t >= 0; t-- {
			var pay, get [pays]float32 // the value if the player pays, or if its rival does
			for k := range pays {
				pay[k], get[k] = v.against(s+v.points(k), t), v.against(s, t+v.points(k))
			}
			// Each of the two is as often the one who decides.
			own, rival := v.turn(&pay, &get), v.turn(inverse(&get), inverse(&pay))
			v.two[s*c.limit+t] = (own + 1 - rival) / 2
		}
	}
	for n := 3; n < len(v.odds); n++ {
		v.odds[n] = make([]float32, c.limit)
		for s := range v.odds[n] {
			p := float64(v.against(s, 0))
			v.odds[n][s] = float32(math.Pow(p/(1-p), float64(n+1)/3))
		}
	}
	return v
}

// against returns the probability that a player with the score s wins against one with the score t.
func (v *values) against(s, t int) float32 {
	switch {
	case s >= v.limit:
		return 0
	case t >= v.limit:
		return 1
	}
	return v.two[s*v.limit+t]
}

// inverse returns the values for the rival.
func inverse(of *[pays]float32) *[pays]float32 {
	var to [pays]float32
	for k, x := range of {
		to[k] = 1 - x
	}
	return &to
}

// turn returns the value of the first turn of a deal for two, over all hands, for a player who drops where that is better. The
// values of the results are those after the player pays a class, or gets it from its rival.
func (v *values) turn(pay, get *[pays]float32) (sum float32) {
	r := v.results
	for d := range distances {
		var won float32
		for k, p := range r.beaten[0][0][d] {
			won += float32(p * get[k])
		}
		for s, frequency := range r.first[d] {
			if frequency == 0 {
				continue
			}
			var lost float32
			for k, p := range r.lose[0][0][d][s] {
				lost += float32(p * pay[k])
			}
			win := r.win[0][0][d][s]
			sum += float32(frequency * max(pay[firstDrop], float32(win*won)+float32((1-win)*lost)))
		}
	}
	return sum
}

// kept holds the values of all pools that were asked for.
var kept sync.Map // from costs to func() *values

// valuesOf returns the values of a pool. It computes them once.
func valuesOf(c costs) *values {
	of, ok := kept.Load(c)
	if !ok {
		of, _ = kept.LoadOrStore(c, sync.OnceValue(func() *values { return newValues(c, measured()) }))
	}
	return of.(func() *values)()
}

// rival is another player who was dealt in.
type rival struct {
	score int // in a match for chips its chips
	pays  int // what it pays because it has left, undecided if it has not
}

const undecided = -1

// after are the chances of a rival after a deal.
type after struct {
	in   float32                      // that it is not out
	odds [game.MaxPlayers + 1]float32 // mean weight if it is not out, by the number of players
}

// outlook returns the chances of a rival with the given score if what it pays has the probabilities of p.
func (v *values) outlook(score int, p *pay) (a after) {
	for k, q := range p {
		if s := score + v.points(k); s < v.limit {
			a.add(v, s, q)
		}
	}
	for n := range a.odds {
		if a.in > 0 {
			a.odds[n] /= a.in
		}
	}
	return a
}

// sure returns the chances of a rival with the given score after the deal.
func (v *values) sure(score int) (a after) {
	if score < v.limit {
		a.add(v, score, 1)
	}
	return a
}

// add adds the chance q of a score.
func (a *after) add(v *values, score int, q float32) {
	a.in += q
	for n := 3; n < len(a.odds); n++ {
		a.odds[n] += float32(q * v.odds[n][score])
	}
}

// prospect is how the other players may stand after a deal.
type prospect struct {
	*values
	rivals []rival

	losing [game.MaxPlayers]after // if the rival does not win
	won    [game.MaxPlayers]after // if it wins
	pays   *pay                   // what one who has not left pays if it does not win
}

// expect computes the chances of the rivals if those who have not left and do not win pay by p.
func (x *prospect) expect(p *pay) {
	x.pays = p
	for i, r := range x.rivals {
		x.won[i] = x.sure(r.score)
		if r.pays == undecided {
			x.losing[i] = x.outlook(r.score, p)
		} else {
			x.losing[i] = x.sure(r.score + r.pays)
		}
	}
}

// share returns the expected share of the pool of a player with the given score after the deal, which a rival wins or, if won
// is true, the player.
func (x *prospect) share(score int, won bool) float32 {
	if score >= x.limit {
		return 0
	}
	if won {
		return x.walk(score, -1, 0, 1, 0)
	}
	sum, n := float32(0), float32(0)
	for i, r := range x.rivals {
		if r.pays == undecided {
			sum += x.walk(score, i, 0, 1, 0)
			n++
		}
	}
	return sum / n
}

// walk returns the part of the share that the outcomes give in which rivals before i are in as the set in says, which have
// the probability q. Winner is the rival who wins.
func (x *prospect) walk(score, winner, i int, q float32, in uint8) float32 {
	if q == 0 {
		return 0
	}
	if i == len(x.rivals) {
		return float32(q * x.end(score, winner, in))
	}
	p := x.chances(i, winner).in
	return x.walk(score, winner, i+1, float32(q*p), in|1<<i) + x.walk(score, winner, i+1, float32(q*(1-p)), in)
}

// chances returns the chances of rival i.
func (x *prospect) chances(i, winner int) *after {
	if i == winner {
		return &x.won[i]
	}
	return &x.losing[i]
}

// end returns the share of a player with the given score among the rivals of the set in.
func (x *prospect) end(score, winner int, in uint8) float32 {
	switch n := bits.OnesCount8(in) + 1; n {
	case 1:
		return 1
	case 2:
		i := bits.TrailingZeros8(in)
		r := x.rivals[i]
		switch {
		case i == winner:
			return x.against(score, r.score)
		case r.pays != undecided:
			return x.against(score, r.score+r.pays)
		}
		sum := float32(0)
		for k, p := range x.pays {
			if s := r.score + x.points(k); s < x.limit {
				sum += float32(p * x.against(score, s))
			}
		}
		return sum / x.losing[i].in
	default:
		own := x.odds[n][score]
		sum := own
		for ; in != 0; in &= in - 1 {
			sum += x.chances(bits.TrailingZeros8(in), winner).odds[n]
		}
		return own / sum
	}
}
