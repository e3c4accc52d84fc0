package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// MinDistAvail goes beyond the papers and follows the future work of saha2025mindist
// (section IX). It is [MinDistOpp] with [mindist.Available] instead of MinDist: it does not
// count on cards in the pile or among the opponent's known cards. For other
// declarations than the usual one of 13 cards it uses MinDist.
type MinDistAvail struct {
	// Drop is the drop adherence: at its first turn the player drops if its distance by
	// availability is at least Drop, in [1, 9]. 0 is off.
	Drop int

	after [card.NumKinds]int8 // distance after each discard; −1 for cards not held
}

// String returns the canonical spec of the player.
func (a *MinDistAvail) String() string { return settings{drop: a.Drop}.spec("min-dist-avail") }

// Reset does nothing: the player keeps no state.
func (a *MinDistAvail) Reset(uint64) {}

// Act returns the chosen action, with probability 1.
func (a *MinDistAvail) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	avail := o.Unseen()
	if o.Phase == indian.Draw {
		return a.draw(avail, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	may := legalDiscards(legal)
	for c := range may.each() {
		a.after[c.Index()] = int8(minDistAvailable(o.Hand.Without(c), avail, o))
	}
	free, minimum := lowest(&a.after, may, unlimited)
	c := card.None
	if minimum < minDistAvailable(o.Hand.Without(o.Drawn), avail, o) {
		c = free.highestPointCard(o.Wild)
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
