package search

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/opponent"
)

// GinSampler draws determinizations of Gin Rummy. The states follow
// [gin.Rules.AnyStarter]: they end with the hand in progress, so that the result of a
// roll-out is the gain of that hand.
type GinSampler struct {
	// Table estimates the opponent's hand. With nil all places of the hidden cards are
	// equally likely.
	Table *opponent.HandTable
}

// Reset does nothing.
func (GinSampler) Reset() {}

// Observe does nothing: an observation contains all that Sample needs.
func (GinSampler) Observe(game.Observation) {}

// Sample sets each state of dst to a hand in progress that is consistent with obs.
func (b GinSampler) Sample(dst []game.State, obs game.Observation, src rand.Source) []bool {
	o := obs.(*gin.Observation)
	var p [card.NumSuited]float32
	if b.Table != nil {
		b.Table.Estimate(&p, o)
	}
	for _, s := range dst {
		var hand card.Cards
		if b.Table != nil {
			hand = drawHand(&p, o, src)
		}
		if err := s.(*gin.State).Determinize(o, hand, src); err != nil {
			panic("search: " + err.Error())
		}
	}
	return nil
}

// drawHand draws a hand of the opponent in which every card is with its probability in p,
// which are those of [opponent.HandTable.Estimate] for o.
func drawHand(p *[card.NumSuited]float32, o *gin.Observation, src rand.Source) card.Cards {
	// Cards that are drawn one after another by their weights are not in the hand with
	// these probabilities. Systematic sampling is exact: the probabilities, whose sum is
	// the number of cards, are laid end to end in random order, and every whole number
	// after a random start picks the card that it falls on.
	var order [card.NumSuited]card.Card
	n := 0
	for c := range o.Unknown().Each() {
		order[n] = c
		n++
	}
	card.Shuffle(order[:n], src)
	hand := o.Known[1-o.Self]
	held := o.HandSizes[1-o.Self] - hand.Count()
	next := game.Unit(src.Uint64())
	sum := 0.0
	for i, c := range order[:n] {
		sum += float64(p[c.Index()])
		// Rounding must not leave too few cards.
		if held > 0 && (sum > next || held == n-i) {
			hand = hand.With(c)
			held--
			next++
		}
	}
	return hand
}
