package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/baselines"
)

// MinDistOpp is player 6 of section VII, MinDist improved by opponent play. It plays as
// [MinDist] while the distance falls. Otherwise it chooses among the free cards, whose
// discard does not raise the distance, by two criteria (section VI): the card is related to
// a discard of the opponent, who is then unlikely to collect there; and the card is not
// related to a card that the opponent took from the open pile and still holds. Cards that
// meet both criteria come first, then those that meet the first ("it tried to drop the
// cards (if possible) that are closest to the cards the opponent drops"), then those that
// meet the second, then the others. Within each class it discards the highest-point card.
//
// Related cards can help form a meld: the neighbours in rank of the same suit, and the same
// rank in any suit.
//
// The released variant discards the lowest-point free card after an improvement. Otherwise
// it discards the highest-point free card that is related to a discard of the opponent or
// not related to any card that the opponent ever took, and if there is none the
// highest-point free card.
type MinDistOpp struct {
	Variant baselines.Variant
	Drop    int  // as in MinDist
	Free    Free // as in MinDist

	distance
	found finder
}

// String returns the canonical spec of the player.
func (a *MinDistOpp) String() string {
	return settings{variant: a.Variant, drop: a.Drop, free: a.Free}.spec("min-dist-opp")
}

// Act returns the chosen action, with probability 1.
func (a *MinDistOpp) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*indian.Observation)
	if o.Phase == indian.Draw {
		return a.draw(a.Drop, o, legal), 1
	}
	if action, ok := declaration(o, legal); ok {
		return action, 1
	}
	free, minimum, before := a.freeDiscards(o, legal)
	improved := minimum < before
	if a.Free.of(a.Variant) == FoundDeclaration {
		free = a.found.narrow(free, o, minimum)
	}
	var c card.Card
	switch {
	case improved && a.Variant == baselines.Released:
		c = free.lowestPointCard(o.Wild)
	case improved:
		c = free.highestPointCard(o.Wild)
	case a.Variant == baselines.Released:
		c = releasedOrder(free, o)
	default:
		c = wishOrder(free, o)
	}
	return a.discard(c, o), 1
}

// wishOrder returns the card of free to discard by the criteria of section VI.
func wishOrder(free kinds, o *indian.Observation) card.Card {
	opponent := o.NextActive()
	discarded := mindist.RelatedTo(o.Given[opponent].Once)
	held := mindist.RelatedTo(o.Known[opponent].Once)
	for _, wish := range [...]card.Cards{discarded &^ held, discarded, card.All &^ held} {
		if s := free.suited & wish; s != 0 {
			return kinds{suited: s}.highestPointCard(o.Wild)
		}
	}
	return free.highestPointCard(o.Wild)
}

// releasedOrder returns the card of free to discard in the released variant.
func releasedOrder(free kinds, o *indian.Observation) card.Card {
	opponent := o.NextActive()
	discarded := mindist.RelatedTo(o.Given[opponent].Once)
	took := mindist.RelatedTo(o.Taken[opponent].Once)
	// A printed joker is not related to any card.
	if last := free.and(kinds{discarded | card.All&^took, true}); !last.empty() {
		return last.highestPointCard(o.Wild)
	}
	return free.highestPointCard(o.Wild)
}
