package env

import (
	"fmt"
	"math"

	"rummygym/env/game"
	"rummygym/internal/options"
)

// Potential returns the value of a position for the observer, in any unit; higher is
// better. It must be safe for concurrent use and must not keep the observation.
type Potential func(obs game.Observation) float64

// Config holds the options of an environment. The zero value is valid for a [game.Observed]:
// its default encoder, no step limit, and rewards in points without shaping.
type Config struct {
	// Encoder writes encoded observations. Nil: the default encoder of a [game.Observed]; other
	// games need one, or [game.NoEncoder].
	Encoder game.Encoder

	// MaxSteps is the number of actions of all seats after which an episode is
	// truncated. 0: no limit.
	MaxSteps int

	// RewardScale is the reward per point of gain, above 0. 0 means 1.
	RewardScale float64

	// Potential is the potential of reward shaping. Nil: no shaping.
	Potential Potential

	// PotentialScale is the reward per unit of potential. 0 means 1.
	PotentialScale float64

	// Gamma is the learner's discount factor from one of its decisions to the next, in
	// (0, 1]. Only shaping uses it. 0 means 1.
	Gamma float64
}

// encoded returns c with the default encoder of g if it has none.
func (c Config) encoded(g game.Game) (Config, error) {
	if c.Encoder != nil {
		return c, nil
	}
	o, ok := g.(game.Observed)
	if !ok {
		return c, fmt.Errorf("env: the game %s has no default encoder: set Config.Encoder, by rummygym.NewEncoder or to game.NoEncoder{}, or make the game by rummygym.NewGame", g.Name())
	}
	x, err := o.DefaultEncoder()
	if err != nil {
		return c, fmt.Errorf("env: the default encoder of the game %s: %w", g.Name(), err)
	}
	c.Encoder = x
	return c, nil
}

// Validate returns an error for the first option that is out of range, or nil.
func (c Config) Validate() error {
	switch {
	case c.MaxSteps < 0:
		return fmt.Errorf("env: MaxSteps is %d: want 0 (no limit) or more", c.MaxSteps)
	case !(c.RewardScale >= 0) || math.IsInf(c.RewardScale, 0):
		return fmt.Errorf("env: RewardScale is %v: want a number above 0, or 0 for 1 per point", c.RewardScale)
	case math.IsNaN(c.PotentialScale) || math.IsInf(c.PotentialScale, 0):
		return fmt.Errorf("env: PotentialScale is %v: want a finite number", c.PotentialScale)
	case !(c.Gamma >= 0 && c.Gamma <= 1):
		return fmt.Errorf("env: Gamma is %v: want a discount in (0, 1], or 0 for 1", c.Gamma)
	}
	return nil
}

// oneIfZero returns x, or 1 if x is 0.
func oneIfZero(x float64) float64 {
	if x == 0 {
		return 1
	}
	return x
}

// Seating is how the learner's seat depends on the number of the episode.
type Seating uint8

// The seatings.
const (
	Fixed       Seating = iota // the same seat in every episode
	Alternating                // the next seat in each episode
)

// String returns the name of the seating.
func (s Seating) String() string { return options.Word("Seating", s, "fixed", "alternating") }

// Places is the assignment of seats at a table with opponents.
type Places struct {
	// Seat is the learner's seat in episode 0, in [0, P).
	Seat game.Player

	// Seating is how the seat changes over the episodes.
	Seating Seating
}

// seat returns the learner's seat in the given episode at a table of p seats.
func (pl Places) seat(episode uint64, p game.Player) game.Player {
	if pl.Seating == Fixed {
		return pl.Seat
	}
	return game.Player((uint64(pl.Seat) + episode) % uint64(p))
}

// validate returns an error if the places are invalid at a table of p seats.
func (pl Places) validate(p int) error {
	switch {
	case pl.Seat < 0 || int(pl.Seat) >= p:
		return fmt.Errorf("env: Seat is %d: want a seat of the table, 0 to %d", pl.Seat, p-1)
	case pl.Seating > Alternating:
		return fmt.Errorf("env: Seating is %d: want Fixed or Alternating", pl.Seating)
	}
	return nil
}
