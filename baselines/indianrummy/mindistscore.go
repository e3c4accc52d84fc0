package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/internal/baselines"
)

// MinDistScore is player 5 of section VII, "MinDist improved by MinScore". It draws as
// [MinDist] does. Of the free cards, whose discard does not raise the distance, it discards
// the one that leaves the minimum MinScore, and of several such cards the highest-point
// card. Section IV-B gives the reason: of two hands at the same distance the one with the
// lower MinScore is better, which holds after an improvement as well as without. Scores are
// compared uncapped, because the cap would hide which of two hands over 80 points is
// better.
//
// The released variant records its distance only when it improves. After an improvement it
// discards the lowest-point free card. At the recorded distance it discards by MinScore
// alone, even if that raises the distance, unless the best score is 80 or more. In that
// case, and at a distance above the recorded one, it discards the drawn card.
type MinDistScore struct {
	Variant baselines.Variant
	Drop    int  // as in MinDist
	Free    Free // as in MinDist

	distance
	found  finder
	scores [card.NumKinds]int16
}

// String returns the canonical spec of the player.
func (a *MinDistScore) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist-score")
}

// Act returns the chosen action, with probability 1.
func (a *MinDistScore) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	if a.Variant == baselines.Released {
		return a.released(o, legal), 1
	}
	free, minimum, _ := a.freeDiscards(o, legal)
	if a.Free.of(a.Variant) == FoundDeclaration {
		free = a.found.narrow(free, o, minimum)
	}
	if !free.single() {
		o.Rules.MinScoreDiscards(&a.scores, o.Hand, o.Wild)
		free, _ = lowest(&a.scores, free, unlimited)
	}
	return a.discard(free.highestPointCard(o.Wild), o), 1
}

func (a *MinDistScore) released(o *indian.Observation, legal *game.Mask) game.Action {
	free, minimum, recorded := a.freeDiscards(o, legal)
	if minimum < recorded {
		if a.Free.of(a.Variant) == FoundDeclaration {
			free = a.found.narrow(free, o, minimum)
		}
		return a.discard(free.lowestPointCard(o.Wild), o)
	}
	may := legalDiscards(legal)
	c := card.None
	if minimum == recorded {
		o.Rules.MinScoreDiscards(&a.scores, o.Hand, o.Wild)
		if left, score := lowest(&a.scores, may, unlimited); score < meld.Cap {
			c = left.highestPointCard(o.Wild)
		}
	}
	if c == card.None {
		c = o.Drawn
		if !may.has(c) {
			c = free.highestPointCard(o.Wild)
		}
	}
	a.keep(o.Hand.Without(c), o.Wild, recorded)
	return indian.DiscardOf(c)
}
