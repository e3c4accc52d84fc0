package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

// TestSaha2025mindist checks the worked examples of saha2025mindist.
func TestSaha2025mindist(t *testing.T) {
	for _, c := range []struct {
		name string
		hand string
		wild card.Rank
		want int
	}{
		// Section IV.A prints wild card 3♣ and 27, and 4♥ twice, of which one is 4♦. But 3♣
		// and any two kings of different suits are a set. See also ExampleMinScore.
		{"section IV.A, as meant", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Two, 27},
		{"section IV.A, as printed", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Three, 7},
		{"section IV.A, with kings of one suit", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KS 7S", card.Three, 27},
		// Section IV.B prints 80. TestSaha2025mindist of features/mindist has all suits.
		{"section IV.B", "3S 9S 5S 6S JH QH 7D 2S 2H 2D AH AD AC", card.Seven, 79},
	} {
		hand := parseHand(t, c.hand)
		must.Equal(t, MinScore(hand, c.wild), c.want, "%s: MinScore(%v, %v)", c.name, hand, c.wild)
		must.Equal(t, naiveScore(cardtest.Cards(t, c.hand), c.wild), c.want, "%s: the oracle", c.name)
	}
}
