package mindist

import (
	"math/rand/v2"
	"sync"
	"testing"

	"rummygym/env/card"
)

// structuredHand returns a hand that is difficult in one of several ways.
func structuredHand(src *rand.Rand, size int) (card.Bag, card.Rank) {
	wild := card.Rank(src.IntN(card.NumRanks))
	var b card.Bag
	put := func(c card.Card) {
		if b.Count() < size && b.Of(c) < 2 {
			b.Add(c)
		}
	}
	run := func() {
		s, r := card.Suit(src.IntN(4)), src.IntN(card.NumRanks)
		for i := range 3 + src.IntN(3) {
			if src.IntN(6) != 0 {
				put(card.New(card.Rank((r+i)%card.NumRanks), s))
			}
		}
	}
	switch src.IntN(7) {
	case 0: // few ranks
		low := src.IntN(10)
		for range 40 {
			put(card.New(card.Rank(low+src.IntN(4)), card.Suit(src.IntN(4))))
		}
	case 1: // runs
		for range 4 {
			run()
		}
	case 2: // jokers
		for range src.IntN(10) {
			if src.IntN(2) == 0 {
				put(card.New(wild, card.Suit(src.IntN(4))))
			} else {
				b.Jokers++
			}
		}
	case 3: // duplicates
		for range 5 {
			c := card.New(card.Rank(src.IntN(card.NumRanks)), card.Suit(src.IntN(4)))
			put(c)
			put(c)
			run()
		}
	case 4: // the wild card in its own place
		s := card.Suit(src.IntN(4))
		for i := range 5 {
			put(card.New(card.Rank((int(wild)+11+i)%card.NumRanks), s))
		}
		run()
	case 5: // sets
		for range 4 {
			r := card.Rank(src.IntN(card.NumRanks))
			for range 4 {
				put(card.New(r, card.Suit(src.IntN(4))))
			}
		}
		run()
	case 6: // one suit
		s := card.Suit(src.IntN(4))
		for range 2 * size {
			put(card.New(card.Rank(src.IntN(card.NumRanks)), s))
		}
	}
	for b.Count() < size {
		if src.IntN(20) == 0 {
			b.Jokers++
		} else {
			put(card.New(card.Rank(src.IntN(card.NumRanks)), card.Suit(src.IntN(4))))
		}
	}
	return b, wild
}

// forEachHand calls f with random and structured hands of 13 or 14 cards, and sometimes
// fewer.
func forEachHand(seed uint64, n int, f func(hand card.Bag, wild card.Rank)) {
	src := rand.New(rand.NewPCG(seed, 7))
	for i := range n {
		size := 13 + src.IntN(2)
		if src.IntN(8) == 0 {
			size = 1 + src.IntN(12)
		}
		if i%2 == 0 {
			f(structuredHand(src, size))
			continue
		}
		d := randomHands(1, size, 1+src.IntN(2), src.IntN(5), src.Uint64())[0]
		f(d.hand, d.wild)
	}
}

// TestRareHands checks hands on which a wrong limit or table shows that hardly any random hand reveals.
func TestRareHands(t *testing.T) {
	for _, rare := range []struct {
		hand string
		wild card.Rank
	}{
		{"AC 2C 3C 3C 4C 6C TC QC KC 5H 9H 7S JS", card.Eight},   // the clubs are of the first class of suits with duplicates
		{"2C 2C 2C 3C 4C 8C 9C JC 2D 3D 4D 8D KD", card.King},    // a card three times
		{"5H 5H 5H JS QS KS AS JK JK JK JK JK JK", card.Two},     // each of them is needed
		{"JK JK JK JK JK JK JK JK JK JK", card.Two},              // another joker does not help
		{"4C 5C KC KD KH KS JK JK JK JK JK JK JK JK", card.King}, // only jokers are free
		{"KC KD KH KS TC TD TH TS 2C 3C 7C 5D 6H 4S", card.Nine}, // two sets of four leave five places
		{"KC KD KH KS TC TD TH 2S 6S 3C 5D 4H 7H", card.Queen},   // a draw makes a second set of four
	} {
		hand := bagOf(t, rare.hand)
		checkDistances(t, hand, rare.wild)
		checkOuts(t, hand, rare.wild)
	}
}

// count returns n, or a tenth in short mode.
func count(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestMinDistAgainstTarget(t *testing.T) {
	forEachHand(1, count(10000), func(hand card.Bag, wild card.Rank) {
		if got, want := Of(hand, wild), Declaration.search(hand, wild, 0).best; got != want {
			t.Fatalf("MinDist(%v, wild %v) = %d, want %d", hand, wild, got, want)
		}
	})
}

func TestMinDistDiscards(t *testing.T) {
	forEachHand(2, count(60000), func(hand card.Bag, wild card.Rank) {
		var got [card.NumKinds]int8
		least, wantLeast := Discards(&got, hand, wild), 99
		for i, d := range got {
			c, want := card.FromIndex(i), -1
			if hand.Has(c) {
				want = Of(hand.Without(c), wild)
				wantLeast = min(wantLeast, want)
			}
			if int(d) != want {
				t.Fatalf("hand %v, wild %v: discard of %v gives %d, want %d", hand, wild, c, d, want)
			}
		}
		if least != wantLeast {
			t.Fatalf("hand %v, wild %v: minimum %d, want %d", hand, wild, least, wantLeast)
		}
	})
}

func TestMinDistDraws(t *testing.T) {
	forEachHand(3, count(20000), func(hand card.Bag, wild card.Rank) {
		var got [card.NumKinds]int8
		if d, want := Draws(&got, hand, wild), Of(hand, wild); d != want {
			t.Fatalf("hand %v, wild %v: %d, want %d", hand, wild, d, want)
		}
		for i, d := range got {
			c := card.FromIndex(i)
			if want := Of(hand.With(c), wild); hand.Of(c) < card.MaxCopies && int(d) != want {
				t.Fatalf("hand %v, wild %v: draw of %v gives %d, want %d", hand, wild, c, d, want)
			}
		}
	})
}

// TestConcurrentUse is for the race detector: tables are made and suits are cached while
// other goroutines read them.
func TestConcurrentUse(t *testing.T) {
	hands := randomHands(500, 14, 2, 3, 12)
	var wait sync.WaitGroup
	sums := make([]int, 4)
	for i := range sums {
		wait.Go(func() {
			var dist [card.NumKinds]int8
			for _, d := range hands {
				sums[i] += Discards(&dist, d.hand, d.wild)
				for _, n := range dist {
					sums[i] += int(n)
				}
			}
		})
	}
	wait.Wait()
	for _, sum := range sums {
		if sum != sums[0] {
			t.Errorf("sums of distances %v differ", sums)
		}
	}
}
