package mindist

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
)

// TestClassesAreComplete solves every suit with up to two copies of each card, in order of
// the number of duplicates, and looks up its class.
func TestClassesAreComplete(t *testing.T) {
	tab.doubles.Do(tab.addDoubles)
	if n := len(tab.reaches); n != numClasses {
		t.Fatalf("%d classes, want %d", n, numClasses)
	}
	// known holds the class of the lane (once, twice) at once | twice<<13.
	known := make([]class, 1<<(2*card.NumRanks))
	at := func(l lane) *class { return &known[int(l.once())|int(l>>16)<<card.NumRanks] }
	reached := func(l lane) reach { return tab.reaches[*at(l)] }
	for m := range tab.ofSuit {
		known[m] = class(tab.ofSuit[m])
	}
	most := 2 * card.NumRanks
	if testing.Short() {
		most = 9
	}
	for copies := 1; copies <= card.NumRanks; copies++ {
		for once := range uint(1 << card.NumRanks) {
			if bits.OnesCount(once)+copies > most {
				continue
			}
			for twice := once; twice != 0; twice = (twice - 1) & once {
				if bits.OnesCount(twice) != copies {
					continue
				}
				l := lane(once | twice<<16)
				c, ok := tab.number[l.solve(reached)]
				if !ok {
					t.Fatalf("ranks %013b, twice %013b have no class", once, twice)
				}
				*at(l) = c
			}
		}
	}
}

// TestReachOfCardsHeldThrice compares the reach of lanes, some in the same slots of the cache, each asked for
// twice, with that without the cache.
func TestReachOfCardsHeldThrice(t *testing.T) {
	src := rand.New(rand.NewPCG(21, 21))
	lanes := make([]lane, count(2_000))
	for i := range lanes {
		var l lane
		for range 3 + src.IntN(10) {
			l = l.add(src.IntN(card.NumRanks))
		}
		for x := src.IntN(card.NumRanks); l>>32 == 0; {
			l = l.add(x)
		}
		lanes[i] = l
	}
	for range 2 {
		for _, l := range lanes {
			want := l.solved()
			if got := l.reach(); got != want {
				t.Fatalf("%#x reaches %v, want %v", uint64(l), got, want)
			}
			if got := unpackReach(want.pack() | 1<<reachBits); got != want {
				t.Fatalf("%v is packed and unpacked as %v", want, got)
			}
		}
	}
}
