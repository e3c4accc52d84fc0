package search

import (
	"fmt"

	"rummygym/env/game"
)

// runner plays roll-outs. It reuses a state, an observation and agents, so that a roll-out
// allocates nothing.
type runner struct {
	config *Config
	state  game.State
	obs    game.Observation
	legal  game.Mask

	own    game.Agent
	others [game.MaxPlayers]game.Agent // by seat
	seats  [game.MaxPlayers]game.Agent // by seat in this search: own, or one of others
	value  Evaluator
}

func newRunner(c *Config) *runner {
	r := &runner{config: c, state: c.Game.NewState(), obs: c.Game.NewObservation(), own: c.Playout()}
	for s := range c.Game.Players() {
		r.others[s] = c.Opponent()
	}
	if c.Evaluator != nil {
		r.value = c.Evaluator()
	}
	return r
}

// play plays roll-outs of the remaining arms of p, whose seat is self, from states k,
// k+w, k+2w and so on.
func (r *runner) play(p *Player, self game.Player, k, w int, states []game.State) {
	r.seats = r.others
	r.seats[self] = r.own
	for i := k; i < len(states); i += w {
		world := p.worlds + i
		for _, n := range p.alive {
			a := &p.arms[n]
			for s := range game.Player(r.config.Game.Players()) {
				r.seats[s].Reset(game.Seed(p.rollouts, uint64(world), uint64(s)))
			}
			a.results[world] = r.rollout(states[i], self, a.action)
		}
	}
}

// rollout returns the result of one roll-out of action a of seat self in a state.
func (r *runner) rollout(from game.State, self game.Player, a game.Action) float64 {
	s := r.state
	s.CopyFrom(from)
	r.apply(a)
	turns, before := 0, self // turns of self since then, and the seat that moved last
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		if r.value != nil && p == self && before != self {
			if turns++; turns == r.config.Horizon {
				return r.value.Value(s, p)
			}
		}
		before = p
		s.Observe(p, r.obs)
		s.Legal(&r.legal)
		a, _ := r.seats[p].Act(r.obs, &r.legal)
		if p != self && a == r.config.DrawStock {
			if d, ok := s.(BottomDealer); ok {
				d.BottomToTop()
			}
		}
		r.apply(a)
	}
	out := s.Outcome()
	if r.config.Goal == Gain {
		return float64(out.Gains[self])
	}
	switch out.Winner {
	case self:
		return 1
	case game.NoPlayer:
		return 0.5
	}
	return 0
}

// apply applies an action. It panics if the action is illegal, which is an error of an
// agent or of the sampler.
func (r *runner) apply(a game.Action) {
	if err := r.state.Apply(a); err != nil {
		panic(fmt.Sprintf("search: in a roll-out: %v", err))
	}
}
