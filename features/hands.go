package features

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// HandSampler draws hands that the opponent may hold, in Indian Rummy with two
// players, from what the observer knows. It follows one seat of one game at a
// time and is not safe for concurrent use.
type HandSampler interface {
	// Reset readies the sampler for a new game.
	Reset()

	// Observe takes note of what the observer sees. It is to be called at every
	// decision of the observer, and does nothing when called again with the same.
	// A sampler that was not called at all of them knows less, and is not wrong.
	Observe(o *indian.Observation)

	// Sample observes o and sets every entry of dst to a hand that the opponent may
	// hold, all its cards, those surely known included. Entries are equally likely
	// to be the true hand as far as the sampler can tell. It is for decisions of the
	// observer, when the opponent holds no drawn card. The same observations since
	// Reset, calls and source give the same hands.
	Sample(dst []card.Bag, o *indian.Observation, src rand.Source)
}

// UniformHands draws the cards of the opponent that are not surely known uniformly
// from those that are not seen: what remains if his play tells nothing. It has no
// state.
type UniformHands struct{}

// Reset does nothing.
func (UniformHands) Reset() {}

// Observe does nothing.
func (UniformHands) Observe(*indian.Observation) {}

// Sample fills dst with independent hands. It allocates nothing.
func (UniformHands) Sample(dst []card.Bag, o *indian.Observation, src rand.Source) {
	u := hiddenOf(o)
	// Naively the unseen cards are shuffled for each hand. But the first of them in
	// any order may change places with any later one, and so on, as far as there are
	// hidden cards; where the others lay before does not matter.
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

// Unseen returns the cards whose place the observer does not know: those of the
// closed deck and, of the other hands, those not surely known.
func Unseen(o *indian.Observation) card.Bag {
	return fullDeck(o.Rules.Packs, o.Rules.Jokers).Minus(Seen(o))
}

// hidden is what of the opponent's hand is not known, and where it may come from.
type hidden struct {
	known  card.Bag                  // cards that he surely holds
	cards  [indian.MaxDeck]card.Card // cards not seen, in the order of [card.Bag.Each]
	count  int                       // cards not seen
	hidden int                       // cards of his hand that are among them
}

// hiddenOf returns what is not known of the opponent's hand at a table of two.
func hiddenOf(o *indian.Observation) (h hidden) {
	opponent := opponentOf(o)
	h.known = o.Known[opponent]
	h.hidden = o.HandSizes[opponent] - h.known.Count()
	unseen := Unseen(o)
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
		panic(fmt.Sprintf("features: %d hidden cards of %d not seen: the observation is of no game", h.hidden, h.count))
	}
	return h
}

// opponentOf returns the other seat. It panics at a table of more than two.
func opponentOf(o *indian.Observation) game.Player {
	if o.Rules.Seats != 2 {
		panic(fmt.Sprintf("features: hidden hands at a table of %d: want one of 2", o.Rules.Seats))
	}
	return 1 - o.Self
}
