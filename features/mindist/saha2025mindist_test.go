package mindist_test

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// TestSaha2025mindist plays through the suits of the hand 3 9 5 6, J Q 7, 2 2 2, A A A of
// saha2025mindist, section IV.B, with wild rank 7. In the text that was read all of them are
// spades, which no pack has. The paper says that the hand has no pure sequence, that it is
// complete with a 4 in place of the 9, and that its MinScore is 80. So 3, 5 and 6 have one suit,
// J and Q have one, and the twos and the aces are sets. Whatever the suits are, MinDist is 1, and
// MinScore is 79, all points of the hand, exactly if there is no pure sequence.
func TestSaha2025mindist(t *testing.T) {
	without := 0
	for n := range 1 << 12 {
		var suit [6]card.Suit
		for i := range suit {
			suit[i] = card.Suit(n >> (2 * i) & 3)
		}
		run, nine, court, seven, noTwo, noAce := suit[0], suit[1], suit[2], suit[3], suit[4], suit[5]
		hand := []card.Card{
			card.New(card.Three, run), card.New(card.Nine, nine), card.New(card.Five, run), card.New(card.Six, run),
			card.New(card.Jack, court), card.New(card.Queen, court), card.New(card.Seven, seven),
		}
		for s := range card.Suit(card.NumSuits) {
			if s != noTwo {
				hand = append(hand, card.New(card.Two, s))
			}
			if s != noAce {
				hand = append(hand, card.New(card.Ace, s))
			}
		}
		bag := card.BagOf(hand...)
		if got := mindist.Of(bag, card.Seven); got != 1 {
			t.Fatalf("%v: MinDist %d, want 1", hand, got)
		}
		pure := seven == run || noTwo != run && noAce != run // 5 6 7, or A 2 3
		if got := meld.MinScore(bag, card.Seven); (got == 79) == pure || got > 79 {
			t.Fatalf("%v: MinScore %d, with a pure sequence: %t", hand, got, pure)
		}
		if !pure {
			without++
		}
	}
	if without != 1344 { // 4 · 4 · 4 · 3 · 7
		t.Errorf("%d hands have no pure sequence, want 1344", without)
	}
}
