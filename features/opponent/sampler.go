// Package opponent estimates the opponent's hand from one player's observations:
//
//	HandTable    Gin Rummy: probability of each card, from counts over recorded play
//	             (truong2021datadriven, "Defensive Score")
//	HandSampler  Indian Rummy: sampled hands; UniformHands samples from all unseen cards,
//	             package agents/belief by what its network says
//	HandInputs   Indian Rummy: the inputs of the belief networks of package agents/belief
//
// [Danger] is the probability, over sampled hands, that a card helps the opponent.
package opponent

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// HandSampler draws possible hands of the opponent in Indian Rummy with two players. It
// follows one seat of one game at a time and is not safe for concurrent use.
type HandSampler interface {
	// Reset prepares the sampler for a new game.
	Reset()

	// Observe adds an observation. Call it at every decision of the observer. A second
	// call with the same observation does nothing. A sampler that misses some decisions
	// has less information but stays valid.
	Observe(o *indian.Observation)

	// Sample observes o and sets every entry of dst to a possible hand of the opponent,
	// including the cards that it is known to hold. By the sampler's estimate all entries
	// are equally likely to be the true hand. Call it at decisions of the observer, when
	// the opponent holds no drawn card. The same observations since Reset, calls and
	// source give the same hands.
	Sample(dst []card.Bag, o *indian.Observation, src rand.Source)
}

// UniformHands draws the unknown cards of the opponent uniformly from the unseen cards,
// whatever the opponent played. It has no state.
type UniformHands struct{}

// Reset does nothing.
func (UniformHands) Reset() {}

// Observe does nothing.
func (UniformHands) Observe(*indian.Observation) {}

// Sample fills dst with independent hands. It allocates nothing.
func (UniformHands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	u := hiddenOf(o)
	// Naively the unseen cards are shuffled for each hand. Here only the first cards are
	// shuffled, as many as are hidden; the order before does not matter.
	cards := u.cards[:u.count]
	for i := range dst {
		hand := u.known
		for j := range u.hidden {
			k := j + int(card.Below(src, uint64(len(cards)-j)))
			cards[j], cards[k] = cards[k], cards[j]
			hand.Add(cards[j])
		}
		dst[i] = hand
	}
}

// hidden describes the opponent's hand as the observer knows it, and the cards that may be
// in it.
type hidden struct {
	known  card.Bag                  // cards that the opponent is known to hold
	cards  [indian.MaxDeck]card.Card // cards not seen, in the order of [card.Bag.Each]
	count  int                       // cards not seen
	hidden int                       // number of them in the opponent's hand
}

// hiddenOf returns the hidden cards of an observation at a table of two.
func hiddenOf(o *indian.Observation) (h hidden) {
	opponent := opponentOf(o)
	h.known = o.Known[opponent]
	h.hidden = o.HandSizes[opponent] - h.known.Count()
	unseen := o.Unseen()
	for _, layer := range [...]card.Cards{unseen.Once, unseen.Twice, unseen.Thrice} {
		for ; layer != 0; layer &= layer - 1 {
			h.cards[h.count] = layer.First()
			h.count++
		}
	}
	for range unseen.Jokers {
		h.cards[h.count] = card.Joker
		h.count++
	}
	if h.hidden < 0 || h.hidden > h.count {
		panic(fmt.Sprintf("opponent: %d hidden cards of %d unseen ones: the observation is inconsistent", h.hidden, h.count))
	}
	return h
}

// opponentOf returns the other seat. It panics at a table of more than two.
func opponentOf(o *indian.Observation) game.Player {
	if o.Rules.Seats != 2 {
		panic(fmt.Sprintf("opponent: a table of %d players: want 2", o.Rules.Seats))
	}
	return 1 - o.Self
}

// Danger sets dst, by card.Card.Index, to the danger of each of the 53 cards, in [0, 1]:
// the share of the hands whose MinDist falls with it, so that a player that lowers
// MinDist would take it. Hands have 13 cards. It takes one call of [mindist.Draws] per
// hand, about 1.4 µs.
func Danger(dst *[card.NumKinds]float32, hands []card.Bag, wild card.Rank) {
	*dst = [card.NumKinds]float32{}
	var after [card.NumKinds]int8
	for _, hand := range hands {
		d := int8(mindist.Draws(&after, hand, wild))
		for i, a := range after {
			if a < d {
				dst[i]++
			}
		}
	}
	divide(dst, len(hands))
}

// HeldShare sets dst, by card.Card.Index, to the share of the hands that hold at
// least one copy of each card.
func HeldShare(dst *[card.NumKinds]float32, hands []card.Bag) {
	*dst = [card.NumKinds]float32{}
	for _, hand := range hands {
		for cs := hand.Once; cs != 0; cs &= cs - 1 {
			dst[cs.First().Index()]++
		}
		if hand.Jokers > 0 {
			dst[card.Joker.Index()]++
		}
	}
	divide(dst, len(hands))
}

// divide divides all entries by n, or by 1 if n is 0.
func divide(dst *[card.NumKinds]float32, n int) {
	each := 1 / float32(max(n, 1))
	for i := range dst {
		dst[i] *= each
	}
}
