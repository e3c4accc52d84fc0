package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Drawing is when MinDistOuts takes the card of the open pile.
type Drawing uint8

// The kinds of drawing.
const (
	// DrawByDistance: if MinDist of the best 13 cards falls with it, as MinDist.
	DrawByDistance Drawing = iota

	// DrawByTurns: also if the expected turns until a declaration fall with it by
	// more than TakeTurns. To take it costs the draw from the closed deck, and so
	// a turn. Against DrawByDistance it wins .5025 ± .0006 of 100,000 games and
	// gains .49 ± .05 points a game, errors over deals.
	DrawByTurns
)

// String returns the value of the option "draw".
func (d Drawing) String() string { return game.Word("Drawing", d, "distance", "turns") }

// TakeTurns is by how much the expected turns must fall for DrawByTurns to take a
// card. Everything from 1.25 to 2 did as well as any.
const TakeTurns = 1.5

// MinDistOuts is ours, beyond the papers: it draws as [MinDist] does, and of the
// cards that may leave without raising the distance it throws the one whose loss
// leaves the most outs, the unseen cards (each copy counts) that would lower the
// distance further; among these the one with which the opponent can do least,
// see [danger]; among these the dearest.
type MinDistOuts struct {
	Drop int // as in MinDist
	Draw Drawing

	distance
	with   [card.NumKinds]int8 // distance after each discard, with the card of the pile
	danger danger
}

// String returns the spec that makes the player.
func (a *MinDistOuts) String() string {
	return settings{drop: a.Drop, draw: a.Draw}.spec("min-dist-outs")
}

// Act returns the action chosen, with probability 1.
func (a *MinDistOuts) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		action := a.draw(a.Drop, o, legal)
		if action == indian.DrawStock && a.Draw == DrawByTurns && legal.Has(indian.DrawPile) && a.hastens(o) {
			action = indian.DrawPile
		}
		return action, 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	free, _, _ := a.discards(o, legal)
	if !free.single() {
		unseen := features.Unseen(o)
		free, _ = mostOuts(free, o.Hand, unseen, o)
		if !free.single() {
			free = a.danger.least(free, unseen, o)
		}
	}
	return a.throw(free.dearest(o.Wild), o), 1
}

// hastens reports whether the expected turns fall by more than TakeTurns with the
// top of the pile, of a hand whose distance does not fall with it.
func (a *MinDistOuts) hastens(o *indian.Observation) bool {
	unseen, hand := features.Unseen(o), o.Hand.With(o.Top)
	d, outs := minDistOuts(o.Hand, unseen, o)
	minDistDiscards(&a.with, hand, o)
	free, _ := lowest(&a.with, kindsOf(hand), unlimited)
	_, most := mostOuts(free, hand, unseen, o)
	return features.ExpectedTurnsAt(d, most, unseen) < features.ExpectedTurnsAt(d, outs, unseen)-TakeTurns
}

// mostOuts returns the cards of free whose discard leaves the hand the most outs,
// and how many that are.
func mostOuts(free kinds, hand, unseen card.Bag, o *indian.Observation) (best kinds, most int) {
	most = -1
	for c := range free.each() {
		switch _, n := minDistOuts(hand.Without(c), unseen, o); {
		case n > most:
			best, most = kinds{}.with(c), n
		case n == most:
			best = best.with(c)
		}
	}
	return best, most
}
