package indianrummy

import (
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/baselines"
)

// MinDist is player 4 of section VII. It takes the card of the open pile if MinDist of the
// best 13 cards falls with it, and otherwise draws from the closed deck. It discards the
// highest-point card that an optimal declaration replaces by an unobserved card, a "super
// joker".
//
// The released variant discards the drawn card if it did not lower the distance, so that
// the hand stays the same.
type MinDist struct {
	Variant baselines.Variant

	// Drop is the drop adherence: at its first turn the player drops if its MinDist is
	// at least Drop, in [1, 9]. 0 is off. The text of section VII ("greater than or
	// equal to some value (say 3)") corresponds to 3, Table II ("MinDist > 4") to 5.
	Drop int

	// Free selects which cards count as replaced.
	Free Free

	distance
	found finder
}

// String returns the canonical spec of the player.
func (a *MinDist) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist")
}

// Act returns the chosen action, with probability 1.
func (a *MinDist) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	if a.Variant == baselines.Paper && a.Free.of(a.Variant) == AnyDeclaration {
		if action, ok := a.discardHighestPointCard(o, legal); ok {
			return action, 1
		}
	}
	free, minimum, before := a.freeDiscards(o, legal)
	improved := minimum < before
	if a.Free.of(a.Variant) == FoundDeclaration && (improved || a.Variant == baselines.Paper) {
		free = a.found.narrow(free, o, minimum)
	}
	c := free.highestPointCard(o.Wild)
	if a.Variant == baselines.Released && !improved && legalDiscards(legal).has(o.Drawn) {
		c = o.Drawn
	}
	return a.discard(c, o), 1
}
