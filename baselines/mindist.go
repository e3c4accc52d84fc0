package baselines

import (
	"rummygym/env/game"
	"rummygym/env/indian"
)

// MinDist is player 4 of section VII: it takes the card of the open pile if
// MinDist of the best 13 cards falls with it, else it draws from the closed
// deck, and throws the dearest card that an optimal declaration replaces by an
// unobserved card, a "super joker".
//
// The released one throws the drawn card itself where that card did not lower
// the distance, so that its hand stays as it was.
type MinDist struct {
	Variant Variant

	// Drop is the drop adherence: at its first turn the player drops if its
	// MinDist is at least Drop, in [1, 9]. 0 is off. The text of section VII
	// ("greater than or equal to some value (say 3)") is 3; Table II ("MinDist
	// > 4") is 5.
	Drop int

	// Free is which cards count as replaced.
	Free Free

	distance
	found finder
}

// String returns the spec that makes the player.
func (a *MinDist) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist")
}

// Act returns the action chosen, with probability 1.
func (a *MinDist) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	if a.Variant == Paper && a.Free.of(a.Variant) == AnyDeclaration {
		if action, ok := a.throwDearest(o, legal); ok {
			return action, 1
		}
	}
	free, least, before := a.discards(o, legal)
	improved := least < before
	if a.Free.of(a.Variant) == FoundDeclaration && (improved || a.Variant == Paper) {
		free = a.found.narrow(free, o, least)
	}
	c := free.dearest(o.Wild)
	if a.Variant == Released && !improved && throwable(legal).has(o.Drawn) {
		c = o.Drawn
	}
	return a.throw(c, o), 1
}
