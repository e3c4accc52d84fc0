package ginhand_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/playtest"
)

// TestMacrosAndAffixesAgainstNaive compares hands of all sizes with the naive versions.
func TestMacrosAndAffixesAgainstNaive(t *testing.T) {
	src := rand.NewPCG(8, 8)
	for n := range playtest.Decisions(4000) {
		deck := card.AppendDeck(nil, 1, 0)
		card.Shuffle(deck, src)
		if n%2 == 0 { // a crowded hand has melds that compete for cards
			deck = crowd(deck, src)
		}
		among := card.Cards(src.Uint64()) & card.All
		checkGinHand(t, card.BagOf(deck[:n%11]...).Once, among)
	}
}

// crowd returns the cards of a few ranks and suits, at least 13.
func crowd(deck []card.Card, src *rand.PCG) []card.Card {
	low := card.Rank(card.Below(src, 9))
	var some []card.Card
	for _, c := range deck {
		if c.Rank() >= low && c.Rank() < low+5 {
			some = append(some, c)
		}
	}
	return some
}

// checkGinHand compares all features of a hand of up to 10 cards with the naive versions.
func checkGinHand(t *testing.T, hand, among card.Cards) {
	t.Helper()
	roots, affixes := ginhand.RootsAndAffixes(hand, among)
	wantRoots, wantAffixes := playtest.Roots(hand, among.Has)
	if roots != wantRoots || affixes != wantAffixes {
		t.Fatalf("RootsAndAffixes(%v, %v) = %v, %v, want %v, %v", hand, among, roots, affixes, wantRoots, wantAffixes)
	}
	m := ginhand.MacrosOf(hand)
	if want := playtest.Hits(hand); m.Hits != want {
		t.Fatalf("%v: hit count %d, want %d", hand, m.Hits, want)
	}
	if want := playtest.Deadwood(hand, 0); m.Deadwood != want {
		t.Fatalf("%v: deadwood %d, want %d", hand, m.Deadwood, want)
	}
	if want := deadwood.Best(hand).Len(); m.Runs+m.Sets != want {
		t.Fatalf("%v: %d runs and %d sets, want %d melds", hand, m.Runs, m.Sets, want)
	}
}

// FuzzGinHand checks hands and sets of cards given as bits.
func FuzzGinHand(f *testing.F) {
	f.Add(uint64(0x0070_0008_0008_0008), uint64(card.All))
	f.Add(uint64(0x001f_0003_0003_0000), uint64(0))
	f.Fuzz(func(t *testing.T, bits, among uint64) {
		hand := card.Cards(bits) & card.All
		for hand.Count() > 10 {
			hand &= hand - 1
		}
		checkGinHand(t, hand, card.Cards(among)&card.All)
	})
}
