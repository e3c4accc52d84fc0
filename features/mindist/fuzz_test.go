package mindist

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// handOf makes a hand of 9 to 14 cards from fuzzed bytes, with at most two copies of each
// suited card.
func handOf(data []byte) (hand card.Bag, ok bool) {
	for _, b := range data {
		c := card.FromIndex(int(b) % card.NumKinds)
		if c != card.Joker && hand.Of(c) == 2 {
			return hand, false
		}
		hand.Add(c)
	}
	return hand, len(data) >= 9 && len(data) <= 14
}

// bytesOf is the inverse of handOf.
func bytesOf(hand card.Bag) (data []byte) {
	for c := range hand.Each() {
		data = append(data, byte(c.Index()))
	}
	return data
}

// checkDistances compares the fast and the plain search with the oracle, and Discards and Draws
// with a call of Of for each card.
func checkDistances(t *testing.T, hand card.Bag, wild card.Rank) {
	t.Helper()
	want := newOracle(hand, wild, nil).distance(Declaration)
	must.Equal(t, Of(hand, wild), want, "MinDist(%v, wild %v)", hand, wild)
	checkCompletion(t, Declaration, hand, wild)
	var discards, draws [card.NumKinds]int8
	Discards(&discards, hand, wild)
	Draws(&draws, hand, wild)
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if want := Of(hand.With(c), wild); hand.Of(c) < card.MaxCopies && int(draws[i]) != want {
			t.Errorf("hand %v, wild %v: draw of %v gives %d, want %d", hand, wild, c, draws[i], want)
		}
		if !hand.Has(c) {
			continue
		}
		if want := Of(hand.Without(c), wild); int(discards[i]) != want {
			t.Errorf("hand %v, wild %v: discard of %v gives %d, want %d", hand, wild, c, discards[i], want)
		}
	}
}

// FuzzMinDist runs checkDistances.
func FuzzMinDist(f *testing.F) {
	for i, k := range readKnown(f, "testdata/indian-hands.jsonl") {
		if i%100 == 0 {
			f.Add(bytesOf(k.hand), byte(k.wild))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, rank byte) {
		hand, ok := handOf(data)
		if !ok {
			return
		}
		checkDistances(t, hand, card.Rank(rank%card.NumRanks))
	})
}

// FuzzMinDistAvailable compares Available with the oracle, where the cards of one pack
// without gone can come.
func FuzzMinDistAvailable(f *testing.F) {
	for i, k := range readKnown(f, "testdata/indian-hands.jsonl") {
		if i%100 == 0 {
			f.Add(bytesOf(k.hand), bytesOf(card.BagOf(k.Gone...)), byte(k.wild))
		}
	}
	f.Fuzz(func(t *testing.T, data, gone []byte, rank byte) {
		hand, ok := handOf(data)
		if !ok || len(data) < 11 {
			return
		}
		wild := card.Rank(rank % card.NumRanks)
		avail := card.BagOf(card.AppendDeck(nil, 1, 1)...).Minus(hand)
		for _, b := range gone {
			avail.Remove(card.FromIndex(int(b) % card.NumKinds))
		}
		want := newOracle(hand, wild, &avail).distance(Declaration)
		must.Equal(t, Available(hand, wild, avail), want, "MinDistAvailable(%v, wild %v, %v)", hand, wild, avail)
	})
}
