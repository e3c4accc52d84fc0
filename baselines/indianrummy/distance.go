package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// distance is the common part of the MinDist players: it drops, draws, and stores the
// distance of the hand from one turn to the next.
type distance struct {
	hand  card.Bag // the hand whose distance is stored; empty after Reset
	wild  card.Rank
	value int // MinDist of hand, or what the released variant recorded for it

	after [card.NumKinds]int8 // MinDist after each discard; see freeDiscards
}

// Reset starts a new episode. The player makes no random choice.
func (d *distance) Reset(uint64) { d.hand = card.Bag{} }

// of returns the stored distance of a hand, or computes and stores it.
func (d *distance) of(hand card.Bag, o *indian.Observation) int {
	if hand != d.hand || o.Wild != d.wild {
		d.keep(hand, o.Wild, minDist(hand, o))
	}
	return d.value
}

// keep stores the distance of a hand.
func (d *distance) keep(hand card.Bag, wild card.Rank, value int) {
	d.hand, d.wild, d.value = hand, wild, value
}

// draw returns the drop if the drop adherence is on (threshold > 0), it is the first turn,
// and the distance of the hand is at least the threshold. Otherwise it takes the card of
// the open pile if the best 13 cards with it are at a lower distance.
func (d *distance) draw(threshold int, o *indian.Observation, legal *game.Mask) game.Action {
	value := d.of(o.Hand, o)
	if threshold > 0 && value >= threshold && firstTurn(o) && legal.Has(indian.Drop) {
		return indian.Drop
	}
	take := value > 0 && legal.Has(indian.DrawPile) &&
		minDist(o.Hand.With(o.Top), o) < value
	return draw(take, legal)
}

// freeDiscards returns the legal discards that leave the minimum distance, that distance,
// and the stored distance from before the draw.
func (d *distance) freeDiscards(o *indian.Observation, legal *game.Mask) (free kinds, minimum, before int) {
	before = d.of(o.Hand.Without(o.Drawn), o)
	target(o).Discards(&d.after, o.Hand, o.Wild)
	free, minimum = lowest(&d.after, legalDiscards(legal), unlimited)
	return free, minimum, before
}

// discardHighestPointCard returns the discard of the highest-point card that leaves the
// minimum distance, and whether there is one. There is none where the rules forbid the
// discard of all such cards. The result is that of freeDiscards and discard, but without
// the distances of all discards: the cards are tried in descending order of points, and
// nearly always the first or second one leaves the minimum.
func (d *distance) discardHighestPointCard(o *indian.Observation, legal *game.Mask) (game.Action, bool) {
	minimum := minDist(o.Hand, o)
	for rest := legalDiscards(legal); !rest.empty(); {
		c := rest.highestPointCard(o.Wild)
		kept := o.Hand.Without(c)
		if d.of(kept, o) == minimum {
			return indian.DiscardOf(c), true
		}
		rest = rest.minus(kinds{}.with(c))
	}
	return game.NoAction, false
}

// discard returns the discard of c, a card from freeDiscards, and stores the distance of
// the other cards.
func (d *distance) discard(c card.Card, o *indian.Observation) game.Action {
	d.keep(o.Hand.Without(c), o.Wild, int(d.after[c.Index()]))
	return indian.DiscardOf(c)
}
