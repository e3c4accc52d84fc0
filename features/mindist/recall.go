package mindist

import (
	"math/bits"
	"sync/atomic"

	"rummygym/env/card"
)

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
