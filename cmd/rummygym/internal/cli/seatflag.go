package cli

import (
	"github.com/spf13/pflag"

	"rummygym/env/game"
)

// SeatVar adds the flag --seat, of one seat from 0, to fs. Without it *seat is [game.NoPlayer], a value
// that the help leaves out: usage says what it means.
func SeatVar(fs *pflag.FlagSet, seat *int, usage string) {
	fs.IntVar(seat, "seat", int(game.NoPlayer), usage)
	fs.Lookup("seat").DefValue = "0"
}
