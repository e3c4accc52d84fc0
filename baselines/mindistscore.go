package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
)

// MinDistScore is player 5 of section VII, "MinDist improved by MinScore": it
// draws as [MinDist] does, and of the cards that may leave without raising the
// distance it throws the one whose loss lowers MinScore most; between equal
// ones the dearest. Section IV-B gives the purpose: of two hands at the same
// distance the one of lower MinScore is to be preferred, which is as true after
// an improvement as without. Scores are compared uncapped, since the cap would
// hide which of two hands over 80 points is better.
//
// The released one records its distance only when it improves. After an
// improvement it throws the cheapest free card. At the recorded distance it
// throws for MinScore alone, even if that raises the distance, unless the best
// score is 80 or more; there, and at a distance above the recorded one, it
// throws the drawn card.
type MinDistScore struct {
	Variant Variant
	Drop    int  // as in MinDist
	Free    Free // as in MinDist

	distance
	found  finder
	scores [card.NumKinds]int16
}

// String returns the spec that makes the player.
func (a *MinDistScore) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist-score")
}

// Act returns the action chosen, with probability 1.
func (a *MinDistScore) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	if a.Variant == Released {
		return a.released(o, legal), 1
	}
	free, least, _ := a.discards(o, legal)
	if a.Free.of(a.Variant) == FoundDeclaration {
		free = a.found.narrow(free, o, least)
	}
	if !free.single() {
		minScoreDiscards(&a.scores, o)
		free, _ = lowest(&a.scores, free, unlimited)
	}
	return a.throw(free.dearest(o.Wild), o), 1
}

func (a *MinDistScore) released(o *indian.Observation, legal *game.Mask) game.Action {
	free, least, recorded := a.discards(o, legal)
	if least < recorded {
		if a.Free.of(a.Variant) == FoundDeclaration {
			free = a.found.narrow(free, o, least)
		}
		return a.throw(free.cheapest(o.Wild), o)
	}
	may := throwable(legal)
	c := card.None
	if least == recorded {
		minScoreDiscards(&a.scores, o)
		if left, score := lowest(&a.scores, may, unlimited); score < meld.Cap {
			c = left.dearest(o.Wild)
		}
	}
	if c == card.None {
		c = o.Drawn
		if !may.has(c) {
			c = free.dearest(o.Wild)
		}
	}
	a.keep(o.Hand.Without(c), o.Wild, recorded)
	return indian.DiscardOf(c)
}
