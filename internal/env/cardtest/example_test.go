package cardtest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// A deck without the middle ranks gives many hands with aces in their melds.
func ExampleFilter() {
	rng := rand.New(rand.NewPCG(1, 2))
	keep := cardtest.AceCards(rng, card.NoRank)
	deck := slices.DeleteFunc(card.AppendDeck(nil, 1, 0), func(c card.Card) bool { return !keep(c) })
	fmt.Println(card.Format(deck[:7]), "...", len(deck), "cards")
	// Output:
	// AC 2C 3C 4C JC QC KC ... 28 cards
}
