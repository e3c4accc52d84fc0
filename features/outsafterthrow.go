package features

import "rummygym/env/card"

// outsAfterThrow returns the outs among some cards, and whether a printed joker is one, of
// a hand whose MinDist is least, above 0, once its dearest free card is thrown: the first
// of equal ones, and a joker only if no other is free. It says what [FreeDiscards] and
// [OutsAmong] say together.
func outsAfterThrow(hand card.Bag, wild card.Rank, least int, among card.Cards) (outs card.Cards, joker bool) {
	var l layings
	thrown := l.throwDearest(hand, wild, least)
	if thrown == card.None {
		return outsAfterThrowSlowly(hand, wild, among)
	}
	return l.outsOf(hand.Without(thrown), wild, least, among)
}

// throwDearest returns the card that outsAfterThrow throws, if it is natural, and sets l to
// the best layings of the hand without it. Otherwise, and of hands with a card held twice,
// it may return card.None.
func (l *layings) throwDearest(hand card.Bag, wild card.Rank, least int) card.Card {
	h, goal := heldIn(hand, wild), maxTotal-jokersIn(hand, wild)-least
	if h.twice != 0 || !l.find(h.once, goal) || l.n == 0 {
		return card.None
	}
	x := sparing{hand: h.once, own: hand.Once &^ naturals(wild), goal: goal, holes: least, doubt: h.once, dearest: true}
	x.look(l)
	if x.free == 0 {
		return card.None
	}
	l.without(x.free, goal)
	return x.free.First()
}

// outsAfterThrowSlowly is outsAfterThrow by its meaning.
func outsAfterThrowSlowly(hand card.Bag, wild card.Rank, among card.Cards) (outs card.Cards, joker bool) {
	_, free, _ := FreeDiscards(hand, wild)
	thrown := card.Joker
	if free != 0 {
		thrown = dearest(free, wild)
	}
	_, outs, joker = OutsAmong(hand.Without(thrown), wild, among)
	return outs, joker
}
