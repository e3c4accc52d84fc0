package ginhand_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/features/ginhand"
	"rummygym/features/internal/playtest"
	"rummygym/internal/must"
)

// ginHandOf parses space-separated cards.
func ginHandOf(t testing.TB, text string) card.Cards {
	t.Helper()
	cards := must.Get(card.ParseAll(text))(t)
	return card.BagOf(cards...).Once
}

// TestMacroExamples checks the examples of truong2021datadriven ("Introduction" and "Hand
// Macro-features") and cases like them.
func TestMacroExamples(t *testing.T) {
	for _, c := range []struct {
		name, hand string
		want       ginhand.Macros
	}{
		{"triangle", "4H 5H 5S", ginhand.Macros{Deadwood: 14, Hits: 4}}, // 3H 6H 5D 5C
		{"set", "5H 5S 5C", ginhand.Macros{Sets: 1, Hits: 1}},
		{"run", "4H 5H 6H", ginhand.Macros{Runs: 1, Hits: 2}},
		{"run at the end", "QS KS JS", ginhand.Macros{Runs: 1, Hits: 1}},
		{"three cards apart", "AH 5S 9C", ginhand.Macros{Deadwood: 15}},
		{"square", "5H 6H 5S 6S", ginhand.Macros{Deadwood: 22, Hits: 8}},
		{"whole set", "7C 7D 7H 7S", ginhand.Macros{Sets: 1}},
		{"run and set", "AC 2C 3C 9C 9D 9S KD", ginhand.Macros{Runs: 1, Sets: 1, Deadwood: 10, Hits: 2}},
		{"figure 1", "5S QS 3H 6H QH 6D 7D JC AC 3C", ginhand.Macros{Deadwood: 61, Hits: 9}},
		{"none", "", ginhand.Macros{}},
	} {
		hand := ginHandOf(t, c.hand)
		must.Equal(t, ginhand.MacrosOf(hand), c.want, "%s, %v", c.name, hand)
	}
}

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
