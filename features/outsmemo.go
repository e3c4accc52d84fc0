package features

import "rummygym/env/card"

// outsMemo remembers outs of hands, which recur among the choices of a decision and from
// one decision of a game to the next. It forgets at will, so answers do not depend on it.
// The zero value is empty; a memo is good for any number of games, one at a time.
type outsMemo [1 << outsMemoBits]struct{ key, outs card.Cards }

const outsMemoBits = 10

// The bit that says that a printed joker is an out, which no card has.
const jokerOut card.Cards = 1 << card.NumRanks

// afterThrow returns the outs of [outsAfterThrow] among some cards that hold all those
// asked for; of others it may tell or not.
func (m *outsMemo) afterThrow(hand card.Bag, wild card.Rank, least int, among card.Cards) (outs card.Cards, joker bool) {
	if hand.Twice != 0 || hand.Jokers > 7 || among&hand.Once != 0 {
		return outsAfterThrow(hand, wild, least, among)
	}
	// The lanes of a set of cards have three empty bits each.
	key := hand.Once | card.Cards(hand.Jokers)<<13 | card.Cards(wild&7)<<29 | card.Cards(wild>>3)<<45
	slot := &m[uint64(key)*0x9e3779b97f4a7c15>>(64-outsMemoBits)]
	if slot.key != key {
		outs, joker := outsAfterThrow(hand, wild, least, card.All&^hand.Once)
		if joker {
			outs |= jokerOut
		}
		slot.key, slot.outs = key, outs
	}
	return slot.outs &^ jokerOut, slot.outs&jokerOut != 0
}
