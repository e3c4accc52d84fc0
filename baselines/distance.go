package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// distance is what the players of the MinDist family do alike: drop, draw, and
// keep the distance of the hand from one turn to the next.
type distance struct {
	hand  card.Bag // the hand whose distance is kept; empty after Reset
	wild  card.Rank
	value int // MinDist of hand, or what the released player recorded for it

	after [card.NumKinds]int8 // MinDist after each discard; see discards
}

// Reset forgets the last episode.
func (d *distance) Reset(uint64) { d.hand = card.Bag{} }

// of returns the kept distance of a hand, or computes and keeps it.
func (d *distance) of(hand card.Bag, o *indian.Observation) int {
	if hand != d.hand || o.Wild != d.wild {
		d.keep(hand, o.Wild, minDist(hand, o))
	}
	return d.value
}

// keep sets the distance of a hand.
func (d *distance) keep(hand card.Bag, wild card.Rank, value int) {
	d.hand, d.wild, d.value = hand, wild, value
}

// draw drops if the drop adherence is on (threshold > 0) and it is the first
// turn of a hand of at least that distance; else it takes the card of the open
// pile if the best 13 cards with it are at a lower distance.
func (d *distance) draw(threshold int, o *indian.Observation, legal *game.Mask) game.Action {
	value := d.of(o.Hand, o)
	if threshold > 0 && value >= threshold && firstTurn(o) && legal.Has(indian.Drop) {
		return indian.Drop
	}
	take := value > 0 && legal.Has(indian.DrawPile) &&
		minDist(o.Hand.With(o.Top), o) < value
	return draw(take, legal)
}

// discards returns the cards that may be thrown and leave the least distance
// that is possible so, that distance, and the one kept from before the draw.
func (d *distance) discards(o *indian.Observation, legal *game.Mask) (free kinds, least, before int) {
	before = d.of(o.Hand.Without(o.Drawn), o)
	minDistDiscards(&d.after, o.Hand, o)
	free, least = lowest(&d.after, throwable(legal), unlimited)
	return free, least, before
}

// throwDearest returns the discard of the dearest card that leaves the least
// distance, as discards and throw would, and whether there is one; there is none
// where the rules forbid to throw the only such cards. Naively all discards are
// weighed. Instead the cards are tried from the dearest one, of which the first
// or second will nearly always do.
func (d *distance) throwDearest(o *indian.Observation, legal *game.Mask) (game.Action, bool) {
	least := minDist(o.Hand, o)
	for rest := throwable(legal); !rest.empty(); {
		c := rest.dearest(o.Wild)
		kept := o.Hand.Without(c)
		if d.of(kept, o) == least {
			return indian.DiscardOf(c), true
		}
		rest = rest.minus(kinds{}.with(c))
	}
	return game.NoAction, false
}

// throw returns the discard of c, a card from discards, and keeps the distance
// of the other cards.
func (d *distance) throw(c card.Card, o *indian.Observation) game.Action {
	d.keep(o.Hand.Without(c), o.Wild, int(d.after[c.Index()]))
	return indian.DiscardOf(c)
}
