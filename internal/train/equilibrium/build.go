package equilibrium

import (
	"cmp"
	"context"
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/agents/tabular"
)

// Limit is the number of positions up to which New lists a game unless told otherwise: some GiB of memory.
const Limit = 100_000_000

// Options say how a tree is built.
type Options struct {
	Limit int64 // number of positions at which New gives up; 0 is [Limit]

	Progress func() // called after each deal, see [Deals], by one goroutine at a time; may be nil
}

// New lists all positions of g, a game of two seats of which an episode is one hand. The time is about a microsecond per position and
// state of the game; memory is about 24 bytes per ending and 100 per information set.
func New(ctx context.Context, g game.Game, o Options) (*Tree, error) {
	b := &lister{builder: newBuilder(g.Name()), game: g, obs: g.NewObservation()}
	w, err := list(ctx, g, b, o)
	if err != nil {
		return nil, err
	}
	b.Deals, b.Positions = w.deals, w.visited
	for p := range b.sides {
		if err := b.sides[p].unambiguous(p); err != nil {
			return nil, err
		}
	}
	return b.tree(), nil
}

// list visits all positions of g, at most o.Limit.
func list(ctx context.Context, g game.Game, v visitor, o Options) (*walk, error) {
	limit := cmp.Or(o.Limit, Limit)
	if _, err := Deals(g, limit); err != nil {
		return nil, err
	}
	w, err := newWalk(ctx, g, v)
	if err != nil {
		return nil, err
	}
	w.limit, w.progress = limit, o.Progress
	return w, w.run()
}

// lister is the visitor that builds a tree.
type lister struct {
	*builder
	game game.Game
	obs  game.Observation
	hash tabular.Hasher
}

func (b *lister) decide(at *position, p game.Player, legal *game.Mask) (int32, func(int) bool, error) {
	first, isNew, err := b.set(p, at.knows[p], at.sequence[p], legal)
	if err != nil || !isNew {
		return first, nil, err
	}
	s := &b.sides[p]
	at.state.Observe(p, b.obs)
	before := uint64(0)
	if q := at.sequence[p]; q > 0 {
		before = s.keys[s.of(q)]
	}
	view := b.hash.Observation(b.obs)
	s.keys, s.views = append(s.keys, tabular.Next(before, view, legal)), append(s.views, view)
	return first, nil, nil
}

// of returns the information set of sequence q.
func (s *side) of(q int32) int {
	low, high := 0, len(s.first)
	for low+1 < high {
		if mid := (low + high) / 2; s.first[mid] <= q {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func (b *lister) end(at *position) error {
	b.Endings++
	b.Depth = max(b.Depth, at.depth)
	return b.builder.end(at.sequence, at.state.Outcome().Gains[0], at.probability)
}

// unambiguous returns an error if two information sets with a choice have the same key, so that a table could not tell them apart.
func (s *side) unambiguous(p int) error {
	seen := make(map[uint64]struct{}, len(s.keys))
	for i, key := range s.keys {
		if s.end(i)-s.first[i] == 1 {
			continue // a table has no row for it
		}
		if _, ok := seen[key]; ok {
			return fmt.Errorf("seat %d observes the same at all its decisions before two information sets", p)
		}
		seen[key] = struct{}{}
	}
	return nil
}
