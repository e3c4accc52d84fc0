package features

import (
	"math/bits"
	"testing"

	"rummygym/env/card"
)

func TestNothingIsAllocated(t *testing.T) {
	tab.doubles.Do(tab.addDoubles)
	hands := append(handsInPlay(50, 1, 2, false, 5), handsInPlay(50, 2, 2, true, 6)...)
	var dist [card.NumKinds]int8
	for name, f := range map[string]func(d *dealt){
		"MinDist":          func(d *dealt) { MinDist(d.hand, d.wild) },
		"MinDistDiscards":  func(d *dealt) { MinDistDiscards(&dist, d.hand, d.wild) },
		"MinDistDraws":     func(d *dealt) { MinDistDraws(&dist, d.hand, d.wild) },
		"MinDistAvailable": func(d *dealt) { MinDistAvailable(d.hand, d.wild, d.avail) },
		"scarce":           func(d *dealt) { MinDistAvailable(d.hand, d.wild, card.Bag{Once: d.avail.Once &^ card.OfRank(d.wild)}) },
		"AvailableDraws":   func(d *dealt) { AvailableDraws(&dist, d.hand, d.wild, d.avail) },
		"FreeCards":        func(d *dealt) { FreeCards(d.hand, d.wild) },
		"RelatedTo":        func(d *dealt) { RelatedTo(d.hand.Once) },
	} {
		n := testing.AllocsPerRun(1, func() {
			for i := range hands {
				f(&hands[i])
			}
		})
		if n != 0 {
			t.Errorf("%s allocates %v times in %d calls", name, n, len(hands))
		}
	}
}

// TestRandomHands compares 10,000 random hands with the counts of the rules
// page, which are of 10,000 others, by χ².
func TestRandomHands(t *testing.T) {
	counts := [7]float64{11, 342, 2188, 4402, 2679, 374, 4}
	const n = 10000
	var got [10]float64
	for _, d := range randomHands(n, 13, 1, 2, 2026) {
		got[MinDist(d.hand, d.wild)]++
	}
	chi := 0.0
	for d, want := range counts {
		chi += (got[d] - want) * (got[d] - want) / (got[d] + want)
	}
	const limit = 22.5 // 99.9 % of χ² with 6 degrees of freedom
	if chi > limit {
		t.Errorf("distances %v of random hands, want about %v: χ² %.1f above %.1f", got, counts, chi, limit)
	}
}

// TestClassesAreComplete solves every suit with up to two copies of each card, by
// number of duplicates, and looks up its class.
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
					t.Fatalf("ranks %013b, twice %013b are of no class", once, twice)
				}
				*at(l) = c
			}
		}
	}
}

// TestReach compares the reach of suits with the runs laid out one by one.
func TestReach(t *testing.T) {
	forEachHand(5, count(400), func(hand card.Bag, wild card.Rank) {
		h := heldIn(hand, wild)
		for s := range card.Suit(card.NumSuits) {
			l := h.lane(s)
			var want [maxTotal + 1]int
			var lay func(first int, l lane, total, covered int)
			lay = func(first int, l lane, total, covered int) {
				for n := total; n <= maxTotal; n++ {
					want[n] = max(want[n], covered)
				}
				for i := first; i < numWindows; i++ {
					w := windows[i]
					if c := bits.OnesCount16(w & l.once()); c > 0 && total+bits.OnesCount16(w) <= maxTotal {
						lay(i, l.take(w), total+bits.OnesCount16(w), covered+c)
					}
				}
			}
			lay(0, l, 0, 0)
			r := l.reach()
			for n := range want {
				if r.at(n) != want[n] {
					t.Fatalf("%v of %v: runs of %d cards cover %d, want %d", s, hand, n, r.at(n), want[n])
				}
			}
		}
	})
}

func TestAvailableDraws(t *testing.T) {
	for _, d := range append(handsInPlay(count(1000), 1, 2, false, 8), handsInPlay(count(500), 2, 3, false, 9)...) {
		// Without the jokers, too, what can come matters.
		for _, avail := range []card.Bag{d.avail, {Once: d.avail.Once &^ card.OfRank(d.wild)}} {
			var got [card.NumKinds]int8
			if dist, want := AvailableDraws(&got, d.hand, d.wild, avail), MinDistAvailable(d.hand, d.wild, avail); dist != want {
				t.Fatalf("hand %v, wild %v, avail %v: %d, want %d", d.hand, d.wild, avail, dist, want)
			}
			for i, dist := range got {
				c, want := card.FromIndex(i), -1
				if avail.Has(c) {
					want = MinDistAvailable(d.hand.With(c), d.wild, avail.Without(c))
				}
				if int(dist) != want {
					t.Fatalf("hand %v, wild %v, avail %v: draw of %v gives %d, want %d", d.hand, d.wild, avail, c, dist, want)
				}
			}
		}
	}
}

func TestFreeCards(t *testing.T) {
	for _, d := range handsInPlay(200, 1, 2, true, 10) {
		free := FreeCards(d.hand, d.wild)
		for c := range d.hand.Once.Each() {
			if got, want := free.Has(c), MinDist(d.hand.Without(c), d.wild) == MinDist(d.hand, d.wild); got != want {
				t.Fatalf("hand %v, wild %v: %v free is %v, want %v", d.hand, d.wild, c, got, want)
			}
		}
		for _, c := range Complete(d.hand, d.wild).Free {
			if c != card.Joker && !free.Has(c) {
				t.Fatalf("hand %v, wild %v: %v is outside a nearest declaration, but not free", d.hand, d.wild, c)
			}
		}
	}
}

func TestRelated(t *testing.T) {
	for _, tt := range []struct{ of, want string }{
		{"5H", "4H 6H 5C 5D 5S"},
		{"AS", "2S KS AC AD AH"},
		{"KC", "QC AC KD KH KS"},
		{"AC", "2C KC AD AH AS"},
		{"KS", "QS AS KC KD KH"},
		{"JK", ""},
	} {
		c, err := card.Parse(tt.of)
		if err != nil {
			t.Fatal(err)
		}
		cards, err := card.ParseAll(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := Related(c), card.BagOf(cards...).Once; got != want {
			t.Errorf("Related(%v) = %v, want %v", c, got, want)
		}
	}
	for i := range card.NumKinds - 1 {
		a := card.FromIndex(i)
		if Related(a).Has(a) {
			t.Errorf("%v is related to itself", a)
		}
		for j := range i {
			b := card.FromIndex(j)
			if Related(a).Has(b) != Related(b).Has(a) {
				t.Errorf("%v and %v are related one way only", a, b)
			}
			if got, want := RelatedTo(card.BagOf(a, b).Once), Related(a)|Related(b); got != want {
				t.Errorf("RelatedTo(%v %v) = %v, want %v", a, b, got, want)
			}
		}
	}
}
