package mindist

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"rummygym/env/card"
)

// class is the number of a reach. The 8,192 sets of ranks of one suit have only 235
// different reaches, the pairs of suits 559, and all combinations of suits of up to three
// packs 592. Reaches of single suits without duplicates come first, then those of pairs of
// them, then the rest.
type class = uint16

// Counts of classes.
const (
	suitClasses = 235 // of one suit without duplicates
	packClasses = 559 // of one or two suits without duplicates
	numClasses  = 592 // of all suits
)

// classes holds the tables of classes. The part for duplicates is made at the first hand
// with a duplicate, in about 12 ms.
type classes struct {
	ofSuit [1 << card.NumRanks]uint8     // class of a suit without duplicates
	pair   [numClasses][numClasses]class // class of two suits together
	four   [numClasses][numClasses]cover // cover of two pairs of suits together

	reaches []reach
	number  map[reach]class

	doubles sync.Once
	memory  memory                                   // of lanes with duplicates
	thrice  memory                                   // of lanes with a card held three times, see recallThrice
	ofTwice [card.NumRanks][1 << card.NumRanks]class // class of a suit with one rank twice
}

// cover holds entries 3 to 10 and 13 of a reach, each in the minimum number of bits.
type cover uint32

// coverBits holds the position of entry n in a cover.
var coverBits = [16]struct {
	shift uint8
	mask  cover
}{
	3: {0, 3}, 4: {2, 7}, 5: {5, 7}, 6: {8, 7}, 7: {11, 7}, 8: {14, 15}, 9: {18, 15}, 10: {22, 15}, 13: {26, 15},
}

// at returns entry n, for n in [3, 10] or 13.
func (c cover) at(n int) int {
	b := &coverBits[n&15]
	return int(c >> (b.shift & 31) & b.mask)
}

// coverOf packs a reach.
func coverOf(r reach) (c cover) {
	for n, b := range coverBits {
		if b.mask != 0 {
			c |= cover(r.at(n)) << b.shift
		}
	}
	return c
}

// tab holds the tables of the package, made at start-up in about 8 ms.
var tab = newClasses()

func newClasses() *classes {
	t := &classes{number: make(map[reach]class, numClasses)}
	for m := range t.ofSuit {
		t.ofSuit[m] = uint8(t.class(reachOf[m]))
	}
	for a := 0; a < len(t.reaches); a++ { // including those added in the loop
		for b := range a + 1 {
			sum := t.reaches[a].plus(t.reaches[b])
			if a < suitClasses {
				t.setPair(a, b, t.class(sum))
			}
			t.setFour(a, b, coverOf(sum))
		}
	}
	return t
}

// rare holds lanes with two ranks held twice, whose reach is not that of any combination of
// suits with at most one duplicate each.
var rare = [...]lane{
	0b1100000011111 | 0b0000000001100<<16,
	0b0001001110111 | 0b0000000100010<<16,
	0b0010111011101 | 0b0000010001000<<16,
	0b1100000011111 | 0b1000000001100<<16,
	0b1100001011111 | 0b0000000001100<<16,
	0b1100000011111 | 0b1100000001100<<16,
	0b1100011011111 | 0b0000000001100<<16,
	0b1100100011111 | 0b0100000001100<<16,
	0b1101000011111 | 0b1000000001100<<16,
	0b1100111011111 | 0b0000000001100<<16,
	0b1101000011111 | 0b1100000001100<<16,
}

// addDoubles makes the part of the tables that hands with duplicates need. It does not
// change existing entries, which other goroutines may be reading.
func (t *classes) addDoubles() {
	for x := range t.ofTwice {
		for m := range t.ofTwice[x] {
			if m>>x&1 != 0 {
				t.ofTwice[x][m] = t.class((lane(m) | 1<<(16+x)).solved())
			}
		}
	}
	for _, l := range rare {
		t.class(l.solved())
	}
	for a := suitClasses; a < len(t.reaches); a++ {
		for b := range a + 1 {
			sum := t.reaches[a].plus(t.reaches[b])
			t.setPair(a, b, t.class(sum))
			if a >= packClasses {
				t.setFour(a, b, coverOf(sum))
			}
		}
	}
}

func (t *classes) setPair(a, b int, c class) {
	t.pair[a][b], t.pair[b][a] = c, c
}

func (t *classes) setFour(a, b int, c cover) {
	t.four[a][b], t.four[b][a] = c, c
}

// class returns the class of r, adding it if it is new.
func (t *classes) class(r reach) class {
	n, ok := t.number[r]
	if !ok {
		n = class(len(t.reaches))
		t.number[r] = n
		t.reaches = append(t.reaches, r)
	}
	return n
}

// class returns the class of a suit in which no card is held three times.
func (l lane) class() class {
	if l < 1<<card.NumRanks {
		return class(tab.ofSuit[l])
	}
	return tab.recallClass(l)
}

// memory is a cache of the classes of suits with duplicates, which are slow to compute. An
// entry replaces another one in the same slot; results do not depend on the cache. Each
// slot holds the lane above the class, and 0 if it is empty.
type memory [1 << memoryBits]atomic.Uint64

const memoryBits = 14

// slot returns the slot and the key of l, which must hold no card three times and is not empty.
func (m *memory) slot(l lane) (slot *atomic.Uint64, key uint64) {
	key = uint64(l.once()) | uint64(l>>16)<<card.NumRanks
	return &m[key*0x9e3779b97f4a7c15>>(64-memoryBits)], key
}

// recall returns the reach of a lane with duplicates, from the cache if it is there.
func (t *classes) recall(l lane) reach {
	if l>>32 != 0 {
		return t.recallThrice(l)
	}
	return t.reaches[t.recallClass(l)]
}

// recallThrice is recall for lanes with a card held three times. They may have no class: a slot
// of their cache holds the reach itself, and the bits of the key that do not choose the slot. The
// key is the counts of the ranks, 0 to 3, in 26 bits; an odd factor mixes them and loses none.
func (t *classes) recallThrice(l lane) reach {
	odd := uint64(uint16(l ^ l>>16 ^ l>>32))
	key := (odd | uint64(uint16(l>>16))<<card.NumRanks) * 0x2c9277b5 % (1 << (2 * card.NumRanks))
	const restBits = 2*card.NumRanks - memoryBits
	slot, rest := &t.thrice[key>>restBits], key%(1<<restBits)
	if v := slot.Load(); v>>reachBits == rest && v != 0 {
		return unpackReach(v)
	}
	r := l.solve(lane.reach)
	slot.Store(rest<<reachBits | r.pack())
	return r
}

// recallClass returns the class of a lane with duplicates and no card three times. Every
// such lane has one (TestClassesAreComplete).
func (t *classes) recallClass(l lane) class {
	t.doubles.Do(t.addDoubles)
	if twice := uint16(l >> 16); twice&(twice-1) == 0 {
		return t.ofTwice[bits.TrailingZeros16(twice)&15][l.once()]
	}
	slot, key := t.memory.slot(l)
	if v := slot.Load(); v>>16 == key {
		return class(v)
	}
	n := t.number[l.solve(lane.reach)]
	slot.Store(key<<16 | uint64(n))
	return n
}
