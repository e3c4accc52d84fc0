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

// expectedNaively computes Expected by a call of Available for each sample.
func expectedNaively(hand card.Bag, wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) float64 {
	sum := 0
	for _, avail := range sampleBags(sure, maybe, odds) {
		sum += min(MaxSize, Available(hand, wild, avail))
	}
	return float64(sum) / expectedSamples
}

// sampleBags returns the samples of Expected.
func sampleBags(sure, maybe card.Bag, odds *[card.NumKinds]float32) (bags [expectedSamples]card.Bag) {
	for i := range bags {
		bags[i] = sure
	}
	for kind, p := range odds {
		c := card.FromIndex(kind)
		for copies := range maybe.Of(c) {
			in := sampleSets.row(p)[copies%(2*card.MaxCopies)][kind]
			for i := range bags {
				if in>>i&1 != 0 {
					bags[i].Add(c)
				}
			}
		}
	}
	return bags
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

// checkExpected compares Expected with a call of Available for each sample.
func checkExpected(t *testing.T, hand card.Bag, wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) {
	t.Helper()
	if got, want := Expected(hand, wild, sure, maybe, odds), expectedNaively(hand, wild, sure, maybe, odds); got != want {
		t.Fatalf("Expected(%v, wild %v, %v, %v, %v) = %v, want %v", hand, wild, sure, maybe, odds, got, want)
	}
}

// TestExpectedOfSamples compares hands of one to three packs, with few and many jokers and cards
// that can come, and hands for which the search is hard.
func TestExpectedOfSamples(t *testing.T) {
	src := rand.New(rand.NewPCG(25, 25))
	for packs := 1; packs <= card.MaxCopies; packs++ {
		for _, jokers := range []int{0, 2, 9} {
			hands := handsInPlay(count(300), packs, jokers, false, uint64(packs))
			hands = append(hands, handsInPlay(count(300), packs, jokers, true, uint64(packs))...)
			for _, x := range append(hands, randomHands(count(100), 13+jokers%2, packs, jokers, uint64(packs))...) {
				sure, maybe, odds := doubtful(src, x.avail, 1+src.IntN(60))
				if src.IntN(4) > 0 { // as in play
					sure, maybe = card.Bag{}, maybe.Plus(sure)
				}
				switch src.IntN(3) {
				case 0:
					sure = scarceOf(src, sure)
				case 1:
					sure, maybe = scarceOf(src, scarceOf(src, sure)), scarceOf(src, maybe)
				}
				if p := float32(src.IntN(65)) / 64; src.IntN(2) == 0 {
					for i := range odds {
						odds[i] = p
					}
				}
				checkExpected(t, x.hand, x.wild, sure, maybe, &odds)
			}
		}
	}
	for _, h := range hard[:count(10*len(hard))/10] {
		sure, maybe, odds := doubtful(src, bagOf(t, h.avail), 1+src.IntN(30))
		checkExpected(t, bagOf(t, h.hand), h.wild, sure, maybe, &odds)
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

func BenchmarkExpected(b *testing.B) {
	var odds [card.NumKinds]float32
	for i := range odds {
		odds[i] = 0.7
	}
	benchmark(b, 13, func(d *dealt) int { return int(100 * Expected(d.hand, d.wild, card.Bag{}, d.avail, &odds)) })
}
