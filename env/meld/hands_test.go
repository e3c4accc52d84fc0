package meld

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
)

// A recipe makes hands of one sort. Every recipe draws from a deck of packs,
// after keeping only the cards that it wants many of.
type recipe struct {
	name  string
	packs int
	keep  func(rng *rand.Rand, wild card.Rank) func(card.Card) bool
	more  int // printed jokers in the deck
}

// recipes are random hands and those that random dealing makes too seldom.
var recipes = []recipe{
	{"random", 1, anyCard, 2},
	{"random, two packs", 2, anyCard, 2},
	{"random, three packs", 3, anyCard, 3},
	{"few ranks", 2, someRanks(4), 2},
	{"few ranks, one pack", 1, someRanks(5), 2},
	{"few neighbouring ranks", 1, neighbours(5), 3},
	{"few neighbouring ranks, two packs", 2, neighbours(4), 2},
	{"two suits", 1, someSuits(2), 2},
	{"one suit, two packs", 2, someSuits(1), 2},
	{"one suit, three packs", 3, someSuits(1), 0},
	{"two suits, two packs", 2, someSuits(2), 1},
	{"two suits, three packs", 3, someSuits(2), 3},
	{"many jokers", 1, someSuits(3), 8},
	{"jokers above all", 3, someSuits(1), 20},
	{"high cards", 2, highCards, 1},
	{"aces and their neighbours", 1, aceCards, 2},
	{"aces and their neighbours, two packs", 2, aceCards, 2},
	{"wild rank and its neighbours", 1, wildCards, 1},
	{"wild rank and its neighbours, three packs", 3, wildCards, 0},
}

// hand returns a hand of n cards, or of as many as the recipe has.
func (r recipe) hand(rng *rand.Rand, n int) (cards []card.Card, wild card.Rank) {
	wild = card.Rank(rng.IntN(card.NumRanks + 1)) // card.NoRank at times
	want := r.keep(rng, wild)
	var deck []card.Card
	for _, c := range card.AppendDeck(nil, r.packs, r.more) {
		if c == card.Joker || want(c) {
			deck = append(deck, c)
		}
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck[:min(n, len(deck))], wild
}

func anyCard(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(card.Card) bool { return true }
}

func someRanks(n int) func(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		ranks := rng.Perm(card.NumRanks)[:n]
		var keep [card.NumRanks]bool
		for _, r := range ranks {
			keep[r] = true
		}
		return func(c card.Card) bool { return keep[c.Rank()] }
	}
}

func neighbours(n int) func(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		first := card.Rank(rng.IntN(card.NumRanks))
		return func(c card.Card) bool { return (c.Rank()+card.NumRanks-first)%card.NumRanks < card.Rank(n) }
	}
}

func someSuits(n int) func(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(rng *rand.Rand, _ card.Rank) func(card.Card) bool {
		suits := rng.Perm(card.NumSuits)[:n]
		var keep [card.NumSuits]bool
		for _, s := range suits {
			keep[s] = true
		}
		return func(c card.Card) bool { return keep[c.Suit()] }
	}
}

func highCards(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(c card.Card) bool { return c.Rank() >= card.Nine || c.Rank() == card.Ace }
}

func aceCards(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(c card.Card) bool { return c.Rank() <= card.Four || c.Rank() >= card.Jack }
}

func wildCards(_ *rand.Rand, wild card.Rank) func(card.Card) bool {
	return func(c card.Card) bool {
		return wild == card.NoRank || (c.Rank()+3+card.NumRanks-wild)%card.NumRanks <= 6
	}
}

// hands calls f with n hands of every recipe, of every size from 1 to 14 cards
// but half of them of 13 and 14.
func hands(n int, f func(name string, cards []card.Card, wild card.Rank)) {
	for k, r := range recipes {
		rng := rand.New(rand.NewPCG(uint64(k), 1))
		for i := range n {
			size := 13 + i&1
			if i%4 >= 2 {
				size = 1 + rng.IntN(14)
			}
			cards, wild := r.hand(rng, size)
			f(fmt.Sprintf("%s, hand %d", r.name, i), cards, wild)
		}
	}
}
