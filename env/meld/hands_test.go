package meld

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
)

// A recipe makes hands of one kind: it draws from a deck of packs that is reduced
// to the cards of a filter.
type recipe struct {
	name  string
	packs int
	keep  cardtest.Filter
	more  int // printed jokers in the deck
}

// recipes are random hands, and kinds of hands that random dealing rarely produces.
var recipes = []recipe{
	{"random", 1, cardtest.AnyCard, 2},
	{"random, two packs", 2, cardtest.AnyCard, 2},
	{"random, three packs", 3, cardtest.AnyCard, 3},
	{"few ranks", 2, cardtest.SomeRanks(4), 2},
	{"few ranks, one pack", 1, cardtest.SomeRanks(5), 2},
	{"few neighbouring ranks", 1, cardtest.Neighbours(5), 3},
	{"few neighbouring ranks, two packs", 2, cardtest.Neighbours(4), 2},
	{"two suits", 1, cardtest.SomeSuits(2), 2},
	{"one suit, two packs", 2, cardtest.SomeSuits(1), 2},
	{"one suit, three packs", 3, cardtest.SomeSuits(1), 0},
	{"two suits, two packs", 2, cardtest.SomeSuits(2), 1},
	{"two suits, three packs", 3, cardtest.SomeSuits(2), 3},
	{"many jokers", 1, cardtest.SomeSuits(3), 8},
	{"mostly jokers", 3, cardtest.SomeSuits(1), 20},
	{"high cards", 2, cardtest.HighCards, 1},
	{"aces and their neighbours", 1, cardtest.AceCards, 2},
	{"aces and their neighbours, two packs", 2, cardtest.AceCards, 2},
	{"wild rank and its neighbours", 1, cardtest.WildCards, 1},
	{"wild rank and its neighbours, three packs", 3, cardtest.WildCards, 0},
}

// hand returns a hand of n cards, or of fewer if the recipe does not have so many.
func (r recipe) hand(rng *rand.Rand, n int) (cards []card.Card, wild card.Rank) {
	wild = card.Rank(rng.IntN(card.NumRanks + 1)) // may be card.NoRank
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

// hands calls f with n hands of every recipe, of every size from 1 to 14 cards.
// Half of them have 13 or 14 cards.
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
