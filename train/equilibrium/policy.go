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
		of[p] = t.Uniform(p)
		a := &policyAsker{tree: t, seat: game.Player(p), policy: policy, strategy: of[p], asked: make([]bool, t.sides[p].sets())}
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
	}
	return of, t.Check(of)
}

// policyAsker is the visitor that asks a policy at one seat.
type policyAsker struct {
	tree     *Tree
	seat     game.Player
	policy   Policy
	strategy Strategy
	asked    []bool
}

func (a *policyAsker) end(*position) error { return nil }

func (a *policyAsker) decide(at *position, p game.Player, legal *game.Mask) (int32, func(int) bool, error) {
	i, ok := a.tree.index[p][at.knows[p]]
	if !ok {
		return 0, nil, fmt.Errorf("a position of the game is not in the tree: it is the tree of other rules")
	}
	first, end := a.tree.sides[p].first[i], a.tree.sides[p].first[i+1]
	if p != a.seat {
		return first, nil, nil
	}
	if !a.asked[i] && end-first > 1 {
		a.asked[i] = true
		if err := a.policy(p, at.seen[p], legal, a.strategy[first:end]); err != nil {
			return 0, nil, err
		}
	}
	return first, func(k int) bool { return a.strategy[int(first)+k] == 0 }, nil
}
