package meld

import "rummygym/env/card"

// minDeclared is the minimum number of cards of a declaration: it needs two
// sequences.
const minDeclared = 6

// CanDeclare reports whether the hand is a valid declaration: all its cards are in
// melds, a pure sequence and another sequence among them. The rules demand 13
// cards; this function accepts any number from 1 to 14.
func CanDeclare(hand card.Bag, wild card.Rank) bool {
	return hasPure(hand) && !hopeless(&hand, wild, 0) && declares(&hand, wild)
}

// declares is CanDeclare for a hand that contains a pure sequence.
func declares(hand *card.Bag, wild card.Rank) bool {
	// If no point is left over, all natural cards are in melds, and the jokers
	// can join a sequence that need not be pure. If there is no such sequence,
	// all natural cards are in one pure sequence of at most five cards, because a
	// longer one splits; with the jokers, at least six cards then split into two
	// sequences. But jokers alone have no points and no pure sequence.
	total := Total(*hand, wild)
	return total != 0 && hand.Count() >= minDeclared && saved(hand, wild, total) == total
}

// Declarable returns the suited cards with which the hand can finish, those
// whose discard leaves a valid declaration, and reports in joker whether a printed
// joker is one of them. The rules demand a hand of 14 cards; this function
// accepts any number from 1 to 14.
func Declarable(hand card.Bag, wild card.Rank) (cards card.Cards, joker bool) {
	if !hasPure(hand) || hopeless(&hand, wild, 1) || hand.Count() <= minDeclared {
		return 0, false
	}
	// No card counts more than 10 points. So if the whole hand leaves more than
	// 10 over, no discard leaves 0.
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
