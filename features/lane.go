package features

import (
	"math/bits"

	"rummygym/env/card"
)

// lane holds the cards of one suit, bit r for rank r, counted in unary: once
// those held at least once, and so on (see card.Bag).
type lane struct{ once, twice, thrice uint16 }

// lanes holds the natural cards of a hand by suit.
type lanes [card.NumSuits]lane

// lanesOf returns the cards of b that are in keep, by suit.
func lanesOf(b card.Bag, keep card.Cards) (l lanes) {
	for s := range card.Suit(card.NumSuits) {
		l[s] = lane{(b.Once & keep).Ranks(s), (b.Twice & keep).Ranks(s), (b.Thrice & keep).Ranks(s)}
	}
	return l
}

// take removes one copy of each card that is in w.
func (l lane) take(w uint16) lane {
	return lane{
		once:   l.once&^w | l.twice&w,
		twice:  l.twice&^w | l.thrice&w,
		thrice: l.thrice &^ w,
	}
}

// naturals returns the suited cards that are not of the wild rank.
func naturals(wild card.Rank) card.Cards { return card.All &^ card.OfRank(wild) }

// jokersIn returns how many printed jokers and cards of the wild rank b holds.
func jokersIn(b card.Bag, wild card.Rank) int {
	w := card.OfRank(wild) & card.All
	return int(b.Jokers) + (b.Once & w).Count() + (b.Twice & w).Count() + (b.Thrice & w).Count()
}

// The lengths of a run that need to be searched: a longer one splits.
const (
	minRun = 3
	maxRun = 5
)

// numWindows is the number of places where a run of 3 to 5 cards can lie in a
// suit, the ace low or high.
const numWindows = 12 + 11 + 10

// windows lists the places of runs as rank masks: lengths 3, 4 and 5, each
// from the ace upwards. The ace above the king is bit 0, too.
var windows = func() (ws [numWindows]uint16) {
	n := 0
	for size := minRun; size <= maxRun; size++ {
		for start := 0; start+size <= card.NumRanks+1; start++ {
			ws[n] = window(start, size)
			n++
		}
	}
	return ws
}()

// window returns the ranks of the run of the given size whose lowest card is
// start, with the high ace as bit 0.
func window(start, size int) uint16 {
	w := (uint32(1)<<size - 1) << start
	return uint16(w&(1<<card.NumRanks-1) | w>>card.NumRanks)
}

// reach is how many natural cards of one suit runs can cover: the entry L is
// the most that lie in runs of total length at most L. Entries never fall.
type reach [maxTotal + 1]uint8

// maxTotal is the largest declaration.
const maxTotal = 13

// reachOf holds the reach of every set of ranks of one suit.
var reachOf = func() *[1 << card.NumRanks]reach {
	t := new([1 << card.NumRanks]reach)
	for m := range t {
		t[m] = sweep(uint32(m))
		if m&1 != 0 { // the ace may lie above the king instead
			high := sweep(uint32(m)&^1 | 1<<card.NumRanks)
			for i, c := range high {
				t[m][i] = max(t[m][i], c)
			}
		}
	}
	return t
}()

// sweep computes a reach from low to high ranks; bit 13 is the high ace.
// Windows that overlap cannot cover more cards than windows that do not, so it
// lays them side by side.
func sweep(m uint32) reach {
	var f [card.NumRanks + 2]reach // by end of the last window
	for end := 1; end < len(f); end++ {
		f[end] = f[end-1]
		for size := minRun; size <= min(maxRun, end); size++ {
			c := uint8(bits.OnesCount32(m >> (end - size) & (1<<size - 1)))
			for total := size; total <= maxTotal; total++ {
				f[end][total] = max(f[end][total], f[end-size][total-size]+c)
			}
		}
	}
	r := f[len(f)-1]
	for i := 1; i < len(r); i++ {
		r[i] = max(r[i], r[i-1])
	}
	return r
}

// reach returns what runs can cover of l. Two runs may hold the same rank: a
// card held twice can be used by both, and super jokers may repeat.
//
// If the best runs use a second copy of a card, two of them contain it: the
// first of these is tried in all places, and the rest follows by recursion.
func (l lane) reach() reach {
	r := reachOf[l.once]
	if l.twice == 0 {
		return r
	}
	for _, w := range windows {
		if w&l.twice == 0 {
			continue
		}
		c, size := uint8(bits.OnesCount16(w&l.once)), bits.OnesCount16(w)
		rest := l.take(w).reach()
		for i := size; i < len(r); i++ {
			r[i] = max(r[i], rest[i-size]+c)
		}
	}
	return r
}

// plus returns the reach of two suits together.
func (r reach) plus(o reach) (sum reach) {
	for i := range r {
		for j := 0; i+j < len(o); j++ {
			sum[i+j] = max(sum[i+j], r[i]+o[j])
		}
	}
	return sum
}

// at returns entry n of the sum of r and o.
func (r *reach) at(o *reach, n int) (c int) {
	for i := range n + 1 {
		c = max(c, int(r[i])+int(o[n-i]))
	}
	return c
}
