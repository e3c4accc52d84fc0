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

	// Opponents play the other seats, in order after the learner's: Opponents[0]
	// sits behind the learner. One for each other seat, none nil.
	Opponents []Policy
}

// Validate reports the first option that is out of its range for game g.
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
			return fmt.Errorf("env: opponent %d is nil: want a policy for every other seat", i)
		}
	}
	return nil
}

// Single is a table seen by one learner: the other seats are played by policies,
// and it is always the learner's turn or the end. It is not safe for concurrent
// use.
//
// The contract is that of [Env], with one difference. The opponents may end an
// episode before the learner's first turn (by dropping at once, say). Reset has
// no reward to tell it with, so the first Step after it does: its action is
// ignored, and it returns the reward and that the episode is over.
//
// A policy's memory cannot be copied, therefore a Single has no snapshot; take
// those of an [Env].
type Single struct {
	t table
}

// NewSingle returns a single-agent environment of game g.
func NewSingle(g game.Game, cfg SingleConfig) (*Single, error) {
	if err := cfg.Validate(g); err != nil {
		return nil, err
	}
	s := &Single{}
	s.t.init(g, cfg.Config)
	s.t.places, s.t.opponents = cfg.Places, cfg.Opponents
	s.t.learner = cfg.Seat
	return s, nil
}

// Reset deals episode 0 of the run with the given seed and plays up to the
// learner's first turn. An error is an illegal action of an opponent, and wraps
// the *game.IllegalAction.
func (s *Single) Reset(seed uint64) error { return s.t.reset(seed, 0) }

// ResetEpisode deals the given episode of the run, which also decides the
// learner's seat where that alternates.
func (s *Single) ResetEpisode(seed, episode uint64) error { return s.t.reset(seed, episode) }

// ResetDeal deals a given order of the deck as [Env.ResetDeal] does, with the
// learner at its seat of episode 0 and opponents seeded from key.
func (s *Single) ResetDeal(deck []card.Card, key uint64) error { return s.t.resetDeal(deck, key) }

// Step makes the learner's move, and then those of the others up to the
// learner's next turn or the end. It returns what all of them paid the learner,
// and whether the episode has ended by the rules or by the step limit. An error
// of the learner's own action changes nothing; after one of an opponent's, the
// episode stands where it was and only a reset leads on.
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

// Observe sets dst to what the learner knows.
func (s *Single) Observe(dst game.Observation) { s.t.Observe(s.t.learner, dst) }

// Encode writes what the learner knows into dst of shape [L].
func (s *Single) Encode(dst []float32) { s.t.Encode(s.t.learner, dst) }

// Table returns the table, to be read: its rewards, outcome and state. A move
// made on it bypasses the opponents.
func (s *Single) Table() *Env { return &s.t.Env }
