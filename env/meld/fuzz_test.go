package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// FuzzMinScore compares the fast functions with the search and the oracle on the
// same hand. The first byte is the wild rank, the others are up to 14 cards by
// index, at most three of a kind.
func FuzzMinScore(f *testing.F) {
	for _, s := range []struct {
		wild card.Rank
		hand string
	}{
		{card.Two, "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S"},
		{card.Three, "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S"},
		{card.Seven, "3S 9S 5S 6S JH QH 7D 2S 2H 2D AH AD AC"},
		{card.Four, "AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK"},
		{card.NoRank, "QS KS AS AS 2S 3S AC AD AH JK JK"},
		{card.Five, "5C 5C 5C 4C 6C 5D 5H JK JK JK JK JK JK JK"},
		{card.Ten, "9C TC JC 9C TC JC 9C TC JC QC QC QC KC KC"},
		{card.NoRank, "JC QC KC AC JC QC KC AC JC QC KC AC TC TC"},
	} {
		data := []byte{byte(s.wild)}
		for _, c := range cardtest.Cards(f, s.hand) {
			data = append(data, byte(c.Index()))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 15 {
			return
		}
		wild := card.Rank(data[0] % (card.NumRanks + 1))
		var cards []card.Card
		for _, b := range data[1:] {
			c := card.FromIndex(int(b) % card.NumKinds)
			if c == card.Joker || card.BagOf(cards...).Of(c) < card.MaxCopies {
				cards = append(cards, c)
			}
		}
		hand := card.BagOf(cards...)
		r := Default()
		r.Cap = 0
		score := MinScore(hand, wild)
		if want := r.MinScore(hand, wild); score != want {
			t.Fatalf("MinScore(%v, %v) = %d, but the search finds %d", hand, wild, score, want)
		}
		if len(cards) <= 13 {
			n := newNaive(cards, wild, 5)
			if want := n.score(); score != want {
				t.Fatalf("MinScore(%v, %v) = %d, but the oracle counts %d", hand, wild, score, want)
			}
			if got, want := CanDeclare(hand, wild), n.declares(); got != want {
				t.Fatalf("CanDeclare(%v, %v) = %t, but the oracle says %t", hand, wild, got, want)
			}
		}
		var scores [card.NumKinds]int16
		MinScoreDiscards(&scores, hand, wild)
		for c := range hand.Each() {
			if got, want := int(scores[c.Index()]), r.MinScore(hand.Without(c), wild); got != want {
				t.Fatalf("MinScoreDiscards(%v, %v)[%v] = %d, but the search finds %d", hand, wild, c, got, want)
			}
		}
	})
}
