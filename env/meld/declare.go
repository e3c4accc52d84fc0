package meld

import "rummygym/env/card"

// The two sequences that a declaration needs have six cards at least.
const leastDeclared = 6

// CanDeclare reports whether the cards of the hand, all of them, are a valid
// declaration: they lie in melds, a pure sequence and another sequence among
// them. The rules say 13 cards; here any number from 1 to 14 is judged.
func CanDeclare(hand card.Bag, wild card.Rank) bool {
	return hasPure(hand) && mayDeclare(&hand, wild, 0) && declares(&hand, wild)
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
	if !hasPure(hand) || !mayDeclare(&hand, wild, 1) || hand.Count() <= leastDeclared {
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

// mayDeclare reports whether all but spare cards of the hand may lie in melds.
// It is wrong in one direction only, and takes a few ns.
func mayDeclare(hand *card.Bag, wild card.Rank, spare int) bool {
	// Natural cards that are not in a run or a set of natural cards need a
	// joker in their meld. A joker stands between at most two of them on either
	// side, as three in a row would be a run, so it serves at most four. A card
	// without a partner, neither of its rank nor within two places in its suit,
	// needs two jokers, and n of them in one meld need n or more.
	wilds := card.OfRank(wild)
	held := hand.Once &^ wilds
	jokers := int(hand.Jokers) + (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()

	up := held.AceHigh()
	starts := up & (up >> 1) & (up >> 2)
	runs := starts | starts<<1 | starts<<2
	runs |= runs & (card.Aces << card.NumRanks) >> card.NumRanks
	loose := held &^ runs &^ (card.Aces * setRanks(held, 0))
	n := loose.Count()
	if n-spare > 4*jokers {
		return false
	}
	if n <= spare {
		return true
	}
	near := up<<1 | up<<2 | up>>1 | up>>2
	near |= near & (card.Aces << card.NumRanks) >> card.NumRanks
	lone := loose &^ near &^ (card.Aces * setRanks(held, 1))
	return lone.Count()-spare <= jokers
}
