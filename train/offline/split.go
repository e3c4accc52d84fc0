package offline

import (
	"fmt"

	"rummygym/env/game"
)

// Split selects the episodes that are held out.
type Split struct {
	Seed  uint64
	Share float64 // share of episodes held out, in [0, 1)
}

// splitStream separates the hash of [Split] from others of the same seed.
const splitStream = 0x73706c6974 // "split"

// HeldOut reports whether the episode of a deal is held out.
func (s Split) HeldOut(seed uint64, deal int64) bool {
	return game.Unit(game.Seed(s.Seed, splitStream, seed, uint64(deal))) < s.Share
}

// Validate returns an error if the share is out of range.
func (s Split) Validate() error {
	if !(s.Share >= 0 && s.Share < 1) {
		return fmt.Errorf("share %v of held-out episodes: want a number in [0, 1)", s.Share)
	}
	return nil
}
