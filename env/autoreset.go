package env

import "rummygym/options"

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
