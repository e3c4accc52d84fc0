package cli

import (
	"rummygym/env/game"
	"rummygym/options"
)

// Seat returns the option seat, of one seat from 0. Without it *seat is [game.NoPlayer], a value
// that the help leaves out: doc says what it means.
func Seat(seat *int, doc string) *options.Option {
	*seat = int(game.NoPlayer)
	o := options.New(seat, "seat", doc)
	o.Default = "0"
	return o
}
