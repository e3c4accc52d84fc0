package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// MinDistOuts is ours, beyond the papers: it draws as [MinDist] does, and of the
// cards that may leave without raising the distance it throws the one whose loss
// leaves the most outs, the unseen cards (each copy counts) that would lower the
// distance further; among these the one with which the opponent can do least,
// see [danger]; among these the dearest.
type MinDistOuts struct {
	Drop int // as in MinDist

	distance
	draws  [card.NumKinds]int8 // MinDist after each draw; see minDistDraws
	danger danger
}

// String returns the spec that makes the player.
func (a *MinDistOuts) String() string { return settings{drop: a.Drop}.spec("min-dist-outs") }

// Act returns the action chosen, with probability 1.
func (a *MinDistOuts) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	free, _, _ := a.discards(o, legal)
	if !free.single() {
		unseen := features.Unseen(o)
		free = a.mostOuts(free, unseen, o)
		if !free.single() {
			free = a.danger.least(free, unseen, o)
		}
	}
	return a.throw(free.dearest(o.Wild), o), 1
}

// mostOuts returns the cards of free whose discard leaves the most outs.
func (a *MinDistOuts) mostOuts(free kinds, unseen card.Bag, o *indian.Observation) (best kinds) {
	most := -1
	for c := range free.each() {
		switch n := a.outs(o.Hand.Without(c), unseen, o); {
		case n > most:
			best, most = kinds{}.with(c), n
		case n == most:
			best = best.with(c)
		}
	}
	return best
}

// outs returns the number of unseen cards that lower the distance of a hand.
func (a *MinDistOuts) outs(hand, unseen card.Bag, o *indian.Observation) int {
	d, n := minDistDraws(&a.draws, hand, o), 0
	for c := range kindsOf(unseen).each() {
		if int(a.draws[c.Index()]) < d {
			n += unseen.Of(c)
		}
	}
	return n
}
