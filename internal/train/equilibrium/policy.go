package equilibrium

import (
	"context"
	"fmt"

	"rummygym/env/game"
	"rummygym/env/record"
)

// A Policy sets the probabilities of the legal actions of seat p, in order, by the information state of the seat: see
// [record.AppendInformation], or [record.AppendInformationText] as text.
type Policy func(p game.Player, state []byte, legal *game.Mask, probabilities []float64) error

// ProfileFrom returns the strategies of a policy, which is asked once at each information set with a choice that it reaches by its own
// choices. At the others the strategies are uniform, which changes no gain.
func (t *Tree) ProfileFrom(ctx context.Context, g game.Game, policy Policy, asText bool) (of Profile, err error) {
	for p := range of {
		a := t.asker(game.Player(p))
		a.answer = func(at *position, i int32, legal *game.Mask, first bool) error {
			if s := a.of(i); first && len(s) > 1 {
				return policy(a.seat, at.seen[p], legal, s)
			}
			return nil
		}
		w, err := newWalk(ctx, g, a)
		if err != nil {
			return of, err
		}
		w.tell = record.AppendInformation
		if asText {
			w.tell = record.AppendInformationText
		}
		if err := w.run(); err != nil {
			return of, err
		}
		of[p] = a.strategy
	}
	return of, t.Check(of)
}

// asker is the visitor that asks for the strategy of a seat.
type asker struct {
	tree     *Tree
	seat     game.Player
	strategy Strategy // uniform where nothing was asked
	asked    []bool
	answer   func(at *position, i int32, legal *game.Mask, first bool) error // is called at each decision; sets the strategy at i if first
}

func (t *Tree) asker(p game.Player) *asker {
	return &asker{tree: t, seat: p, strategy: t.Uniform(int(p)), asked: make([]bool, t.sides[p].sets())}
}

// of returns the strategy at information set i.
func (a *asker) of(i int32) Strategy {
	s := &a.tree.sides[a.seat]
	return a.strategy[s.first[i]:s.first[i+1]]
}

func (a *asker) end(*position) error { return nil }

func (a *asker) decide(at *position, p game.Player, legal *game.Mask) (int32, func(int) bool, error) {
	i, ok := a.tree.index[p][at.knows[p]]
	if !ok {
		return 0, nil, fmt.Errorf("a position of the game is not in the tree: it is the tree of other rules")
	}
	if p != a.seat {
		return a.tree.sides[p].first[i], nil, nil
	}
	first := !a.asked[i]
	a.asked[i] = true
	if err := a.answer(at, i, legal, first); err != nil {
		return 0, nil, err
	}
	s := a.of(i)
	return a.tree.sides[p].first[i], func(k int) bool { return s[k] == 0 }, nil
}
