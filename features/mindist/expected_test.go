package mindist

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// expectedExactly computes Expected by its definition, over all subsets of maybe.
func expectedExactly(hand card.Bag, wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) float64 {
	for i, p := range odds {
		c := card.FromIndex(i)
		if !maybe.Has(c) {
			continue
		}
		rest := maybe.Without(c)
		with := expectedExactly(hand, wild, sure.With(c), rest, odds)
		without := expectedExactly(hand, wild, sure, rest, odds)
		return float64(p)*with + (1-float64(p))*without
	}
	return float64(min(MaxSize, Available(hand, wild, sure)))
}

// doubtful returns a random part of the cards with random probabilities, as multiples of
// 1/64, and the other cards.
func doubtful(src *rand.Rand, avail card.Bag, n int) (sure, maybe card.Bag, odds [card.NumKinds]float32) {
	cards := avail.Append(nil)
	src.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	n = min(n, len(cards))
	for i := range odds {
		odds[i] = float32(src.IntN(65)) / 64
	}
	return card.BagOf(cards[n:]...), card.BagOf(cards[:n]...), odds
}

// TestExpectedExact compares the mean over the samples with that over all subsets, of hands
// for which few cards are left, and the sum of all with the standard error of 64 samples.
func TestExpectedExact(t *testing.T) {
	src := rand.New(rand.NewPCG(21, 21))
	var got, want, square float64
	n := 0
	for _, x := range handsInPlay(count(600), 1, 2, false, 22) {
		sure, maybe, odds := doubtful(src, x.avail, 7)
		sure = scarceOf(src, sure)
		a, b := Expected(x.hand, x.wild, sure, maybe, &odds), expectedExactly(x.hand, x.wild, sure, maybe, &odds)
		if math.Abs(a-b) > 1 {
			t.Fatalf("hand %v, wild %v, sure %v, maybe %v: %.3f, exactly %.3f", x.hand, x.wild, sure, maybe, a, b)
		}
		got, want, square, n = got+a, want+b, square+(a-b)*(a-b), n+1
	}
	rms := math.Sqrt(square / float64(n))
	t.Logf("%d hands: mean %.4f, exactly %.4f, root mean square error %.3f", n, got/float64(n), want/float64(n), rms)
	if rms > 0.1 || math.Abs(got-want)/float64(n) > 4*rms/math.Sqrt(float64(n)) {
		t.Errorf("%d hands: mean %.4f, exactly %.4f, root mean square error %.3f, want below .1 and without bias", n, got/float64(n), want/float64(n), rms)
	}
}

// scarceOf returns about a third of the cards.
func scarceOf(src *rand.Rand, b card.Bag) (few card.Bag) {
	for c := range b.Each() {
		if src.IntN(3) == 0 {
			few.Add(c)
		}
	}
	return few
}

// TestExpectedCopies checks that the copies of a card come independently: one of two jokers is enough, else the hand
// cannot be declared.
func TestExpectedCopies(t *testing.T) {
	hand := bagOf(t, "3C 4C 5C 7D 8D 9D TD 5H 6H 7H KC KD 9S")
	var odds [card.NumKinds]float32
	odds[card.Joker.Index()] = 0.5
	got, want := Expected(hand, card.Two, card.Bag{}, card.Bag{Jokers: 2}, &odds), 0.75*1+0.25*MaxSize
	if math.Abs(got-want) > 2 {
		t.Errorf("%v where each of two jokers comes with probability .5: want about %v", got, want)
	}
}

// TestExpectedBounds checks the value at probabilities 0 and 1, and that a higher probability
// never raises it, also with several packs and many jokers.
func TestExpectedBounds(t *testing.T) {
	src := rand.New(rand.NewPCG(23, 23))
	for packs := 1; packs <= card.MaxCopies; packs++ {
		for _, x := range randomHands(count(150), 13+packs%2, packs, 3*packs, uint64(packs)) {
			sure, maybe, odds := doubtful(src, x.avail, 40)
			sure = scarceOf(src, sure)
			mean := Expected(x.hand, x.wild, sure, maybe, &odds)
			var none, all [card.NumKinds]float32
			for i := range all {
				all[i] = 1
			}
			low, high := min(MaxSize, Available(x.hand, x.wild, sure.Plus(maybe))), min(MaxSize, Available(x.hand, x.wild, sure))
			if got := Expected(x.hand, x.wild, sure, maybe, &all); got != float64(low) {
				t.Fatalf("%v where all cards come: %v, want %d", x.hand, got, low)
			}
			if got := Expected(x.hand, x.wild, sure, maybe, &none); got != float64(high) {
				t.Fatalf("%v where none of the doubtful cards comes: %v, want %d", x.hand, got, high)
			}
			higher := odds
			higher[src.IntN(card.NumKinds)] = 1
			if more := Expected(x.hand, x.wild, sure, maybe, &higher); more > mean || mean < float64(low) || mean > float64(high) {
				t.Fatalf("%v: %v, with a higher probability %v, want no more, in [%d, %d]", x.hand, mean, more, low, high)
			}
		}
	}
}
