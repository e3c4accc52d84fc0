package env

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/options"
)

// VectorConfig holds the options of a [Vector].
type VectorConfig struct {
	Config

	// Places is the learner's seat. It has an effect only with opponents.
	Places

	// Autoreset is how a table whose episode is over is handled.
	Autoreset Autoreset

	// Workers is the number of goroutines that step the tables. 0 means 1. It does
	// not change the results.
	Workers int

	// Opponents make the agents of the other seats, in order after the learner's seat: P−1 of
	// them, for all tables, or N × (P−1), those of table 0 first. The caller plays the seat of a
	// nil entry. Empty: the caller plays all seats.
	Opponents []func() game.Agent

	// Stop ends a call that takes long, as a signal does: if it returns true, the call soon
	// returns [ErrStopped]. It is called about ten times a second, and by the goroutine of the
	// caller alone. A decision of an agent is cut short only if it is a [game.Stopper]. Nil: all
	// calls work to the end.
	Stop func() bool
}

// Validate returns an error for the first option that is invalid for n tables of game g, or nil.
func (c VectorConfig) Validate(g game.Game, n int) error {
	if err := c.Config.Validate(); err != nil {
		return err
	}
	if err := c.Places.validate(g.Players()); err != nil {
		return err
	}
	switch {
	case c.Autoreset > Disabled:
		return fmt.Errorf("env: Autoreset is %d: want NextStep, SameStep or Disabled", c.Autoreset)
	case c.Workers < 0:
		return fmt.Errorf("env: Workers is %d: want 1 or more, or 0 for 1", c.Workers)
	}
	if others, have := g.Players()-1, len(c.Opponents); have != 0 && have != others && have != n*others {
		return fmt.Errorf("env: %d opponents at %d tables of %d: want %d, or %d for each table, or none for self-play", have, n, g.Players(), others, others)
	}
	return nil
}

// opponentsAt returns the entries of Opponents of table i, for players seats.
func (c *VectorConfig) opponentsAt(i, players int) []func() game.Agent {
	if others := players - 1; len(c.Opponents) > others {
		return c.Opponents[i*others:][:others]
	}
	return c.Opponents
}

// Autoreset is how a [Vector] handles a table whose episode is over. The modes are those
// of Gymnasium 1.1 and later.
type Autoreset uint8

// The modes.
const (
	// NextStep: the step after the end deals the next episode. It ignores the
	// table's action, and its rewards are 0.
	NextStep Autoreset = iota

	// SameStep: the step that ends an episode also deals the next one. Rewards and
	// flags are those of the episode that ended; observation, mask and player are
	// those of the new one. Arrays.Final is the last observation of the old one.
	SameStep

	// Disabled: the table does not change until ResetTables. Its action must be
	// game.NoAction, and its rewards are 0.
	Disabled
)

// String returns the name of the mode.
func (a Autoreset) String() string {
	return options.Word("Autoreset", a, "next-step", "same-step", "disabled")
}
