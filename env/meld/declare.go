package meld

import "rummygym/env/card"

// CanDeclare reports whether the 13 cards of the hand are a valid declaration.
func CanDeclare(hand card.Bag, wild card.Rank) bool {
	return hasPure(hand) && Default().CanDeclare(hand, wild)
}

// Declarable returns the cards of a hand of 14 with which it can finish: those
// whose 13 other cards are a valid declaration, and whether a printed joker is
// one of them.
func Declarable(hand card.Bag, wild card.Rank) (cards card.Cards, joker bool) {
	if !hasPure(hand) {
		return 0, false
	}
	for c := range hand.Each() {
		if CanDeclare(hand.Without(c), wild) {
			cards = cards.With(c)
			joker = joker || c == card.Joker
		}
	}
	return cards, joker
}

// hasPure reports whether the hand holds three consecutive cards of a suit.
func hasPure(hand card.Bag) bool {
	h := hand.Once.AceHigh()
	return h&(h>>1)&(h>>2) != 0
}
