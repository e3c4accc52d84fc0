package review

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/agents/search"
)

// The searches of a decision, see the package comment.
const (
	// Alpha is the maximum p-value of a mistake.
	Alpha = 0.05

	screened = 0.5  // share of the budget that the first search gets
	fewest   = 48   // deals of the second search
	block    = 32   // deals that are drawn at a time
	most     = 4096 // deals of the second search
	largest  = 64   // deals of an explanation
)

// examiner searches decisions, one after the other.
type examiner struct {
	whole     *Config // of the match, or config
	config    *Config // of the game, or of the deal
	player    *search.Player
	moves     candidates // of the player
	simulator *search.Simulator
	sampler   search.Sampler
	estimator Estimator // nil: roll-outs end with the game
	states    []game.State
	src       rand.PCG
	tracer    *tracer
}

// candidates selects the candidates of the configuration and the move made.
type candidates struct {
	all  search.Candidates
	made game.Action
}

// Append appends the candidates.
func (c *candidates) Append(dst []game.Action, obs game.Observation, legal *game.Mask) []game.Action {
	from := len(dst)
	if c.all != nil {
		dst = c.all.Append(dst, obs, legal)
	} else {
		dst = slices.AppendSeq(dst, legal.Each())
	}
	if at, ok := slices.BinarySearch(dst[from:], c.made); !ok {
		dst = slices.Insert(dst, from+at, c.made)
	}
	return dst
}

func newExaminer(whole, c *Config) (*examiner, error) {
	x := &examiner{whole: whole, config: c, sampler: c.Search.Sampler(), tracer: newTracer(whole)}
	first, second := c.Search, c.Search
	first.Rollouts = max(1, int(screened*float64(c.Search.Rollouts)))
	x.moves.all = c.Search.Candidates
	first.Candidates = &x.moves
	var err error
	if x.player, err = search.New(first); err != nil {
		return nil, err
	}
	if second.Evaluator != nil {
		x.estimator, _ = second.Evaluator().(Estimator)
	}
	if x.estimator == nil {
		second.Horizon = 0
	}
	x.simulator = search.NewSimulator(&second)
	for range largest {
		x.states = append(x.states, second.Game.NewState())
	}
	return x, nil
}

// screen is the first search of a decision.
func (x *examiner) screen(p *position, seed uint64) error {
	x.moves.made = p.made
	x.player.Reset(seed)
	for _, o := range p.before {
		x.player.Observe(o)
	}
	values := x.player.Values(nil, p.obs, &p.legal)
	best := slices.IndexFunc(values, func(v search.Value) bool {
		return v.Behind == 0 && v.BehindErr == 0 && (len(values) == 1 || v.Rollouts > 0)
	})
	first := values[max(0, best)].Action
	sort.SliceStable(values, func(i, j int) bool {
		a, b := &values[i], &values[j]
		switch first {
		case a.Action:
			return true
		case b.Action:
			return false
		}
		return cmp.Or(cmp.Compare(b.Rollouts, a.Rollouts), cmp.Compare(b.Mean, a.Mean)) < 0
	})
	p.deviation = 0
	for _, v := range values {
		p.candidates = append(p.candidates, v.Action)
		if v.Action == p.made && v.Action != first {
			p.deviation = v.BehindErr * math.Sqrt(float64(v.Rollouts))
			if math.IsNaN(p.deviation) {
				p.deviation = 0
			}
		}
	}
	return nil
}

// better reports whether the first search has found a better move than the one made.
func (p *position) better() bool { return p.candidates[0] != p.made }

// compared returns the moves of the second search, the move made first: with it the best one, or the next best
// one if the move made is the best.
func (p *position) compared() []game.Action {
	for _, a := range p.candidates {
		if a != p.made {
			return []game.Action{p.made, a}
		}
	}
	return []game.Action{p.made}
}

// allot divides the second half of the budget among the decisions.
func (r *Reviewer) allot(all []*position) {
	left, sum := 0.0, 0.0
	for _, p := range all {
		p.deals = fewest
		left += (1 - screened) * float64(p.config.Search.Rollouts) / 2
		left -= fewest
		if p.better() {
			sum += p.deviation
		}
	}
	for _, p := range all {
		if p.better() && sum > 0 && left > 0 {
			p.deals = min(most, p.deals+int(left*p.deviation/sum))
		}
	}
}

// measure is the second search of a decision.
func (x *examiner) measure(p *position, seed uint64) error {
	moves := p.compared()
	results := x.play(p, moves, p.deals, seed)
	made := &results[0]
	d := Decision{Event: p.event, Deal: p.deal, Seat: p.seat, Obs: p.shown, Legal: p.legal, Deals: p.deals, Best: p.candidates[0], PValue: 1, Made: x.move(p.made, made)}
	for i := 1; i < len(moves); i++ {
		d.Others = append(d.Others, x.move(moves[i], &results[i]))
	}
	if p.better() {
		cost := results[1].minus(made)
		if value, _ := cost.Of(x.config.Search.Goal); value > 0 {
			d.Cost, d.PValue = cost, x.config.pValue(&cost)
		} else {
			d.Best = p.made
		}
	}
	p.found = d
	return nil
}

func (x *examiner) move(a game.Action, r *results) Move {
	return Move{Action: a, Text: x.config.Game.ActionString(a), Estimate: r.estimate()}
}

// pValue returns the p-value of a cost of at most Least.
func (c *Config) pValue(cost *Estimate) float64 {
	value, err := cost.Of(c.Search.Goal)
	switch {
	case value <= c.Least:
		return 1
	case err == 0:
		return 0
	}
	return stats.NormalShare(-(value - c.Least) / err)
}

// judge corrects the p-values of each seat, of each deal in a match of several, and names the mistakes.
func (r *Reviewer) judge(all []*position) {
	type group struct {
		seat game.Player
		deal int
	}
	of := map[group][]*position{}
	for _, d := range all {
		k := group{d.seat, d.deal}
		of[k] = append(of[k], d)
	}
	for _, own := range of {
		var p []float64
		for _, d := range own {
			p = append(p, d.found.PValue)
		}
		for i, v := range stats.Holm(p) {
			own[i].found.PValue = v
			own[i].found.Mistake = v < Alpha
		}
	}
}

// results are those of a move by deal.
type results struct {
	points, win []float64
	again       []bool // whether a deal is the same as the one before it
}

func (r *results) estimate() Estimate {
	points, win := stats.MeanOfDraws(r.points, r.again), stats.MeanOfDraws(r.win, r.again)
	return Estimate{points.Value, points.StdErr, win.Value, win.StdErr}
}

// minus returns the difference of the results in the same deals.
func (r *results) minus(b *results) Estimate {
	d := results{make([]float64, len(r.points)), make([]float64, len(r.win)), r.again}
	for i := range r.points {
		d.points[i], d.win[i] = r.points[i]-b.points[i], r.win[i]-b.win[i]
	}
	return d.estimate()
}

// play plays roll-outs of all moves in a number of deals of a decision, which the seed determines.
func (x *examiner) play(p *position, moves []game.Action, deals int, seed uint64) []results {
	all, again := make([]results, len(moves)), make([]bool, deals)
	x.src.Seed(game.Seed(seed, 0), game.Seed(seed, 1))
	agents := game.AgentSeed(seed, 0, 0)
	x.see(p)
	for from := 0; from < deals; from += block {
		drawn := x.states[:min(block, deals-from)]
		copy(again[from:], x.sampler.Sample(drawn, p.obs, &x.src))
		for i, a := range moves {
			for w, state := range drawn {
				points, win := x.result(x.simulator.Play(state, p.obs.Observer(), a, agents, uint64(from+w)), p)
				all[i].points = append(all[i].points, points)
				all[i].win = append(all[i].win, win)
			}
		}
	}
	for i := range all {
		all[i].again = again
	}
	return all
}

// see shows the sampler the decisions of the seat so far.
func (x *examiner) see(p *position) {
	x.sampler.Reset()
	for _, o := range p.before {
		x.sampler.Observe(o)
	}
	x.sampler.Observe(p.obs)
}

// result returns the points and the win chance of a roll-out that has ended, or stands at the horizon.
func (x *examiner) result(s game.State, p *position) (points, win float64) {
	seat := p.obs.Observer()
	if s.Current() != game.NoPlayer {
		if points, win, ok := x.estimator.Estimates(s, seat); ok {
			if p.hand != nil {
				win = min(max(p.hand.Estimate(points, win), 0), 1)
			}
			return points, win
		}
		s = x.simulator.Finish()
	}
	out := s.Outcome()
	points = float64(out.Gains[seat])
	if p.hand != nil {
		return points, p.hand.After(out.Gains[seat])
	}
	return points, search.WonShare(&out, seat)
}
