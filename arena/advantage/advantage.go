// Package advantage measures what other decisions would have been worth: at decisions of
// recorded games it plays the rest of the game twice from the true state, hidden cards
// included, once after the action of an agent and once after that of a chooser.
//
//	p := advantage.NewProber(g)
//	own, other := p.Choose(state, agent, chooser, seed) // for the seat to move
//	change, err := p.Probe(state, seats, own, other, seed)
//
// The chooser decides once, and the agent plays on. By the performance-difference lemma
// (Kakade and Langford 2002) the sum of these changes over all decisions of a game, in games
// that the chooser plays, is what the chooser gains over the agent in a whole game. In games
// of the agent it is the sum of what single changes gain. Two games that differ in one action
// differ much less than two games with other deals, so that a few hundred games show what
// matches show in many thousands.
package advantage

import (
	"fmt"

	"rummygym/env/game"
)

// Change is what a chooser's action changes at one decision.
type Change struct {
	Win  float64 // games won: 1 if only the chooser's action wins, -1 if only the agent's does
	Gain float64 // points gained
}

// Prober plays games on. It reuses its states, so that a decision allocates nothing. It is not
// safe for concurrent use.
type Prober struct {
	start, state game.State
	obs          game.Observation
	legal        game.Mask
}

// NewProber returns a prober for game g.
func NewProber(g game.Game) *Prober {
	return &Prober{start: g.NewState(), state: g.NewState(), obs: g.NewObservation()}
}

// Choose returns the actions of an agent and of a chooser for the seat to move of a state,
// which does not change. Both are reset with the same seed.
func (p *Prober) Choose(s game.State, agent, chooser game.Agent, seed uint64) (own, other game.Action) {
	seat := s.Current()
	ask := func(x game.Agent) game.Action {
		x.Reset(game.Seed(seed, uint64(seat)))
		return p.act(s, x)
	}
	return ask(agent), ask(chooser)
}

// Probe returns what action other of the seat to move changes in comparison with action own, if
// the agents of the seats play the rest of the game. They are reset with seeds that depend on
// seed alone, and chance is that of the state. The error reports an action that is not legal;
// the state does not change.
func (p *Prober) Probe(s game.State, seats []game.Agent, own, other game.Action, seed uint64) (c Change, err error) {
	if own == other {
		return Change{}, nil
	}
	seat := s.Current()
	p.start.CopyFrom(s)
	was, err := p.rest(seats, seat, own, seed)
	if err != nil {
		return Change{}, err
	}
	is, err := p.rest(seats, seat, other, seed)
	return Change{is.Win - was.Win, is.Gain - was.Gain}, err
}

// longest is the number of decisions after which the rest of a game is given up.
const longest = 1_000_000

// rest plays the game from the start on, and returns the result of a seat.
func (p *Prober) rest(seats []game.Agent, seat game.Player, first game.Action, seed uint64) (c Change, err error) {
	p.state.CopyFrom(p.start)
	for q, x := range seats {
		x.Reset(game.Seed(seed, uint64(q)))
	}
	a := first
	for range longest {
		if err := p.state.Apply(a); err != nil {
			return c, fmt.Errorf("advantage: %w", err)
		}
		q := p.state.Current()
		if q == game.NoPlayer {
			out := p.state.Outcome()
			if out.Winner == seat {
				c.Win = 1
			}
			c.Gain = float64(out.Gains[seat])
			return c, nil
		}
		a = p.act(p.state, seats[q])
	}
	return c, fmt.Errorf("advantage: the agents have not ended a game after %d decisions", longest)
}

// act returns the action of an agent at the seat to move.
func (p *Prober) act(s game.State, x game.Agent) game.Action {
	s.Observe(s.Current(), p.obs)
	s.Legal(&p.legal)
	a, _ := x.Act(p.obs, &p.legal)
	return a
}
