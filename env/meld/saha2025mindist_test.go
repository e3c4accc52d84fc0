package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
)

// TestSaha2025mindist checks the worked examples of saha2025mindist.
func TestSaha2025mindist(t *testing.T) {
	for _, c := range []struct {
		name string
		hand string
		wild card.Rank
		want int
	}{
		// saha2025mindist, section IV.A, prints wild card 3♣ and 27; see
		// ExampleMinScore.
		{"section IV.A, as meant", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Two, 27},
		{"section IV.A, as printed", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Three, 7},
		// saha2025mindist, section IV.B, gives MinScore 80 for its example of
		// MinDist 1 and prints spades for all suits. With the suits that its
		// text implies, the hand has 79 points in all, and A♠ 2♠ 3♠ with 9♠ 7♠
		// J♠ Q♠ leave 35, so the paper's figure is not reproducible.
		{"section IV.B", "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD", card.Seven, 35},
	} {
		hand := parseHand(t, c.hand)
		if got := MinScore(hand, c.wild); got != c.want {
			t.Errorf("%s: MinScore(%v, %v) = %d, want %d", c.name, hand, c.wild, got, c.want)
		}
		if got := naiveScore(cardtest.Cards(t, c.hand), c.wild); got != c.want {
			t.Errorf("%s: the oracle returns %d, want %d", c.name, got, c.want)
		}
	}
	if got := Total(parseHand(t, "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD"), card.Seven); got != 79 {
		t.Errorf("the hand of saha2025mindist, section IV.B, has %d points, want 79", got)
	}
}
