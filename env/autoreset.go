package env

import "rummygym/env/game"

// Autoreset is what a [Vector] does with a table whose episode is over. The modes
// are those of Gymnasium 1.1 and later.
type Autoreset uint8

// The modes.
const (
	// NextStep: the step after the end deals the next episode. It ignores the
	// table's action and pays nothing.
	NextStep Autoreset = iota

	// SameStep: the step that ends an episode also deals the next one. Rewards and
	// flags are of the one that ended, the observation, mask and player of the
	// new one; Arrays.Final gets the last view of the old one.
	SameStep

	// Disabled: the table stays as it is until ResetTables. Its action must be
	// game.NoAction, and the step pays nothing.
	Disabled
)

// String returns the name of the mode.
func (a Autoreset) String() string {
	return game.Word("Autoreset", a, "next-step", "same-step", "disabled")
}
