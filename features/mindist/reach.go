package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// MaxSize is the size of the largest declaration.
const MaxSize = 13

// reach holds the numbers of natural cards of one or more suits that runs can cover: entry
// n, in [0, MaxSize], is the maximum number of cards in runs of total length at most n. The
// entries are bytes, entry 0 lowest, and do not decrease. Runs have at least 3 cards, so
// entries 0 to 2 are 0; and any run can be lengthened by a card (a run of 5 becomes two of
// 3), so "at most n" is the same as "exactly n" for n of at least 3.
type reach struct{ lo, hi uint64 }

const (
	bytesOfOne = 0x0101_0101_0101_0101
	topBits    = 0x8080_8080_8080_8080
	// topEntries are the bytes of hi up to entry MaxSize.
	topEntries = 1<<(8*(MaxSize-7)) - 1
)

// at returns entry n.
func (r reach) at(n int) int {
	if n < 8 {
		return int(r.lo >> (8 * n) & 0xff)
	}
	return int(r.hi >> (8*n - 64) & 0xff)
}

// after returns the reach of the runs of r together with one more run, of the given size in
// [3, 10], that covers c cards.
func (r reach) after(size, c int) reach {
	lo, hi := r.lo+uint64(c)*bytesOfOne, r.hi+uint64(c)*bytesOfOne
	if size >= 8 {
		return reach{0, lo << (8*size - 64) & topEntries}
	}
	return reach{lo << (8 * size), (hi<<(8*size) | lo>>(64-8*size)) & topEntries}
}

// or returns the maximum of r and o, entry by entry.
func (r reach) or(o reach) reach { return reach{greater(r.lo, o.lo), greater(r.hi, o.hi)} }

// greater returns the maximum of a and b, byte by byte; all bytes must be below 128.
func greater(a, b uint64) uint64 {
	atLeast := ((a | topBits) - b) & topBits >> 7 * 0xff // 0xff where a ≥ b
	return a&atLeast | b&^atLeast
}

// reachBits is the number of bits of a packed reach.
const reachBits = 4 * (MaxSize - minRun + 1)

// pack returns the entries from 3 in 4 bits each.
func (r reach) pack() uint64 { return nibbles(r.lo)>>(4*minRun) | nibbles(r.hi)<<(4*(8-minRun)) }

// unpackReach is the inverse of pack; it ignores further bits.
func unpackReach(v uint64) reach {
	v = v << (4 * minRun) & (1<<(4*(MaxSize+1)) - 1)
	return reach{spread(v & (1<<32 - 1)), spread(v >> 32)}
}

// nibbles returns the lower halves of the bytes of v side by side.
func nibbles(v uint64) uint64 {
	v = (v | v>>4) & 0x00ff_00ff_00ff_00ff
	v = (v | v>>8) & 0x0000_ffff_0000_ffff
	return (v | v>>16) & (1<<32 - 1)
}

// spread is the inverse of nibbles.
func spread(v uint64) uint64 {
	v = (v | v<<16) & 0x0000_ffff_0000_ffff
	v = (v | v<<8) & 0x00ff_00ff_00ff_00ff
	return (v | v<<4) & 0x0f0f_0f0f_0f0f_0f0f
}

// plus returns the reach of two groups of suits together.
func (r reach) plus(o reach) reach {
	sum := r.or(o)
	for n, before := minRun, 0; n <= MaxSize-minRun; n++ {
		if c := r.at(n); c > before {
			sum = sum.or(o.after(n, c))
			before = c
		}
	}
	return sum
}

// windowsWith lists the windows that contain each rank.
var windowsWith = func() (with [card.NumRanks][minRun + 4 + maxRun]uint16) {
	for r := range with {
		n := 0
		for _, w := range windows {
			if w>>r&1 != 0 {
				with[r][n] = w
				n++
			}
		}
	}
	return with
}()

// reachOf holds the reach of every set of ranks of one suit.
var reachOf = func() *[1 << card.NumRanks]reach {
	t := new([1 << card.NumRanks]reach)
	for m := 1; m < len(t); m++ {
		t[m] = lane(m).solve(func(l lane) reach { return t[l] })
	}
	return t
}()

// reach returns the reach of l. Two runs may contain the same rank: a card held twice can
// be used by both, and super jokers may repeat.
func (l lane) reach() reach {
	if l>>16 == 0 {
		return reachOf[l]
	}
	return tab.recall(l)
}

// solved computes reach without the tables for duplicates.
func (l lane) solved() reach {
	if l>>16 == 0 {
		return reachOf[l]
	}
	return l.solve(lane.solved)
}

// solve returns the reach of l, which is not empty, from the reaches of lanes with fewer
// cards, which known returns.
//
// Naively up to four runs are laid in all ways. Here the lowest of the cards held most often
// is considered: either the runs leave out a copy of it, or all its copies are in runs; then
// it is enough to lay one of these and use the reach of the rest.
func (l lane) solve(known func(lane) reach) reach {
	most := l
	for most>>16 != 0 {
		most >>= 16
	}
	x := bits.TrailingZeros64(uint64(most))
	r := known(l.take(1 << x))
	for _, w := range windowsWith[x] {
		if w != 0 {
			r = r.or(known(l.take(w)).after(bits.OnesCount16(w), bits.OnesCount16(w&l.once())))
		}
	}
	return r
}
