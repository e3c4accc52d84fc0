package meld

import "rummygym/env/card"

// hopeless reports that without spare cards of it, 0 or 1, the hand is no valid
// declaration, whichever they are. It is wrong in one direction only: false tells
// nothing. Of the hands with a pure sequence in random play it leaves one in
// fifteen to the search.
//
// Plainly: every natural card but the spare has to lie in a meld, and jokers are
// too few for that. Call a card loose if it is in no run of three natural cards and
// no three of its rank are held: its meld has a joker. Call a loose card lone if
// no natural card of its rank, or within two places in its suit, is held.
//
//   - The jokers of a sequence fill gaps between pieces of at most two loose
//     cards each, as three would be a run. A gap has pieces on two sides, so over
//     a whole meld there are at most two loose cards for each joker, and besides,
//     in a gap of one joker, one more if the pieces beside it are of two and one,
//     two more if both are of two. A set has at most two loose cards.
//   - A gap beside a lone card has two jokers or more, and the lone card takes a
//     place of such a piece. So n lone cards in melds need n jokers, or n+1 if n
//     is odd, and each costs the other loose cards one joker.
//
// A wild card in its own place fills a gap as a joker does, and is counted as one.
func hopeless(hand *card.Bag, wild card.Rank, spare int) bool {
	wilds := card.OfRank(wild)
	jokers := int(hand.Jokers) + (hand.Once & wilds).Count() + (hand.Twice & wilds).Count() + (hand.Thrice & wilds).Count()
	held := hand.Once &^ wilds
	up := held.AceHigh()
	starts := up & (up >> 1) & (up >> 2)
	runs := fold(starts | starts<<1 | starts<<2)
	// The ranks of a set without a joker and of one with; times Aces, their cards.
	triples, pairs := card.Aces*setRanks(held, 0), card.Aces*setRanks(held, 1)
	loose := held &^ runs &^ triples
	near := fold(up<<1 | up<<2 | up>>1 | up>>2)
	lone := (loose &^ near &^ pairs).Count()
	if lone-spare > jokers&^1 {
		return true
	}
	// Places with loose cards in the two places to the left and to the right of
	// them: with two on one side and any on the other, and with two on both.
	// Lanes run into one another here, which only adds places.
	l := loose.AceHigh()
	twoLeft, twoRight := l<<1&(l<<2), l>>1&(l>>2)
	left, right := l<<1|l<<2&(up<<1), l>>1|l>>2&(up>>1)
	one := min(jokers, (twoLeft&right | left&twoRight).Count())
	two := min(jokers, (twoLeft & twoRight).Count())
	return loose.Count()-max(lone, spare) > 2*(jokers-max(lone-spare, 0))+one+two
}

// fold moves the aces above the kings back to their places.
func fold(cs card.Cards) card.Cards { return (cs | cs>>card.NumRanks&card.Aces) & card.All }
