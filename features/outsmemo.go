package features

import "rummygym/env/card"

// outsMemo remembers the outs of hands without duplicates, as far as they are not held:
// hands recur among the choices of a decision and from one decision of a game to the
// next. It forgets at will, so answers do not depend on it. The zero value is empty and
// ready for any number of games.
type outsMemo [1 << outsMemoBits]rememberedOuts

// rememberedOuts are the outs of a hand, after a throw if it has 14 cards. The lanes of
// a set of cards have three empty bits each: key holds there the jokers and the wild
// rank, and outs whether a printed joker is one.
type rememberedOuts struct{ key, outs card.Cards }

const (
	outsMemoBits = 10
	// jokerOut stands for a printed joker among outs.
	jokerOut card.Cards = 1 << card.NumRanks
)

// slot returns the slot of a hand, which has at most seven printed jokers, and its key.
func (m *outsMemo) slot(hand card.Bag, wild card.Rank) (slot *rememberedOuts, key card.Cards) {
	key = hand.Once | card.Cards(hand.Jokers)<<13 | card.Cards(wild&7)<<29 | card.Cards(wild>>3)<<45
	return &m[uint64(key)*0x9e3779b97f4a7c15>>(64-outsMemoBits)], key
}

// set keeps outs.
func (r *rememberedOuts) set(key, outs card.Cards, joker bool) {
	if joker {
		outs |= jokerOut
	}
	*r = rememberedOuts{key, outs}
}

// afterThrow returns the outs of [outsAfterThrow] among some cards; others that are not
// held it may tell, too.
func (m *outsMemo) afterThrow(hand card.Bag, wild card.Rank, least int, among card.Cards) (outs card.Cards, joker bool) {
	if hand.Twice != 0 || hand.Jokers > 7 || among&hand.Once != 0 {
		return outsAfterThrow(hand, wild, least, among)
	}
	whole, key := m.slot(hand, wild)
	if whole.key != key {
		among = card.All &^ hand.Once
		var l layings
		if thrown := l.throwDearest(hand, wild, least); thrown == card.None {
			outs, joker := outsAfterThrowSlowly(hand, wild, among)
			whole.set(key, outs, joker)
		} else {
			hand.Remove(thrown)
			rest, restKey := m.slot(hand, wild)
			if rest.key != restKey {
				outs, joker := l.outsOf(hand, wild, least, among.With(thrown))
				rest.set(restKey, outs, joker)
			}
			*whole = rememberedOuts{key, rest.outs}
		}
	}
	return whole.outs &^ jokerOut, whole.outs&jokerOut != 0
}
