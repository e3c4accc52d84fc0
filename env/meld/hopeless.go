package meld

import "rummygym/env/card"

// hopeless reports that the hand without any spare (0 or 1) of its cards is not a
// valid declaration. It is a sufficient test: if it returns false, the hand may or may
// not be one. In random play it excludes all but one in fifteen of the hands with a
// pure sequence.
//
// The argument: every natural card except the spare one has to be in a meld, and
// there are too few jokers for that. A card is called loose if it is in no run of
// three natural cards and the hand has no three cards of its rank; a meld with it
// needs a joker. A loose card is called lone if the hand has no other natural card of
// its rank or within two places in its suit.
//
//   - The jokers of a sequence fill gaps between pieces of at most two loose
//     cards each, because three would be a run. A gap has a piece on each side, so
//     a whole meld has at most two loose cards for each joker. A gap of one joker
//     allows one more if the pieces beside it have two cards and one, and two more
//     if both have two. A set has at most two loose cards.
//   - A gap beside a lone card has two jokers or more, and the lone card takes the
//     place of such a piece. So n lone cards in melds need n jokers, or n+1 if n
//     is odd, and each of them takes one joker from the other loose cards.
//
// A wild card in its own place fills a gap like a joker and counts as one.
func hopeless(hand *card.Bag, wild card.Rank, spare int) bool {
	wilds := card.OfRank(wild)
	jokers := int(hand.Jokers) + (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
	held := hand.Once &^ wilds
	up := held.AceHigh()
	starts := up & (up >> 1) & (up >> 2)
	runs := fold(starts | starts<<1 | starts<<2)
	// The cards of the ranks that can form a set without a joker, and with one.
	triples, pairs := card.Aces*setRanks(held, 0), card.Aces*setRanks(held, 1)
	loose := held &^ runs &^ triples
	near := fold(up<<1 | up<<2 | up>>1 | up>>2)
	lone := (loose &^ near &^ pairs).Count()
	if lone-spare > jokers&^1 {
		return true
	}
	// The places with loose cards in the two places to the left and in the two to
	// the right: with two on one side and any on the other, and with two on both.
	// The shifts cross the borders of lanes here, which only adds places.
	l := loose.AceHigh()
	twoLeft, twoRight := l<<1&(l<<2), l>>1&(l>>2)
	left, right := l<<1|l<<2&(up<<1), l>>1|l>>2&(up>>1)
	one := min(jokers, (twoLeft&right | left&twoRight).Count())
	two := min(jokers, (twoLeft & twoRight).Count())
	return loose.Count()-max(lone, spare) > 2*(jokers-max(lone-spare, 0))+one+two
}

// fold moves the copies of the aces above the kings back to the aces.
func fold(cs card.Cards) card.Cards { return (cs | cs>>card.NumRanks&card.Aces) & card.All }
