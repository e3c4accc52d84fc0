package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
)

// TestPapers checks the worked examples of saha2025mindist and lal2025grouping.
func TestPapers(t *testing.T) {
	for _, c := range []struct {
		name string
		hand string
		wild card.Rank
		want int
	}{
		// saha2025mindist, section IV.A, prints wild card 3♣ and 27; see
		// ExampleMinScore.
		{"saha2025mindist, IV.A, as meant", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Two, 27},
		{"saha2025mindist, IV.A, as printed", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Three, 7},
		// saha2025mindist, section IV.B, gives MinScore 80 for its example of
		// MinDist 1 and prints spades for all suits. With the suits that its
		// text implies, the hand has 79 points in all, and A♠ 2♠ 3♠ with 9♠ 7♠
		// J♠ Q♠ leave 35, so the paper's figure is not reproducible.
		{"saha2025mindist, IV.B", "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD", card.Seven, 35},
		{"lal2025grouping, the code's hand", "AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK", card.Four, 0},
		// The brute-force example of lal2025grouping, seven cards: its first
		// grouping leaves 10 points, its second none.
		{"lal2025grouping, two pure sequences", "6C 7C 8C 7S 9S TS 8S", card.NoRank, 0},
		{"lal2025grouping, one pure sequence", "6C 7C 8C 7S 9S TS", card.NoRank, 26},
		// The hash example of lal2025grouping: three pure sequences, and the
		// king of diamonds left over.
		{"lal2025grouping, three pure sequences", "5C 6C 7C 8C 9C 7S 8S 9S TS JH KH AH KD", card.NoRank, 40},
		{"lal2025grouping, with the queen that its third sequence lacks", "5C 6C 7C 8C 9C 7S 8S 9S TS QH KH AH KD", card.NoRank, 10},
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
	// The groups that lal2025grouping names.
	for _, c := range []struct {
		cards string
		want  Kind
	}{
		{"4H 5H 6H 7H 8H", PureSequence},
		{"JH 5C KH AH", Sequence},
		{"JC JD JH JS", PureSet},
		{"JH KH AH", Invalid}, // its third "pure sequence" lacks the queen
	} {
		if got := Classify(cardtest.Cards(t, c.cards), card.Five); got != c.want {
			t.Errorf("Classify(%s) = %v, want %v", c.cards, got, c.want)
		}
	}
}
