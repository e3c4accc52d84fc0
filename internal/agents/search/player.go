package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
)

// Player is an agent that searches. It is a [game.Agent].
type Player struct {
	config   Config
	playout  game.Agent // chooses the first candidate
	sampler  Sampler
	runners  []*runner
	states   []game.State // determinizations of a block
	src      rand.PCG
	seed     uint64
	decision uint64 // number of searches since Reset
	stop     func() bool
	stopped  bool   // this search was stopped
	rollouts uint64 // seed of the agents in the roll-outs of this search; does not reveal seed, so that they cannot know the sampled hands

	arms   []arm
	alive  []int  // indices of the remaining arms
	worlds int    // number of determinizations that the remaining arms have played
	again  []bool // whether a determinization is the same as the one before it
	look   int    // value of worlds at which race acts next
	all    []game.Action
	values []greedy.Value // of the playout agent
	leads  []float64      // see behind
}

// arm is a candidate and the results of its roll-outs.
type arm struct {
	action  game.Action
	prior   float64   // how much better than it the playout agent takes its choice to be, in units of the goal
	results []float64 // by determinization
	sum     float64   // of results
}

// Value is the result of the roll-outs of a candidate, in units of the goal: points or a
// probability.
type Value struct {
	Action   game.Action
	Rollouts int     // number of roll-outs; 0 if the action was the only candidate
	Mean     float64 // mean of the results
	StdErr   float64 // standard error of Mean; NaN for fewer than two roll-outs

	// Behind is the mean difference between the best candidate and this one over the
	// determinizations that both played, and BehindErr its standard error. Both are 0
	// for the best candidate. Behind can be negative for a candidate that was removed
	// early.
	Behind, BehindErr float64
}

// Constants of [Player.race]: an arm is removed if it is behind by more than raceErrors
// standard errors of the difference, after at least raceWorlds determinizations.
const (
	raceErrors = 3
	raceWorlds = 16
)

// The sizes of the blocks in which determinizations are drawn and played.
const (
	block      = 32
	timedBlock = 8 // between two readings of the clock
)

// New returns a player. The error is that of [Config.Validate].
func New(c Config) (*Player, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Opponent == nil {
		c.Opponent = c.Playout
	}
	p := &Player{config: c, playout: c.Playout(), sampler: c.Sampler()}
	for range max(1, c.Workers) {
		p.runners = append(p.runners, newRunner(&p.config))
	}
	for range block {
		p.states = append(p.states, c.Game.NewState())
	}
	p.Reset(0)
	return p, nil
}

// String returns the name that labels the player's results.
func (p *Player) String() string {
	if p.config.Name == "" {
		return "search"
	}
	return p.config.Name
}

// Goal returns what the player maximises: the unit of its values.
func (p *Player) Goal() Goal { return p.config.Goal }

// Reset starts a new episode, in which all searches follow from seed.
func (p *Player) Reset(seed uint64) {
	p.seed, p.decision = seed, 0
	p.sampler.Reset()
	p.playout.Reset(game.AgentSeed(game.Seed(seed), 0, 0))
}

// NextDeal prepares the player for the next deal of a match, see [game.Continuer].
func (p *Player) NextDeal() {
	p.sampler.Reset()
	if next, ok := p.playout.(game.Continuer); ok {
		next.NextDeal()
	} else {
		p.playout.Reset(game.AgentSeed(game.Seed(p.seed), p.decision, 0))
	}
}

// StopWhen sets a function that ends a search when it returns true, see [game.Stopper]. With one
// worker it is called before every roll-out, otherwise between blocks of them.
func (p *Player) StopWhen(stop func() bool) {
	p.stop = stop
	game.StopWhen(p.playout, stop)
	for _, r := range p.runners {
		if len(p.runners) == 1 {
			r.stopWhen(stop)
		}
	}
}

// halted reports whether the search is to end.
func (p *Player) halted() bool {
	p.stopped = p.stopped || p.stop != nil && p.stop()
	return p.stopped
}

// Act returns the best candidate, with probability 1: the one with the highest mean of
// those that remain at the end, subject to Config.Margin and Config.Prior.
func (p *Player) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	p.search(obs, legal)
	if p.stopped {
		return game.NoAction, 1
	}
	return p.arms[p.best()].action, 1
}

// Values searches as [Player.Act] does and appends the values of all candidates to dst:
// first the choice of the playout agent, then the other actions in ascending order. For
// the seeds of later searches, a call of Values counts as a call of Act. The decisions of
// the seat must be passed in order; call [Player.Observe] for those without a search.
func (p *Player) Values(dst []Value, obs game.Observation, legal *game.Mask) []Value {
	p.search(obs, legal)
	best := &p.arms[p.best()]
	for i := range p.arms {
		dst = append(dst, p.value(&p.arms[i], best))
	}
	return dst
}

// Observe adds the observation of a decision of the player's seat without a search.
func (p *Player) Observe(obs game.Observation) { p.sampler.Observe(obs) }

// search fills the arms for a decision.
func (p *Player) search(obs game.Observation, legal *game.Mask) {
	p.stopped = false
	p.sampler.Observe(obs)
	p.gather(obs, legal)
	if len(p.arms) == 1 || p.stopped {
		return
	}
	p.again = p.again[:0]
	p.src.Seed(game.Seed(p.seed, p.decision, 0), game.Seed(p.seed, p.decision, 1))
	p.rollouts = game.AgentSeed(p.seed, p.decision, 0)
	rounds := 1
	if p.config.Allocation == Halving {
		rounds = roundsOf(len(p.arms))
	}
	start, left := time.Time{}, p.config.Rollouts
	if p.config.Time > 0 {
		start = time.Now()
	}
	for r := range rounds {
		if p.config.Time > 0 {
			until := start.Add(p.config.Time * time.Duration(r+1) / time.Duration(rounds))
			for again := true; again && len(p.alive) > 1 && !p.halted(); again = time.Now().Before(until) {
				p.play(obs, timedBlock)
				p.race()
			}
		} else {
			worlds := max(1, left/((rounds-r)*len(p.alive)))
			left -= worlds * len(p.alive)
			for ; worlds > 0 && len(p.alive) > 1 && !p.halted(); worlds -= block {
				p.play(obs, min(worlds, block))
				p.race()
			}
		}
		if p.stopped {
			return
		}
		if r < rounds-1 {
			p.halve()
		}
	}
	p.decision++
}

// gather sets the arms to the candidates of a decision, the choice of the playout agent
// first.
func (p *Player) gather(obs game.Observation, legal *game.Mask) {
	own, _ := p.playout.Act(obs, legal)
	if own == game.NoAction && p.halted() {
		return
	}
	p.all = p.all[:0]
	if p.config.Candidates != nil {
		p.all = p.config.Candidates.Append(p.all, obs, legal)
	} else {
		for a := range legal.Each() {
			p.all = append(p.all, a)
		}
	}
	p.arms, p.alive, p.worlds, p.look = p.arms[:0], p.alive[:0], 0, raceWorlds
	p.add(own, 0)
	p.values = p.values[:0]
	if v, ok := p.playout.(Valuer); ok && p.config.Prior > 0 {
		p.values = v.Values(p.values)
	}
	for _, a := range p.all {
		if a == own {
			continue
		}
		if prior, ok := p.prior(own, a); ok || len(p.values) == 0 {
			p.add(a, prior)
		}
	}
}

// prior returns by how much the playout agent takes its choice to be better than an action, 0 if it gives no values to them in units of the goal. ok is
// false if the action is none of its choices, or if its choice wins.
func (p *Player) prior(own, a game.Action) (prior float64, ok bool) {
	for _, v := range p.values {
		if v.Certainty == greedy.Wins {
			return 0, false
		}
		value := v.Gain
		if p.config.Goal == Win {
			value = v.Win
		}
		switch v.Action {
		case own:
			prior += value
		case a:
			prior -= value
			ok = true
		}
	}
	if math.IsNaN(prior) {
		return 0, ok
	}
	return prior, ok
}

// add adds an arm. It reuses the results slice of an earlier arm.
func (p *Player) add(a game.Action, prior float64) {
	n := len(p.arms)
	p.arms = slices.Grow(p.arms, 1)[:n+1]
	p.arms[n] = arm{action: a, prior: prior, results: p.arms[n].results[:0]}
	p.alive = append(p.alive, n)
}

// play plays the remaining arms in n new determinizations.
func (p *Player) play(obs game.Observation, n int) {
	states := p.states[:n]
	same := p.sampler.Sample(states, obs, &p.src)
	for i := range states {
		p.again = append(p.again, same != nil && same[i])
	}
	for _, i := range p.alive {
		a := &p.arms[i]
		a.results = slices.Grow(a.results, n)[:p.worlds+n]
	}
	if w := len(p.runners); w == 1 {
		p.runners[0].play(p, obs.Observer(), 0, 1, states)
	} else {
		done := make(chan any, w)
		for k, r := range p.runners {
			go func() {
				defer func() { done <- recover() }()
				r.play(p, obs.Observer(), k, w, states)
			}()
		}
		for range w {
			if broken := <-done; broken != nil {
				defer panic(broken) // after all goroutines have ended
			}
		}
	}
	before := p.worlds
	p.worlds += n
	for _, i := range p.alive {
		a := &p.arms[i]
		for _, x := range a.results[before:] {
			a.sum += x
		}
	}
}

// race removes the arms that are behind the best one by more than [raceErrors]. It acts
// again whenever the number of determinizations has grown by a quarter.
func (p *Player) race() {
	if p.config.Allocation != Halving || p.worlds < p.look {
		return
	}
	p.look = p.worlds + p.worlds/4
	best, own := &p.arms[p.first()], p.config.guarded() && p.best() == 0
	p.alive = slices.DeleteFunc(p.alive, func(i int) bool {
		if i == 0 && own {
			return false
		}
		lead := p.behind(&p.arms[i], best)
		return lead.Value > raceErrors*lead.StdErr
	})
}

// halve removes the worse half of the remaining arms.
func (p *Player) halve() {
	slices.SortStableFunc(p.alive, func(i, j int) int {
		switch a, b := p.arms[i].sum, p.arms[j].sum; { // over the same number of roll-outs
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return i - j
	})
	keep := (len(p.alive) + 1) / 2
	if at := slices.Index(p.alive, 0); p.config.guarded() && at >= keep {
		p.alive[keep-1], p.alive[at] = 0, p.alive[keep-1]
	}
	p.alive = p.alive[:keep]
}

// first returns the index of the best remaining arm.
func (p *Player) first() int {
	best := p.alive[0]
	for _, i := range p.alive[1:] {
		if a, b := p.arms[i].sum, p.arms[best].sum; a > b || a == b && i < best {
			best = i
		}
	}
	return best
}

// best returns the index of the arm to play.
func (p *Player) best() int {
	if !p.config.guarded() {
		return p.first()
	}
	best, most := 0, 0.0
	for _, i := range p.alive {
		lead := p.behind(&p.arms[0], &p.arms[i])
		if i == 0 || !(lead.Value >= p.config.Margin*lead.StdErr) {
			continue
		}
		// The mean of two normal estimates, the measured one and that of the playout agent, weighed by their precision.
		if prior := p.config.Prior * p.config.Prior; prior > 0 {
			noise := float64(lead.StdErr * lead.StdErr)
			lead.Value = (float64(prior*lead.Value) - float64(noise*p.arms[i].prior)) / (prior + noise)
		}
		if lead.Value > most {
			best, most = i, lead.Value
		}
	}
	return best
}

// roundsOf returns ⌈log2 n⌉, for n > 1: the number of halvings that leave one arm of n.
func roundsOf(n int) int {
	r := 0
	for ; n > 1; n = (n + 1) / 2 {
		r++
	}
	return r
}

// value returns the [Value] of an arm.
func (p *Player) value(a, best *arm) Value {
	v := Value{Action: a.action, Rollouts: len(a.results)}
	if v.Rollouts > 0 {
		e := stats.MeanOfDraws(a.results, p.again)
		v.Mean, v.StdErr = e.Value, e.StdErr
	}
	if a != best {
		e := p.behind(a, best)
		v.Behind, v.BehindErr = e.Value, e.StdErr
	}
	return v
}

// behind returns the mean by which b is better than a, over the determinizations that both
// played.
func (p *Player) behind(a, b *arm) stats.Estimate {
	p.leads = p.leads[:0]
	n := min(len(a.results), len(b.results))
	for i := range n {
		p.leads = append(p.leads, b.results[i]-a.results[i])
	}
	return stats.MeanOfDraws(p.leads, p.again)
}
