package meld

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// TestHopeless checks that hopeless never rejects a hand that can finish. The hands
// are random declarations with one more card, in which some cards are replaced by
// jokers and some changed at random, and random hands.
func TestHopeless(t *testing.T) {
	tries := 400_000
	if testing.Short() {
		tries = 60_000
	}
	rng := rand.New(rand.NewPCG(1, 8))
	finishing, given := 0, 0
	for range tries {
		size := 13 - 3*rng.IntN(2)
		wild := card.Rank(rng.IntN(card.NumRanks))
		hand := likelyHand(rng, size+1, wild)
		if hasPure(hand) && declares(&hand, wild) && hopeless(&hand, wild, 0) {
			t.Fatalf("%v, wild rank %v, is rejected and is a declaration", hand, wild)
		}
		// A finishing card, found by the search alone without the filter.
		finish := card.None
		for c := range hand.Each() {
			if rest := hand.Without(c); hasPure(rest) && declares(&rest, wild) {
				finish = c
			}
		}
		if finish != card.None {
			finishing++
		}
		if hopeless(&hand, wild, 1) {
			if given++; finish != card.None {
				t.Fatalf("%v, wild rank %v, is rejected and can finish with %v", hand, wild, finish)
			}
		}
	}
	if finishing < tries/20 || given < tries/20 {
		t.Errorf("of %d hands %d can finish and %d are rejected: want many of both", tries, finishing, given)
	}
}

// likelyHand returns n cards that are probably close to a declaration.
func likelyHand(rng *rand.Rand, n int, wild card.Rank) card.Bag {
	var hand card.Bag
	for hand.Count() < n && rng.IntN(30) > 0 {
		length := 3 + rng.IntN(3)
		suit, rank := card.Suit(rng.IntN(4)), rng.IntN(card.NumRanks)
		if rng.IntN(3) == 0 {
			for i := range min(length, 4) {
				addOrJoker(rng, &hand, card.New(card.Rank(rank), (suit+card.Suit(i))%4), wild)
			}
			continue
		}
		rank = min(rank, card.NumRanks+1-length)
		for i := range length {
			addOrJoker(rng, &hand, card.New(card.Rank((rank+i)%card.NumRanks), suit), wild)
		}
	}
	for hand.Count() < n {
		addOrJoker(rng, &hand, card.FromIndex(rng.IntN(card.NumKinds-1)), wild)
	}
	cards := hand.Append(nil)
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	cards = cards[:n]
	if rng.IntN(3) == 0 {
		cards[0] = card.FromIndex(rng.IntN(card.NumKinds - 1))
	}
	return card.BagOf(cards...)
}

// addOrJoker adds c or, one time in six, a printed joker or a wild card. A fourth
// copy becomes a joker too.
func addOrJoker(rng *rand.Rand, hand *card.Bag, c card.Card, wild card.Rank) {
	if rng.IntN(6) == 0 {
		c = card.Joker
		if w := card.New(wild, card.Suit(rng.IntN(4))); rng.IntN(2) == 0 {
			c = w
		}
	}
	if hand.Of(c) == card.MaxCopies && c != card.Joker {
		c = card.Joker
	}
	hand.Add(c)
}
