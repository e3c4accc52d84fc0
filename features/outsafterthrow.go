package features

import "rummygym/env/card"

// outsAfterThrow returns the outs among some cards, and whether a printed joker is one, of
// a hand whose MinDist is least, above 0, once its dearest free card is
// thrown: the first of equal ones, and a joker only if no other is free. It says what
// [FreeDiscards] and [OutsAmong] say together.
func outsAfterThrow(hand card.Bag, wild card.Rank, least int, among card.Cards) (outs card.Cards, joker bool) {
	var l layings
	h, nat := heldIn(hand, wild), naturals(wild)
	own, need := hand.Once&^nat, maxTotal-jokersIn(hand, wild)
	if h.twice != 0 || !l.find(h.once, need-least) || l.n == 0 {
		return outsAfterThrowSlowly(hand, wild, among)
	}
	x := sparing{hand: h.once, own: own, goal: need - least, holes: least, doubt: h.once, dearest: true}
	x.look(&l)
	if x.free == 0 {
		return outsAfterThrowSlowly(hand, wild, among)
	}
	l.without(x.free, need-least)
	return l.outs(h.once&^x.free, own, nat, need, least, among)
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
