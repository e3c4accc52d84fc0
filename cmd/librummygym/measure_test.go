package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/must"
)

// randomHands returns the counts of hands of up to most cards from packs with printed jokers,
// the hands, and a wild rank for each.
func randomHands(src *rand.Rand, n, most, packs, jokers int) (counts []int8, hands []card.Bag, wild []int8) {
	deck := card.AppendDeck(nil, packs, jokers)
	width := card.NumSuited + min(jokers, 1)
	counts = make([]int8, n*width)
	for i := range n {
		card.Shuffle(deck, src)
		hand := deck[:1+src.IntN(most)]
		for _, c := range hand {
			counts[i*width+c.Index()]++
		}
		hands, wild = append(hands, card.BagOf(hand...)), append(wild, int8(src.IntN(card.NumRanks)))
	}
	return counts, hands, wild
}

// Each row is the result of the function for that hand, also of enough hands for several cores.
func TestComputeRows(t *testing.T) {
	const n = 3*handsPerWorker + 5
	src := rand.New(rand.NewPCG(3, 5))
	counts, hands, wild := randomHands(src, n, 14, 3, 6)
	for name, of := range map[string]func(card.Bag, card.Rank) int{
		"min-score":          func(h card.Bag, w card.Rank) int { return min(meld.MinScore(h, w), meld.Cap) },
		"min-score-uncapped": meld.MinScore,
		"min-dist":           mindist.Of,
	} {
		results := make([]int32, n)
		must.Do(t, compute(name, counts, wild, results))
		for i, h := range hands {
			if want := of(h, card.Rank(wild[i])); int(results[i]) != want {
				t.Errorf("%s of %v, wild rank %v: %d, want %d", name, h, card.Rank(wild[i]), results[i], want)
			}
		}
	}

	counts, hands, wild = randomHands(src, n, 13, 3, 6)
	results := make([]int32, n*card.NumKinds)
	must.Do(t, compute("outs", counts, wild, results))
	for i, h := range hands {
		for j := range card.NumKinds {
			rank, drawn := card.Rank(wild[i]), h.With(card.FromIndex(j))
			if h.Of(card.FromIndex(j)) == card.MaxCopies {
				continue // a fourth copy
			}
			if out := mindist.Of(drawn, rank) < mindist.Of(h, rank); out != (results[i*card.NumKinds+j] == 1) {
				t.Errorf("%v, wild rank %v: %v lowers MinDist: %t", h, rank, card.FromIndex(j), out)
			}
		}
	}

	counts, hands, _ = randomHands(src, n, 11, 1, 0)
	results = results[:n]
	must.Do(t, compute("deadwood", counts, nil, results))
	for i, h := range hands {
		if want := deadwood.Of(h.Once); int(results[i]) != want {
			t.Errorf("deadwood of %v: %d, want %d", h, results[i], want)
		}
	}
}

func TestComputeRefuses(t *testing.T) {
	hand := func(counts ...int8) []int8 { return append(counts, make([]int8, card.NumKinds-len(counts))...) }
	good := hand(1, 2, 3)
	for _, tt := range []struct {
		name        string
		hands, wild []int8
		results     int
		want        string
	}{
		{"max-dist", good, []int8{0}, 1, `no measure "max-dist": want min-score`},
		{"min-dist", good[:52], []int8{0}, 1, "array hands has 52 entries: want a multiple of 53"},
		{"min-dist", good, nil, 1, "array wild has 0 entries: want 1"},
		{"min-dist", good, []int8{0}, 2, "array results has 2 entries: want 1"},
		{"outs", good, []int8{0}, 1, "array results has 1 entries: want 53"},
		{"min-dist", slices.Concat(good, hand(0, 4)), []int8{0, 0}, 2, "hand 1: 4 of 2C: want 0 to 3"},
		{"min-dist", hand(-1, 1), []int8{0}, 1, "hand 0: -1 of AC: want 0 to 3"},
		{"min-dist", hand(), []int8{0}, 1, "hand 0: 0 cards: want 1 to 14"},
		{"min-score", hand(3, 3, 3, 3, 3), []int8{0}, 1, "hand 0: 15 cards: want 1 to 14"},
		{"min-score", append(make([]int8, 52), 127), []int8{0}, 1, "hand 0: 127 of JK: want 0 to 14"},
		{"outs", hand(3, 3, 3, 3, 2), []int8{0}, card.NumKinds, "hand 0: 14 cards: want 1 to 13"},
		{"min-score", good, []int8{13}, 1, "hand 0: wild rank 13: want 0 (ace) to 12 (king)"},
		{"min-score", good, []int8{-1}, 1, "hand 0: wild rank -1"},
		{"deadwood", good[:52], nil, 1, "hand 0: 2 of 2C: want 0 to 1"},
		{"deadwood", make([]int8, 52), []int8{1}, 1, "array wild has 1 entries: want 0"},
	} {
		results := slices.Repeat([]int32{-7}, tt.results)
		mustRefuse(t, tt.name, compute(tt.name, tt.hands, tt.wild, results), statusInvalid, tt.want)
		if slices.ContainsFunc(results, func(r int32) bool { return r != -7 }) {
			t.Errorf("%s: the error %q, but results have changed", tt.name, tt.want)
		}
	}
	if err := compute("outs", nil, nil, nil); err != nil {
		t.Errorf("no hands: %v", err)
	}
}

// FuzzCompute computes the measures of any hand. A hand is computed or refused, and never fails
// inside the engine. A hand has no outs exactly if its MinDist is 0, and drawing an out lowers it.
func FuzzCompute(f *testing.F) {
	f.Add([]byte{0, 1, 2, 13, 14, 15, 26, 27, 28, 39, 40, 41, 52}, int8(6))
	f.Add([]byte{52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52, 52}, int8(0))
	f.Add([]byte{7, 7, 7, 20, 20, 20, 33, 33, 33, 46, 46, 46, 52}, int8(7))
	f.Add([]byte{0, 0, 0, 0}, int8(-1))
	f.Fuzz(func(t *testing.T, cards []byte, wild int8) {
		hand, ranks := make([]int8, card.NumKinds), []int8{wild}
		for _, c := range cards[:min(len(cards), 20)] {
			hand[c%card.NumKinds]++
		}
		numbers, which := make([]int32, 1), make([]int32, card.NumKinds)
		for name, m := range measures {
			rank := ranks
			if !m.wild {
				rank = nil
			}
			if err := compute(name, hand[:m.cards], rank, make([]int32, m.width)); err != nil && statusOf(err) != statusInvalid {
				t.Errorf("%s of %v, wild rank %d: %v", name, hand, wild, err)
			}
		}
		if compute("outs", hand, ranks, which) != nil || compute("min-dist", hand, ranks, numbers) != nil {
			return
		}
		before := numbers[0]
		if out := slices.Index(which, 1); (out < 0) != (before == 0) {
			t.Errorf("%v, wild rank %d: MinDist %d with outs %v", hand, wild, before, which)
		} else if out >= 0 {
			hand[out]++
			if err := compute("min-dist", hand, ranks, numbers); err == nil && numbers[0] >= before {
				t.Errorf("%v, wild rank %d: MinDist %d after drawing an out, %d before", hand, wild, numbers[0], before)
			}
		}
	})
}
