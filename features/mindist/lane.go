package mindist

import "rummygym/env/card"

// lane holds the cards of one suit counted in unary, 16 bits per count: bit r is set if
// rank r is held at least once, bit 16+r if at least twice, bit 32+r if three times (see
// card.Bag). With one pack a lane is the set of its ranks.
type lane uint64

// lanes holds cards by suit.
type lanes [card.NumSuits]lane

// lanesOf returns the cards of b that are in keep, by suit.
func lanesOf(b card.Bag, keep card.Cards) (l lanes) {
	once, twice, thrice := uint64(b.Once&keep), uint64(b.Twice&keep), uint64(b.Thrice&keep)
	if twice == 0 {
		return lanes{lane(once & 0xffff), lane(once >> 16 & 0xffff), lane(once >> 32 & 0xffff), lane(once >> 48)}
	}
	for s := range l {
		l[s] = lane(once>>(16*s)&0xffff | twice>>(16*s)&0xffff<<16 | thrice>>(16*s)&0xffff<<32)
	}
	return l
}

// once returns the ranks held.
func (l lane) once() uint16 { return uint16(l) }

// take returns l without one copy of each card of w.
func (l lane) take(w uint16) lane {
	if l>>16 == 0 {
		return l &^ lane(w)
	}
	// The counts fall by one: each level becomes the next one.
	all := lane(w) * 0x1_0001_0001
	return l&^all | l>>16&all
}

// add returns l with one more copy of the card of rank r.
func (l lane) add(r int) lane {
	one := lane(1) << r
	return l | one | l&one<<16 | l&(one<<16)<<16
}

// naturals returns the suited cards that are not of the wild rank.
func naturals(wild card.Rank) card.Cards { return card.All &^ card.OfRank(wild) }

// JokersIn returns the number of printed jokers and cards of the wild rank in b.
func JokersIn(b card.Bag, wild card.Rank) int {
	w := card.OfRank(wild) & card.All
	n := int(b.Jokers) + (b.Once & w).Count()
	if b.Twice&w != 0 {
		n += (b.Twice & w).Count() + (b.Thrice & w).Count()
	}
	return n
}

// The lengths of runs to search: a longer run can be split.
const (
	minRun = 3
	maxRun = 5
)

// numWindows is the number of different runs of 3 to 5 ranks in a suit, the ace low or
// high.
const numWindows = 12 + 11 + 10

// windows lists these runs as rank masks: lengths 3, 4 and 5, each from the ace upwards.
// The ace above the king is also bit 0.
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
