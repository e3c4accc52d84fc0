package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// MinDistOpp is player 6 of section VII, MinDist improved by opponent play: it
// plays as [MinDist] while the distance falls. Where it does not, it chooses
// among the cards that may leave without raising the distance by two wishes
// (section VI): the card should be related to one the opponent threw, who then
// hardly collects there, and not be related to one the opponent took from the
// open pile and still holds. Cards that meet both wishes go first, then those
// that are only related to a thrown card ("it tried to drop the cards (if
// possible) that are closest to the cards the opponent drops"), then those that
// meet only the second wish, then the others; within each, the dearest goes.
//
// Related cards are those that can help form a meld: the neighbours in rank of
// the same suit, and the same rank in any suit.
//
// The released one throws the cheapest free card after an improvement. Else it
// throws the dearest free card that is related to a card the opponent threw or
// not related to any card it ever took, and if there is none the dearest.
type MinDistOpp struct {
	Variant Variant
	Drop    int  // as in MinDist
	Free    Free // as in MinDist

	distance
	found finder
}

// String returns the spec that makes the player.
func (a *MinDistOpp) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist-opp")
}

// Act returns the action chosen, with probability 1.
func (a *MinDistOpp) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	free, least, before := a.discards(o, legal)
	improved := least < before
	if a.Free.of(a.Variant) == FoundDeclaration {
		free = a.found.narrow(free, o, least)
	}
	var c card.Card
	switch {
	case improved && a.Variant == Released:
		c = free.cheapest(o.Wild)
	case improved:
		c = free.dearest(o.Wild)
	case a.Variant == Released:
		c = releasedOrder(free, o)
	default:
		c = wishOrder(free, o)
	}
	return a.throw(c, o), 1
}

// wishOrder returns the card of free to throw by the wishes of section VI.
func wishOrder(free kinds, o *indian.Observation) card.Card {
	opponent := features.NextActive(o)
	thrown := features.RelatedTo(o.Given[opponent].Once)
	held := features.RelatedTo(o.Known[opponent].Once)
	for _, wish := range [...]card.Cards{thrown &^ held, thrown, card.All &^ held} {
		if s := free.suited & wish; s != 0 {
			return kinds{suited: s}.dearest(o.Wild)
		}
	}
	return free.dearest(o.Wild)
}

// releasedOrder returns the card of free to throw as the released player does.
func releasedOrder(free kinds, o *indian.Observation) card.Card {
	opponent := features.NextActive(o)
	thrown := features.RelatedTo(o.Given[opponent].Once)
	took := features.RelatedTo(o.Taken[opponent].Once)
	// A printed joker is related to nothing, and so never to a card taken.
	if last := free.and(kinds{thrown | card.All&^took, true}); !last.empty() {
		return last.dearest(o.Wild)
	}
	return free.dearest(o.Wild)
}
