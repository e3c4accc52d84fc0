package mindist

import "rummygym/env/card"

// outsAfterDiscard returns the outs among the given cards, and whether a printed joker is an
// out, of a hand after the discard of its highest-point free card: the first of equal ones,
// and a joker only if no other card is free. distance is the MinDist of the hand, above 0. It
// gives the same results as [FreeDiscards] and then [OutsAmong].
func outsAfterDiscard(hand card.Bag, wild card.Rank, distance int, among card.Cards) (outs card.Cards, joker bool) {
	var l layings
	discarded := l.discardHighest(hand, wild, distance)
	if discarded == card.None {
		return outsAfterDiscardSlowly(hand, wild, among)
	}
	return l.outsOf(hand.Without(discarded), wild, distance, among)
}

// discardHighest returns the card that outsAfterDiscard discards, if it is natural, and sets
// l to the best layings of the hand without it. Otherwise, and for hands with a card held
// twice, it may return card.None.
func (l *layings) discardHighest(hand card.Bag, wild card.Rank, distance int) card.Card {
	h, goal := heldIn(hand, wild), MaxSize-JokersIn(hand, wild)-distance
	if h.twice != 0 || !l.find(h.once, goal) || l.n == 0 {
		return card.None
	}
	x := sparing{hand: h.once, own: hand.Once &^ naturals(wild), goal: goal, holes: distance, doubt: h.once, highestOnly: true}
	x.look(l)
	if x.free == 0 {
		return card.None
	}
	l.without(x.free, goal)
	return x.free.First()
}

// outsAfterDiscardSlowly computes outsAfterDiscard by its definition.
func outsAfterDiscardSlowly(hand card.Bag, wild card.Rank, among card.Cards) (outs card.Cards, joker bool) {
	_, outs, joker = OutsAmong(hand.Without(highestFree(hand, wild)), wild, among)
	return outs, joker
}

// highestFree returns the card that outsAfterDiscard discards.
func highestFree(hand card.Bag, wild card.Rank) card.Card {
	if _, free, _ := FreeDiscards(hand, wild); free != 0 {
		return highestCard(free, wild)
	}
	return card.Joker
}
