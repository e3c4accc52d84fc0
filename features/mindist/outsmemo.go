package mindist

import "rummygym/env/card"

// OutsMemo is a cache of the outs of hands: hands recur among the choices of a decision and
// from one decision of a game to the next. Results do not depend on the cache. The zero value
// is empty and ready for any number of games. It is not safe for concurrent use.
type OutsMemo [1 << outsMemoBits]rememberedOuts

// rememberedOuts holds the outs of a hand, after a discard if it has 14 cards. The lanes of
// a set of cards have three spare bits each: in key these hold the number of jokers, the
// wild rank, and whether the outs include second copies of cards of the hand; in outs they
// hold whether a printed joker is an out.
type rememberedOuts struct{ key, twice, outs card.Cards }

const (
	outsMemoBits = 10
	// jokerOut is the bit of a printed joker in outs.
	jokerOut card.Cards = 1 << card.NumRanks
	// copiesToo is the bit in key of outs that include second copies of cards of the hand.
	copiesToo card.Cards = 1 << 46
)

// slot returns the slot of a hand, which has at most seven printed jokers and no card three
// times, and its key.
func (m *OutsMemo) slot(hand card.Bag, wild card.Rank, copies card.Cards) (slot *rememberedOuts, key card.Cards) {
	key = hand.Once | card.Cards(hand.Jokers)<<13 | card.Cards(wild&7)<<29 | card.Cards(wild>>3)<<45 | copies
	return &m[(uint64(key)^uint64(hand.Twice)*0xd6e8feb86659fd93)*0x9e3779b97f4a7c15>>(64-outsMemoBits)], key
}

// AfterDiscard returns the outs of a hand after the discard of its highest-point free card,
// and whether a printed joker is an out. distance is the MinDist of the hand, above 0. Of equal
// cards the first is discarded, and a joker only if no other card is free. The result holds
// all outs among the cards asked for, and may hold other outs.
func (m *OutsMemo) AfterDiscard(hand card.Bag, wild card.Rank, distance int, asked card.Cards) (outs card.Cards, joker bool) {
	if hand.Thrice != 0 || hand.Jokers > 7 {
		return outsAfterDiscard(hand, wild, distance, asked)
	}
	copies, among := card.Cards(0), card.All&^hand.Once
	if hand.Twice != 0 || asked&hand.Once != 0 {
		copies, among = copiesToo, card.All
	}
	whole, key := m.slot(hand, wild, copies)
	if whole.key != key || whole.twice != hand.Twice {
		var l layings
		discarded := l.discardHighest(hand, wild, distance)
		laid := discarded != card.None
		if !laid {
			discarded = highestFree(hand, wild)
		}
		left := hand.Without(discarded)
		rest, restKey := m.slot(left, wild, copies)
		if rest.key != restKey || rest.twice != left.Twice {
			if laid {
				outs, joker = l.outsOf(left, wild, distance, among.With(discarded))
			} else {
				_, outs, joker = OutsAmong(left, wild, among.With(discarded))
			}
			if joker {
				outs |= jokerOut
			}
			*rest = rememberedOuts{restKey, left.Twice, outs}
		}
		*whole = rememberedOuts{key, hand.Twice, rest.outs}
	}
	return whole.outs &^ jokerOut, whole.outs&jokerOut != 0
}
