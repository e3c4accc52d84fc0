package search

import (
	"fmt"

	"rummygym/agents"
	"rummygym/env/game"
)

// runner plays roll-outs. It keeps a state, an observation and agents, so that a
// roll-out allocates nothing.
type runner struct {
	config *Config
	state  game.State
	obs    game.Observation
	legal  game.Mask

	own    agents.Agent
	others [game.MaxPlayers]agents.Agent // by seat, made for every one
	seats  [game.MaxPlayers]agents.Agent // who plays there in this search
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

// play rolls out every w-th of the states, from the k-th on, for the arms alive of p,
// whose seat is self.
func (r *runner) play(p *Player, self game.Player, k, w int, states []game.State) {
	r.seats = r.others
	r.seats[self] = r.own
	for i := k; i < len(states); i += w {
		world := p.worlds + i
		for _, n := range p.alive {
			a := &p.arms[n]
			for s := range game.Player(r.config.Game.Players()) {
				r.seats[s].Reset(game.Seed(p.seed, p.decision, uint64(world)+2, uint64(s)))
			}
			a.results[world] = r.rollout(states[i], self, a.action)
		}
	}
}

// rollout returns the value of action a of seat self in a state.
func (r *runner) rollout(from game.State, self game.Player, a game.Action) float64 {
	s := r.state
	s.CopyFrom(from)
	r.apply(a)
	turns, before := 0, self // own turns begun since, and who moved last
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

// apply makes a move. One that is not legal is the fault of an agent or of a belief.
func (r *runner) apply(a game.Action) {
	if err := r.state.Apply(a); err != nil {
		panic(fmt.Sprintf("search: in a roll-out: %v", err))
	}
}
