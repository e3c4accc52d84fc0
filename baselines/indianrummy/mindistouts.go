package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/options"
)

// Drawing selects when [MinDistOuts] takes the card of the open pile.
type Drawing uint8

// The kinds of drawing.
const (
	// DrawByDistance: if MinDist of the best 13 cards falls with it, as for MinDist.
	DrawByDistance Drawing = iota

	// DrawByTurns: also if the expected number of turns until a declaration falls with
	// it by more than TakeTurns. Taking the card costs the draw from the closed deck, and
	// so a turn. Against DrawByDistance it wins .5025 ± .0006 of 100,000 games and gains
	// .49 ± .05 points per game (standard errors over deals).
	DrawByTurns
)

// String returns the value of the option "draw".
func (d Drawing) String() string { return options.Word("Drawing", d, "distance", "turns") }

// TakeTurns is the threshold of [DrawByTurns], in turns. All values from 1.25 to 2 gave
// equally good results.
const TakeTurns = 1.5

// MinDistOuts goes beyond the papers. It draws as [MinDist] does. Of the free cards, whose
// discard does not raise the distance, it discards the one that leaves the most outs: the
// unseen cards, each copy counted, that would lower the distance further. Of several such
// cards it discards the one that is least useful to the opponent (see danger.go), and of
// these the highest-point card.
type MinDistOuts struct {
	Drop int // as in MinDist
	Draw Drawing

	distance
	with   [card.NumKinds]int8 // distance after each discard from the hand with the card of the pile
	danger danger
}

// String returns the canonical spec of the player.
func (a *MinDistOuts) String() string {
	return settings{drop: a.Drop, draw: a.Draw}.spec("min-dist-outs")
}

// Act returns the chosen action, with probability 1.
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
	free, _, _ := a.freeDiscards(o, legal)
	if !free.single() {
		unseen := o.Unseen()
		free, _ = maxOuts(free, o.Hand, unseen, o)
		if !free.single() {
			free = a.danger.safest(free, unseen, o)
		}
	}
	return a.discard(free.highestPointCard(o.Wild), o), 1
}

// hastens reports whether the expected number of turns falls by more than TakeTurns with
// the top card of the pile. The distance of the hand must not fall with that card.
func (a *MinDistOuts) hastens(o *indian.Observation) bool {
	unseen, hand := o.Unseen(), o.Hand.With(o.Top)
	d, outs := target(o).WithOuts(o.Hand, o.Wild, unseen)
	target(o).Discards(&a.with, hand, o.Wild)
	free, _ := lowest(&a.with, kindsOf(hand), unlimited)
	_, maximum := maxOuts(free, hand, unseen, o)
	return mindist.ExpectedTurnsAt(d, maximum, unseen) < mindist.ExpectedTurnsAt(d, outs, unseen)-TakeTurns
}

// maxOuts returns the cards of free whose discard leaves the maximum number of outs, and
// that number.
func maxOuts(free kinds, hand, unseen card.Bag, o *indian.Observation) (best kinds, maximum int) {
	want := target(o)
	maximum = -1
	for c := range free.each() {
		switch _, n := want.WithOuts(hand.Without(c), o.Wild, unseen); {
		case n > maximum:
			best, maximum = kinds{}.with(c), n
		case n == maximum:
			best = best.with(c)
		}
	}
	return best, maximum
}
