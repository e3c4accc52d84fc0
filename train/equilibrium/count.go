package equilibrium

import (
	"cmp"
	"context"
	"fmt"

	"rummygym/env/game"
)

// Count counts the positions of g as [New] lists them, and returns the same counts and errors except for those about the keys of
// tables. It needs memory only for a hash of each information set, some 40 bytes, so it can count games that are too large for New.
func Count(ctx context.Context, g game.Game, o Options) (Counts, error) {
	c := &counter{limit: cmp.Or(o.Limit, Limit)}
	if _, err := Deals(g, c.limit); err != nil {
		return Counts{}, err
	}
	w, err := newWalk(ctx, g, c)
	if err != nil {
		return Counts{}, err
	}
	for p := range c.sets {
		c.sets[p] = map[hash]struct{}{}
	}
	w.progress = o.Progress
	if err := w.run(); err != nil {
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
	limit, seen int64
	sets        [Seats]map[hash]struct{}
}

func (c *counter) decide(at *position, p game.Player, legal *game.Mask) (int32, func(int) bool, error) {
	n := len(c.sets[p])
	if c.sets[p][at.knows[p]] = struct{}{}; len(c.sets[p]) > n {
		c.Sequences[p] += int64(legal.Count())
	}
	return 0, nil, c.visit()
}

func (c *counter) end(at *position) error {
	c.Endings++
	c.Depth = max(c.Depth, at.depth)
	gain := at.state.Outcome().Gains[0]
	c.Stake = max(c.Stake, gain, -gain)
	return c.visit()
}

// visit counts a position against the limit.
func (c *counter) visit() error {
	if c.seen++; c.seen > c.limit {
		return errTooMany(c.limit)
	}
	return nil
}

// errTooMany is the error of a game with more positions than the limit.
func errTooMany(limit int64) error {
	return fmt.Errorf("the game has more than %d positions: choose smaller rules, or raise the limit if there is time and memory", limit)
}
