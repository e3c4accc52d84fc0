package search

import (
	"fmt"

	"rummygym/env/game"
)

// Simulator plays roll-outs by a configuration. It reuses a state, an observation and agents,
// so that a roll-out allocates nothing. It is not safe for concurrent use.
type Simulator struct {
	config *Config
	state  game.State
	obs    game.Observation
	legal  game.Mask

	own    game.Agent
	others [game.MaxPlayers]game.Agent // by seat
	seats  [game.MaxPlayers]game.Agent // by seat in this roll-out: own, or one of others
	self   game.Player
	stop   func() bool // nil: never
}

// stopWhen lets agents that search end their decisions when stop returns true. The roll-out then
// ends where it is.
func (r *Simulator) stopWhen(stop func() bool) {
	r.stop = stop
	for _, a := range append(r.others[:r.config.Game.Players():r.config.Game.Players()], r.own) {
		game.StopWhen(a, stop)
	}
}

// NewSimulator returns a simulator. It uses of the configuration the game, the agents, DrawStock
// and Horizon, and keeps it.
func NewSimulator(c *Config) *Simulator {
	r := &Simulator{config: c, state: c.Game.NewState(), obs: c.Game.NewObservation(), own: c.Playout()}
	opponent := c.Opponent
	if opponent == nil {
		opponent = c.Playout
	}
	for s := range c.Game.Players() {
		r.others[s] = opponent()
	}
	return r
}

// Play plays a roll-out of action a of seat self in a state, which does not change: to the end of
// the game, or to the horizon of the configuration. It returns the last state, which belongs to the
// simulator. The agents draw their random choices from the seed and the number of the world, the
// determinization. Play panics if an action is illegal, which is an error of an agent or of the
// sampler.
func (r *Simulator) Play(from game.State, self game.Player, a game.Action, seed, world uint64) game.State {
	r.seats, r.self = r.others, self
	r.seats[self] = r.own
	for s := range game.Player(r.config.Game.Players()) {
		r.seats[s].Reset(game.Seed(seed, world, uint64(s)))
	}
	r.state.CopyFrom(from)
	r.apply(a)
	r.on(r.config.Horizon)
	return r.state
}

// Finish plays the roll-out of the last Play on to the end of the game.
func (r *Simulator) Finish() game.State {
	r.on(0)
	return r.state
}

// on plays on to the end, or to the given turn of self after this one if horizon is above 0.
func (r *Simulator) on(horizon int) {
	s := r.state
	turns, before := 0, r.self // turns of self since then, and the seat that moved last
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		if horizon > 0 && p == r.self && before != r.self {
			if turns++; turns == horizon {
				return
			}
		}
		before = p
		s.Observe(p, r.obs)
		s.Legal(&r.legal)
		a, _ := r.seats[p].Act(r.obs, &r.legal)
		if a == game.NoAction && r.stop != nil && r.stop() {
			return
		}
		if a == game.NoAction && p != r.self { // a table lacks positions that its player never reaches
			a, _ = r.own.Act(r.obs, &r.legal)
		}
		if p != r.self && a == r.config.DrawStock {
			if d, ok := s.(BottomDealer); ok {
				d.BottomToTop()
			}
		}
		r.apply(a)
	}
}

// apply applies an action.
func (r *Simulator) apply(a game.Action) {
	if err := r.state.Apply(a); err != nil {
		panic(fmt.Sprintf("search: in a roll-out: %v", err))
	}
}

// runner plays the roll-outs of a player on one goroutine.
type runner struct {
	*Simulator
	value Evaluator
}

func newRunner(c *Config) *runner {
	r := &runner{Simulator: NewSimulator(c)}
	if c.Evaluator != nil {
		r.value = c.Evaluator()
	}
	return r
}

// play plays roll-outs of the remaining arms of p, whose seat is self, from states k,
// k+w, k+2w and so on.
func (r *runner) play(p *Player, self game.Player, k, w int, states []game.State) {
	for i := k; i < len(states); i += w {
		world := p.worlds + i
		for _, n := range p.alive {
			a := &p.arms[n]
			if w == 1 && p.halted() {
				return
			}
			a.results[world] = r.result(r.Play(states[i], self, a.action, p.rollouts, uint64(world)))
		}
	}
}

// result returns the result of a roll-out that has come to s, its end or the horizon; of a search
// that was stopped, any number.
func (r *runner) result(s game.State) float64 {
	if s.Current() != game.NoPlayer {
		if v, ok := r.value.Value(s, r.self); ok {
			return v
		}
		s = r.Finish()
	}
	out := s.Outcome()
	if r.config.Goal == Gain {
		return float64(out.Gains[r.self])
	}
	return WonShare(&out, r.self)
}

// WonShare returns the share of a game that a seat has won: 1, 0, or ½ if nobody wins.
func WonShare(out *game.Outcome, p game.Player) float64 {
	switch out.Winner {
	case p:
		return 1
	case game.NoPlayer:
		return 0.5
	}
	return 0
}
