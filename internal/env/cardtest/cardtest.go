// Package cardtest makes cards for tests: filters for the kinds of hands that random
// dealing rarely produces, and cards from their notation.
//
//	keep := cardtest.SomeRanks(4)(rng, card.NoRank)
//	deck = slices.DeleteFunc(deck, func(c card.Card) bool { return !keep(c) })
//
// Only tests import it.
package cardtest

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// Filter returns a function that reports whether hands may contain a card. The choice
// may depend on random numbers from rng and on the wild rank, card.NoRank if there is
// none.
type Filter func(rng *rand.Rand, wild card.Rank) func(card.Card) bool

// AnyCard keeps every card.
func AnyCard(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(card.Card) bool { return true }
}

// SomeRanks keeps the cards of n random ranks, n in [0, 13].
func SomeRanks(n int) Filter {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		ranks := rng.Perm(card.NumRanks)[:n]
		var keep [card.NumRanks]bool
		for _, r := range ranks {
			keep[r] = true
		}
		return func(c card.Card) bool { return keep[c.Rank()] }
	}
}

// Neighbours keeps the cards of n consecutive ranks from a random one. The ace follows
// the king.
func Neighbours(n int) Filter {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		first := card.Rank(rng.IntN(card.NumRanks))
		return func(c card.Card) bool { return (c.Rank()+card.NumRanks-first)%card.NumRanks < card.Rank(n) }
	}
}

// SomeSuits keeps the cards of n random suits, n in [0, 4].
func SomeSuits(n int) Filter {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		suits := rng.Perm(card.NumSuits)[:n]
		var keep [card.NumSuits]bool
		for _, s := range suits {
			keep[s] = true
		}
		return func(c card.Card) bool { return keep[c.Suit()] }
	}
}

// HighCards keeps nines to aces.
func HighCards(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(c card.Card) bool { return c.Rank() >= card.Nine || c.Rank() == card.Ace }
}

// AceCards keeps aces and the ranks near them, low and high.
func AceCards(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(c card.Card) bool { return c.Rank() <= card.Four || c.Rank() >= card.Jack }
}

// WildCards keeps the wild rank and the three ranks on either side, or every card if
// no rank is wild.
func WildCards(_ *rand.Rand, wild card.Rank) func(card.Card) bool {
	return func(c card.Card) bool {
		return wild == card.NoRank || (c.Rank()+3+card.NumRanks-wild)%card.NumRanks <= 6
	}
}

// Cards parses a list of cards, see [card.ParseAll]. An error fails the test.
func Cards(t testing.TB, s string) []card.Card {
	t.Helper()
	cards, err := card.ParseAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

// Card parses one card and fails the test if it cannot be read.
func Card(t testing.TB, s string) card.Card {
	t.Helper()
	c, err := card.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
