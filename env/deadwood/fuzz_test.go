package deadwood

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// FuzzDeadwood compares all functions of a hand with the oracle on the same hand. The
// bytes are cards by index, up to 11.
func FuzzDeadwood(f *testing.F) {
	for _, s := range []string{
		"6S 7S AC 4C 7C 5D 6D 7D 8D 6H 7H",
		"AS 2S AC 2C 6C 7C 8C 2D AH 2H 3H",
		"3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
		"4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H",
		"4C 4D 4H 4S 5C 6C 7D 8D 9D TD TS",
		"AC 2C QC KC AD AH KD KH 2S 3S 4S",
	} {
		var data []byte
		for _, c := range cardtest.Cards(f, s) {
			data = append(data, byte(c.Index()))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var hand card.Cards
		for _, b := range data {
			if hand.Count() < 11 {
				hand = hand.With(card.FromIndex(int(b) % 52))
			}
		}
		if hand == 0 {
			return
		}
		n := newNaive(hand)
		checkDeadwood(t, "fuzz", n)
		checkBest(t, "fuzz", n)
	})
}

// FuzzLayOffs compares the lay-offs with the oracle on the same hand. The bytes are
// cards by index: the first ten are the knocker's, up to seven more are the hand.
func FuzzLayOffs(f *testing.F) {
	for _, s := range []string{
		"6H 6S 6D 3C 4C 5C TD TH TS KD 6C 7C 2C AC 8C 8D 8H",
		"6H 7H 8H 6C 7C 8C 6D 7D 8D KD 5C 5H 5S 4C 4H 5D QS",
		"3C 4C 5C 9C TC JC 7H 7S 7D AD 6C 7C 8C QC 2C 7D 8H",
	} {
		var data []byte
		for _, c := range cardtest.Cards(f, s) {
			data = append(data, byte(c.Index()))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var shown, hand card.Cards
		for _, b := range data {
			switch c := card.FromIndex(int(b) % 52); {
			case shown.Count() < 10:
				shown = shown.With(c)
			case hand.Count() < 7 && !shown.Has(c):
				hand = hand.With(c)
			}
		}
		checkLayOffs(t, hand, Best(shown))
	})
}
