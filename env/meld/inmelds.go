package meld

import "rummygym/env/card"

// InMelds returns the cards of the hand that lie in one or more of the melds that
// it holds. Without any other card c its deadwood is less by Pips(c).
func InMelds(hand card.Cards) card.Cards {
	return inRuns(hand) | hand&(threes(hand)*card.Aces)
}

// Completing returns the cards outside the hand that would lie in a meld of the
// hand and the card. With any other card c outside the hand, its deadwood and its
// deadwood after each discard but c are more by Pips(c).
func Completing(hand card.Cards) card.Cards {
	below, above := hand<<1, hand>>1
	runs := below&above | below&(hand<<2) | above&(hand>>2)
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	twos := (c|d)&(h|s) | c&d | h&s
	return (runs | twos&card.OfSuit(card.Clubs)*card.Aces) & card.All &^ hand
}

// inRuns returns the cards of the hand that lie in a run of it.
func inRuns(hand card.Cards) card.Cards {
	starts := hand & (hand >> 1) & (hand >> 2)
	return starts | starts<<1 | starts<<2
}

// threes returns the ranks of which the hand has three cards or four, as cards
// of the lowest lane.
func threes(hand card.Cards) card.Cards {
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	return (c&d&(h|s) | h&s&(c|d)) & card.OfSuit(card.Clubs)
}

// ranksOf returns the ranks of the cards, as cards of the lowest lane.
func ranksOf(cs card.Cards) card.Cards {
	cs |= cs >> 32
	return (cs | cs>>16) & card.OfSuit(card.Clubs)
}
