package meld

import (
	"math/bits"

	"rummygym/env/card"
)

// suits is a hand split for scoring: the natural cards as the planes of a
// [card.Bag], the jokers, and the gains of each suit.
type suits struct {
	once, twice, thrice card.Cards // natural cards
	wild                card.Cards // wild cards of the hand, for their own places
	jokers              int        // printed jokers and wild cards together
	gains               [card.NumSuits]gains
}

// split splits the hand. It does not compute the gains.
func split(s *suits, hand *card.Bag, wild card.Rank) {
	wilds := card.OfRank(wild)
	s.wild = hand.Once & wilds
	s.once, s.twice, s.thrice = hand.Once&^wilds, hand.Twice&^wilds, hand.Thrice&^wilds
	s.jokers = int(hand.Jokers)
	if s.wild != 0 {
		s.jokers += s.wild.Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
	}
}

// weigh computes the gains of the suits that have a card in changed.
func (s *suits) weigh(changed card.Cards) {
	for i := range card.Suit(card.NumSuits) {
		if changed.Ranks(i) != 0 {
			var own gains
			s.gains[i] = *s.suitGains(i, s.once, s.twice, s.thrice, s.wild, &own)
		}
	}
}

// suitGains returns the gains of suit i for the given cards: from the table, or
// computed in g.
func (s *suits) suitGains(i card.Suit, once, twice, thrice, wild card.Cards, g *gains) *gains {
	held, own := once.Ranks(i), wild.Ranks(i)
	if twice.Ranks(i) != 0 {
		*g = manyGains(copies{held, twice.Ranks(i), thrice.Ranks(i)}, own, s.jokers)
		return g
	}
	t := &suitTable[held&(1<<13-1)]
	if own != 0 && (runStarts(held|own) != runStarts(held)) {
		*g = *t
		// A wild card in its own place matters only in the demanded pure
		// sequence; elsewhere it is a joker like the others.
		for _, p := range spansOf[bits.TrailingZeros16(own)] {
			if p.ranks&^(held|own) == 0 {
				g.addPure(suitTable[held&^p.ranks&(1<<13-1)].seq, rankSetPoints(p.ranks&^own), 1)
			}
		}
		return g
	}
	return t
}

// runStarts returns the places at which three consecutive ranks begin. The ace is
// both low and high.
func runStarts(ranks uint16) uint16 {
	ranks |= ranks & 1 << 13
	return ranks & (ranks >> 1) & (ranks >> 2)
}

// copies holds the cards of one suit from several packs: the ranks with at least
// one, two and three copies.
type copies [3]uint16

// without removes one card of each of the ranks, if there is one.
func (c copies) without(ranks uint16) copies {
	return copies{c[0]&^ranks | c[1]&ranks, c[1]&^ranks | c[2]&ranks, c[2] &^ ranks}
}

// manyGains returns the gains of a suit that may hold equal cards. own is the bit of
// the wild rank if the hand has a wild card of the suit.
func manyGains(c copies, own uint16, jokers int) gains {
	g := gains{seq: manySeq(c, jokers)}
	if all := c[0] | own; runStarts(all) != 0 {
		for _, p := range spans {
			if p.ranks&^all == 0 {
				g.addPure(manySeq(c.without(p.ranks), jokers), rankSetPoints(p.ranks&^own), bits.OnesCount16(p.ranks&own))
			}
		}
	}
	return g
}

// manySeq returns the points that sequences can save in a suit that may hold equal
// cards. Only the lanes up to jokers are computed.
func manySeq(c copies, jokers int) lanes {
	if c[1] == 0 {
		return suitTable[c[0]&(1<<13-1)].seq
	}
	// One copy of the lowest duplicate card is either in no sequence or in one of
	// the spans that contain it. Both cases make the hand smaller, until there is
	// no duplicate and the table has the result.
	r := bits.TrailingZeros16(c[1])
	bit := uint16(1) << r
	most := manySeq(copies{c[0], c[1]&^bit | c[2]&bit, c[2] &^ bit}, jokers)
	for _, p := range spansOf[r] {
		held := p.ranks & c[0]
		if missing := int(p.length) - bits.OnesCount16(held); missing <= jokers {
			most = most.or(manySeq(c.without(p.ranks), jokers-missing).after(rankSetPoints(held), missing))
		}
	}
	return most
}
