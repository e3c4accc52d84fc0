package equilibrium

import (
	"context"

	"rummygym/env/game"
)

// Count counts the positions of g as [New] lists them, and returns the same counts and errors except for those about the keys of
// tables. It needs memory only for a hash of each information set, some 40 bytes, so it can count games that are too large for New.
func Count(ctx context.Context, g game.Game, o Options) (Counts, error) {
	c := new(counter)
	for p := range c.sets {
		c.sets[p] = map[hash]struct{}{}
	}
	w, err := list(ctx, g, c, o)
	if err != nil {
		return Counts{}, err
	}
	c.Deals, c.Positions = w.deals, w.visited
	for p := range c.sets {
		c.Sets[p] = int64(len(c.sets[p]))
	}
	return c.Counts, nil
}

// counter is the visitor that counts.
type counter struct {
	Counts
	sets [Seats]map[hash]struct{}
}

func (c *counter) decide(at *position, p game.Player, legal *game.Mask) (int32, func(int) bool, error) {
	n := len(c.sets[p])
	if c.sets[p][at.knows[p]] = struct{}{}; len(c.sets[p]) > n {
		c.Sequences[p] += int64(legal.Count())
	}
	return 0, nil, nil
}

func (c *counter) end(at *position) error {
	c.Endings++
	c.Depth = max(c.Depth, at.depth)
	gain := at.state.Outcome().Gains[0]
	c.Stake = max(c.Stake, gain, -gain)
	return nil
}
