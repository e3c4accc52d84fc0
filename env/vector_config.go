package env

import (
	"fmt"

	"rummygym/env/game"
)

// VectorConfig holds the options of a [Vector].
type VectorConfig struct {
	Config

	// Places is the learner's seat; it matters only with opponents.
	Places

	// Autoreset is what happens to a table whose episode is over.
	Autoreset Autoreset

	// Workers is the number of cores that step the tables. 0 stands for 1. It
	// changes the speed and nothing else.
	Workers int

	// Opponents make the policies of the other seats, one for each table and
	// seat, in order after the learner's seat. A nil one leaves the seat to the
	// caller. Empty: the caller plays all seats.
	Opponents []func() Policy
}

// Validate reports the first option that is out of its range for game g.
func (c VectorConfig) Validate(g game.Game) error {
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
	case len(c.Opponents) != 0 && len(c.Opponents) != g.Players()-1:
		return fmt.Errorf("env: %d opponents at a table of %d: want %d, or none for self-play", len(c.Opponents), g.Players(), g.Players()-1)
	}
	return nil
}
