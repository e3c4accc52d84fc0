package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// MinDistAvail is ours, from the future work of paper 000 (section IX): it plays
// as [MinDistOpp] with [features.MinDistAvailable] in the place of MinDist, so
// that it hopes for no card that lies on the pile or in the opponent's known
// cards. With hands of other sizes than 13 it goes by MinDist.
type MinDistAvail struct {
	// Drop is the drop adherence: at its first turn the player drops if its
	// distance, with availability, is at least Drop, in [1, 9]. 0 is off.
	Drop int

	after [card.NumKinds]int8 // distance after each discard; −1 for cards not held
}

// String returns the spec that makes the player.
func (a *MinDistAvail) String() string { return settings{drop: a.Drop}.spec("min-dist-avail") }

// Reset does nothing: the player remembers nothing.
func (a *MinDistAvail) Reset(uint64) {}

// Act returns the action chosen, with probability 1.
func (a *MinDistAvail) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	avail := features.Unseen(o)
	if o.Phase == indian.Draw {
		return a.draw(avail, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	may := throwable(legal)
	for c := range may.each() {
		a.after[c.Index()] = int8(minDistAvailable(o.Hand.Without(c), avail, o))
	}
	free, least := lowest(&a.after, may, unlimited)
	c := card.None
	if least < minDistAvailable(o.Hand.Without(o.Drawn), avail, o) {
		c = free.dearest(o.Wild)
	} else {
		c = wishOrder(free, o)
	}
	return indian.DiscardOf(c), 1
}

func (a *MinDistAvail) draw(avail card.Bag, o *indian.Observation, legal *game.Mask) game.Action {
	value := minDistAvailable(o.Hand, avail, o)
	if a.Drop > 0 && value >= a.Drop && firstTurn(o) && legal.Has(indian.Drop) {
		return indian.Drop
	}
	take := value > 0 && legal.Has(indian.DrawPile) &&
		minDistAvailable(o.Hand.With(o.Top), avail, o) < value
	return draw(take, legal)
}
