package features

import (
	"rummygym/env/game"
	"rummygym/env/indian"
)

// NextActive returns the next seat after the observer that is still in the game, the one
// that the observer's discards are offered to, or the observer if there is none.
func NextActive(o *indian.Observation) game.Player {
	seats := game.Player(o.Rules.Seats)
	for p := (o.Self + 1) % seats; p != o.Self; p = (p + 1) % seats {
		if o.Active>>p&1 != 0 {
			return p
		}
	}
	return o.Self
}
