package mindist

import "rummygym/env/card"

// OutsMemo is a cache of the outs, among cards not held, of hands without duplicates: hands
// recur among the choices of a decision and from one decision of a game to the next. Results
// do not depend on the cache. The zero value is empty and ready for any number of games. It
// is not safe for concurrent use.
type OutsMemo [1 << outsMemoBits]rememberedOuts

// rememberedOuts holds the outs of a hand, after a discard if it has 14 cards. The lanes of
// a set of cards have three spare bits each: in key these hold the number of jokers and the
// wild rank, in outs whether a printed joker is an out.
type rememberedOuts struct{ key, outs card.Cards }

const (
	outsMemoBits = 10
	// jokerOut is the bit of a printed joker in outs.
	jokerOut card.Cards = 1 << card.NumRanks
)

// slot returns the slot of a hand, which has at most seven printed jokers, and its key.
func (m *OutsMemo) slot(hand card.Bag, wild card.Rank) (slot *rememberedOuts, key card.Cards) {
	key = hand.Once | card.Cards(hand.Jokers)<<13 | card.Cards(wild&7)<<29 | card.Cards(wild>>3)<<45
	return &m[uint64(key)*0x9e3779b97f4a7c15>>(64-outsMemoBits)], key
}

// set stores outs.
func (r *rememberedOuts) set(key, outs card.Cards, joker bool) {
	if joker {
		outs |= jokerOut
	}
	*r = rememberedOuts{key, outs}
}

// AfterDiscard returns the outs of a hand after the discard of its highest-point free card,
// and whether a printed joker is an out. distance is the MinDist of the hand, above 0. Of equal
// cards the first is discarded, and a joker only if no other card is free. The result holds
// all outs among the cards of among, and may hold other outs that are not in the hand.
func (m *OutsMemo) AfterDiscard(hand card.Bag, wild card.Rank, distance int, among card.Cards) (outs card.Cards, joker bool) {
	if hand.Twice != 0 || hand.Jokers > 7 || among&hand.Once != 0 {
		return outsAfterDiscard(hand, wild, distance, among)
	}
	whole, key := m.slot(hand, wild)
	if whole.key != key {
		among = card.All &^ hand.Once
		var l layings
		if discarded := l.discardHighest(hand, wild, distance); discarded == card.None {
			outs, joker := outsAfterDiscardSlowly(hand, wild, among)
			whole.set(key, outs, joker)
		} else {
			hand.Remove(discarded)
			rest, restKey := m.slot(hand, wild)
			if rest.key != restKey {
				outs, joker := l.outsOf(hand, wild, distance, among.With(discarded))
				rest.set(restKey, outs, joker)
			}
			*whole = rememberedOuts{key, rest.outs}
		}
	}
	return whole.outs &^ jokerOut, whole.outs&jokerOut != 0
}
