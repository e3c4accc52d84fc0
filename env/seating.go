package env

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/options"
)

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
