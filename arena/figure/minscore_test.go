package figure

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/internal/must"
)

// TestMinScoreStates compares the plain program with MinScore on random hands of neighbouring
// ranks, which have many melds, and counts the states of the paper's hand.
func TestMinScoreStates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	low := 0
	for range 200 {
		deck := card.AppendDeck(nil, 1, 1)
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		first, wild := card.Rank(rng.IntN(card.NumRanks)), card.Rank(rng.IntN(card.NumRanks))
		var hand []card.Card
		for _, c := range deck {
			if len(hand) < 13 && (c == card.Joker || (c.Rank()-first+card.NumRanks)%card.NumRanks < 5) {
				hand = append(hand, c)
			}
		}
		_, got := minScoreStates(hand, wild)
		if want := meld.MinScore(card.BagOf(hand...), wild); got != want {
			t.Errorf("%s, wild %v: %d points, want %d", card.Format(hand), wild, got, want)
		}
		if got < 20 {
			low++
		}
	}
	if low < 20 {
		t.Errorf("%d of 200 hands have fewer than 20 points: too few for this test", low)
	}

	hand := must.Get(card.ParseAll("3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S"))(t) // of saha2025mindist
	// One of three runs of clubs and the run of hearts, in both orders, then the fours.
	if states, score := minScoreStates(hand, card.Two); len(states) != 1+4+3+3 || score != 27 {
		t.Errorf("%d states and %d points, want 11 and 27", len(states), score)
	}
}
