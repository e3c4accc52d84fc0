package deadwood

import "rummygym/env/card"

// InMelds returns the cards of the hand that are in one or more of its melds. The
// discard of any other card c reduces the deadwood by Pips(c).
func InMelds(hand card.Cards) card.Cards {
	return inRuns(hand) | hand&(threes(hand)*card.Aces)
}

// Completing returns the cards outside the hand that would be in a meld of the
// hand with that card. Any other card c from outside increases the deadwood, and the
// deadwood after each discard except c, by Pips(c).
func Completing(hand card.Cards) card.Cards {
	below, above := hand<<1, hand>>1
	runs := below&above | below&(hand<<2) | above&(hand>>2)
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	twos := (c|d)&(h|s) | c&d | h&s
	return (runs | twos&card.OfSuit(card.Clubs)*card.Aces) & card.All &^ hand
}

// inRuns returns the cards of the hand that are in one of its runs.
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
