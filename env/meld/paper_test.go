package meld

import (
	"testing"

	"rummygym/env/card"
)

// The worked examples of papers 000 and 002.
func TestPapers(t *testing.T) {
	for _, c := range []struct {
		name string
		hand string
		wild card.Rank
		want int
	}{
		// Paper 000, section IV.A, prints wild card 3♣ and 27; see ExampleMinScore.
		{"000 IV.A, as meant", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Two, 27},
		{"000 IV.A, as printed", "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S", card.Three, 7},
		// Paper 000, section IV.B, gives MinScore 80 for its example of MinDist 1,
		// in print with all suits spades. With the suits that its text implies,
		// all points together are 79, and A♠ 2♠ 3♠ with 9♠ 7♠ J♠ Q♠ leave 35, so
		// the paper's figure does not come out.
		{"000 IV.B", "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD", card.Seven, 35},
		{"002, the code's hand", "AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK", card.Four, 0},
		// The brute force example of paper 002, seven cards: its first grouping
		// leaves 10, its second none.
		{"002, two pure sequences", "6C 7C 8C 7S 9S TS 8S", card.NoRank, 0},
		{"002, one pure sequence", "6C 7C 8C 7S 9S TS", card.NoRank, 26},
		// The hash example of paper 002: three pure sequences, and the king of
		// diamonds left over.
		{"002, three pure sequences", "5C 6C 7C 8C 9C 7S 8S 9S TS JH KH AH KD", card.NoRank, 40},
		{"002, with the queen that its third sequence lacks", "5C 6C 7C 8C 9C 7S 8S 9S TS QH KH AH KD", card.NoRank, 10},
	} {
		hand := parseHand(t, c.hand)
		if got := MinScore(hand, c.wild); got != c.want {
			t.Errorf("%s: MinScore(%v, %v) = %d, want %d", c.name, hand, c.wild, got, c.want)
		}
		if got := naiveScore(parseCards(t, c.hand), c.wild); got != c.want {
			t.Errorf("%s: the oracle counts %d, want %d", c.name, got, c.want)
		}
	}
	if got := Total(parseHand(t, "3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD"), card.Seven); got != 79 {
		t.Errorf("the hand of paper 000, section IV.B, has %d points, want 79", got)
	}
	// The groups that paper 002 names.
	for _, c := range []struct {
		cards string
		want  Kind
	}{
		{"4H 5H 6H 7H 8H", PureSequence},
		{"JH 5C KH AH", Sequence},
		{"JC JD JH JS", PureSet},
		{"JH KH AH", Invalid}, // its third "pure sequence" lacks the queen
	} {
		if got := Classify(parseCards(t, c.cards), card.Five); got != c.want {
			t.Errorf("Classify(%s) = %v, want %v", c.cards, got, c.want)
		}
	}
}
