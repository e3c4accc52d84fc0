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
		return l.solve(lane.reach)
	}
	return t.reaches[t.recallClass(l)]
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
