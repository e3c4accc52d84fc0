package meld

import "rummygym/env/card"

// The two sequences that a declaration needs have six cards at least.
const leastDeclared = 6

// CanDeclare reports whether the cards of the hand, all of them, are a valid
// declaration: they lie in melds, a pure sequence and another sequence among
// them. The rules say 13 cards; here any number from 1 to 14 is judged.
func CanDeclare(hand card.Bag, wild card.Rank) bool {
	return hasPure(hand) && !hopeless(&hand, wild, 0) && declares(&hand, wild)
}

// declares is CanDeclare for a hand with a pure sequence in it.
func declares(hand *card.Bag, wild card.Rank) bool {
	// If no point is left over, all natural cards lie in melds, and the jokers
	// can join a sequence that need not be pure. If there is no such sequence,
	// all natural cards lie in one pure sequence of at most five cards, as a
	// longer one splits; with the jokers, at least six cards then divide into
	// two sequences. But jokers alone have no points and no pure sequence.
	total := Total(*hand, wild)
	return total != 0 && hand.Count() >= leastDeclared && saved(hand, wild, total) == total
}

// Declarable returns the cards with which the hand can finish: those whose
// other cards are a valid declaration, and whether a printed joker is one of
// them. The rules say 14 cards; any number from 1 to 14 is judged.
func Declarable(hand card.Bag, wild card.Rank) (cards card.Cards, joker bool) {
	if !hasPure(hand) || hopeless(&hand, wild, 1) || hand.Count() <= leastDeclared {
		return 0, false
	}
	// No card counts more than 10, so if all cards together leave more than
	// that over, so do any 13 of them.
	total := Total(hand, wild)
	if total-saved(&hand, wild, total) > 10 {
		return 0, false
	}
	var scores [card.NumKinds]int16
	MinScoreDiscards(&scores, hand, wild)
	for c := range hand.Once.Each() {
		if scores[c.Index()] == 0 && total != Points(c, wild) {
			cards = cards.With(c)
		}
	}
	return cards, scores[card.Joker.Index()] == 0 && total != 0
}

// hasPure reports whether the hand holds three consecutive cards of a suit.
func hasPure(hand card.Bag) bool {
	h := hand.Once.AceHigh()
	return h&(h>>1)&(h>>2) != 0
}
