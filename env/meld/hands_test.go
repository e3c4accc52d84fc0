package meld

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
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
	{"one suit of ten points, three packs", 3, spadesOfTenPoints, 2},
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

// spadesOfTenPoints is a filter of five cards. Fourteen copies have more points than a lane holds.
func spadesOfTenPoints(*rand.Rand, card.Rank) func(card.Card) bool {
	return func(c card.Card) bool { return c.Suit() == card.Spades && Points(c, card.NoRank) == MaxPoints }
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

// rare are hands, each with its wild rank, on which a wrong bound or limit shows that hardly any random
// hand reveals: a choice of sets that seems too small, and more points than a lane holds.
var rare = []struct {
	cards string
	wild  card.Rank
}{
	{"8C TC JC QC 8D 9D TD JD QD 8H 8S 9S TS JK", card.Seven},
	{"JC KC AD 2D JD KD JH QH KH JS QS KS JK JK", card.NoRank},
	{"AC JC QC KC KD TH QH KH TS JS QS KS JK JK", card.Eight},
	{"4C 4C AD 4D 4D KD 2H 4H 2S 3S 4S 4S KS", card.Two},
	{"AC 3C KC AD QD KD AH AH TH QH KH AS TS", card.King},
	{"AS AS AS JS JS JS QS QS QS KS KS KS TS", card.NoRank},
	{"AS AS AS JS JS TS QS QS QS KS KS KS TS", card.Five},
	{"AS AS AS JS JS JS QS QS QS KS KS KS TS 2H", card.NoRank},
	{"AS AS JS JS JS QS QS QS KS KS KS TS 9S", card.NoRank},
	{"AS JK JK JK JK JK JK JK 2S 3S KH KD QH", card.NoRank},
	{"AS 2S 3S JK JK JK JK JK JK JK JK KD QH", card.NoRank},
	{"AS 2S 3S 9D JK JK JK JK JK JK JK JK KD QH", card.Queen},
}

// hands calls f with the rare hands and with n hands of every recipe, of every size
// from 1 to 14 cards. Half of them have 13 or 14 cards.
func hands(t *testing.T, n int, f func(name string, cards []card.Card, wild card.Rank)) {
	t.Helper()
	for i, r := range rare {
		f(fmt.Sprintf("rare hand %d", i), cardtest.Cards(t, r.cards), r.wild)
	}
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
