package env

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// SingleConfig holds the options of a [Single].
type SingleConfig struct {
	Config
	Places

	// Opponents play the other seats, in order after the learner's: Opponents[0] has
	// the seat after the learner. One for each other seat, none nil.
	Opponents []game.Agent
}

// Validate returns an error for the first option that is invalid for game g, or nil.
func (c SingleConfig) Validate(g game.Game) error {
	if err := c.Config.Validate(); err != nil {
		return err
	}
	if err := c.Places.validate(g.Players()); err != nil {
		return err
	}
	if len(c.Opponents) != g.Players()-1 {
		return fmt.Errorf("env: %d opponents at a table of %d: want %d", len(c.Opponents), g.Players(), g.Players()-1)
	}
	for i, p := range c.Opponents {
		if p == nil {
			return fmt.Errorf("env: opponent %d is nil: want an agent for every other seat", i)
		}
	}
	return nil
}

// Single is a table for one learner: agents play the other seats, and between calls it is
// the learner's turn or the end. It is not safe for concurrent use.
//
// The contract is that of [Env], with one difference. The opponents may end an episode
// before the learner's first turn, for example by a drop. Reset returns no reward, so the
// first Step after it reports the end: Step ignores its action, and returns the reward
// and the flags of the episode.
//
// The memory of an agent cannot be copied, so a Single cannot be restored. Use an [Env] for
// snapshots.
type Single struct {
	t table
}

// NewSingle returns a single-agent environment of game g, or the error of
// [SingleConfig.Validate], or one for a game without an encoder.
func NewSingle(g game.Game, cfg SingleConfig) (*Single, error) {
	if err := cfg.Validate(g); err != nil {
		return nil, err
	}
	common, err := cfg.encoded(g)
	if err != nil {
		return nil, err
	}
	s := &Single{}
	s.t.init(g, common)
	s.t.places, s.t.opponents = cfg.Places, cfg.Opponents
	s.t.learner = cfg.Seat
	return s, nil
}

// Reset deals episode 0 of the run with the given seed and plays up to the
// learner's first turn. The error reports an illegal action of an opponent and wraps the
// *game.IllegalAction.
func (s *Single) Reset(seed uint64) error { return s.t.reset(seed, 0) }

// ResetEpisode deals the given episode of the run. The number of the episode also
// determines the learner's seat if seats alternate.
func (s *Single) ResetEpisode(seed, episode uint64) error { return s.t.reset(seed, episode) }

// ResetDeal deals a given order of the deck as [Env.ResetDeal] does. The learner has its
// seat of episode 0, and the seeds of the opponents depend on key.
func (s *Single) ResetDeal(deck []card.Card, key uint64) error {
	return s.t.resetHistory(&game.History{Deck: deck, Key: key})
}

// Step applies the learner's action, and then the actions of the opponents up to the
// learner's next turn or the end. It returns the sum of the learner's rewards, and
// whether the episode has ended by the rules or by the step limit. An illegal action of
// the learner changes nothing. After an illegal action of an opponent the episode cannot
// continue: call Reset.
func (s *Single) Step(a game.Action) (reward float64, terminated, truncated bool, err error) {
	if err := s.t.step(a); err != nil {
		return 0, false, false, err
	}
	return s.t.paid[s.t.learner], s.t.Terminated(), s.t.Truncated(), nil
}

// Learner returns the learner's seat in this episode.
func (s *Single) Learner() game.Player { return s.t.learner }

// Legal sets dst to the learner's legal actions.
func (s *Single) Legal(dst *game.Mask) { s.t.Legal(dst) }

// LegalMask writes the legal actions into dst as [Env.LegalMask] does.
func (s *Single) LegalMask(dst []uint8) { s.t.LegalMask(dst) }

// Observe sets dst to the learner's observation.
func (s *Single) Observe(dst game.Observation) { s.t.Observe(s.t.learner, dst) }

// Layout returns the layout of encoded observations.
func (s *Single) Layout() game.Layout { return s.t.Layout() }

// Encode writes the learner's observation into dst of shape [L].
func (s *Single) Encode(dst []float32) { s.t.Encode(s.t.learner, dst) }

// Table returns the table, for its rewards, outcome and state. It must not be changed: a
// step on it bypasses the opponents.
func (s *Single) Table() *Env { return &s.t.Env }
