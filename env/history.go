package env

import (
	"fmt"

	"rummygym/env/game"
)

// History returns the deal of the episode and the actions since. With the game and the options it is the whole episode: see
// [Env.Restore]. It belongs to the environment, and is valid until the next call that changes it. Before the first reset
// it is empty.
func (e *Env) History() *game.History { return &e.history }

// Restore sets the environment to the episode of a history, which it plays again: an environment of the same game and options
// then continues identically. The error names the fault of the deck or the action that is not possible; the environment
// is then unchanged.
func (e *Env) Restore(h *game.History) error {
	to := &Env{}
	to.init(e.game, e.cfg)
	if err := to.resetHistory(h); err != nil {
		return err
	}
	for i, a := range h.Actions {
		if err := to.Step(a); err != nil {
			return fmt.Errorf("env: action %d of %d: %w", i+1, len(h.Actions), err)
		}
	}
	e.CopyFrom(to)
	return nil
}

// Clone returns an independent copy of the environment. The copies share the encoder and
// the potential.
func (e *Env) Clone() *Env {
	c := &Env{}
	c.init(e.game, e.cfg)
	c.CopyFrom(e)
	return c
}

// CopyFrom sets e to the episode of src. It allocates only for more actions than e ever had. Both must be of the same
// game; e keeps its own options.
func (e *Env) CopyFrom(src *Env) {
	e.started, e.truncated = src.started, src.truncated
	e.steps, e.current = src.steps, src.current
	e.ledger = src.ledger
	e.src = src.src
	e.legalKnown, e.viewer = false, game.NoPlayer
	actions := append(e.history.Actions[:0], src.history.Actions...)
	e.history = src.history // its cards never change
	e.history.Actions = actions
	if src.started {
		e.state.CopyFrom(src.state)
		e.follow()
	}
}

// follow lets the follower see the episode, if there is one.
func (e *Env) follow() {
	if e.follower == nil {
		return
	}
	e.follower.Reset()
	s, view := e.game.NewState(), e.game.NewObservation()
	if err := e.history.Deal(e.game, s); err != nil {
		panic("env: the history of an episode that was played: " + err.Error())
	}
	for i := 0; ; i++ {
		p := s.Current()
		if p == game.NoPlayer {
			return
		}
		s.Observe(p, view)
		e.follower.Follow(view)
		if i == len(e.history.Actions) {
			return
		}
		if err := s.Apply(e.history.Actions[i]); err != nil {
			panic("env: the history of an episode that was played: " + err.Error())
		}
	}
}
