package deadwood

import "rummygym/env/card"

// Sorted returns the cards of a set in the order of the Java framework: by suit (clubs, hearts,
// spades, diamonds), then ace to king. It is empty and not nil for the empty set.
func Sorted(cs card.Cards) []card.Card {
	cards := make([]card.Card, 0, cs.Count())
	for _, s := range [...]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds} {
		for c := range (cs & card.OfSuit(s)).Each() {
			cards = append(cards, c)
		}
	}
	return cards
}
