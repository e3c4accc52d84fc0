package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// flips holds, for each set of ranks of one suit and each total length of runs of at least
// 3, the ranks that change the number of cards covered by 1: ranks of the set when they are
// removed, other ranks when they are added.
var flips = func() *[1 << card.NumRanks][16]uint16 {
	t := new([1 << card.NumRanks][16]uint16)
	for m := range t {
		for rest := ^m & (1<<card.NumRanks - 1); rest != 0; rest &= rest - 1 {
			one := rest & -rest
			less, more := reachOf[m], reachOf[m|one]
			for n := minRun; n <= MaxSize; n++ {
				if less.at(n) != more.at(n) {
					t[m][n] |= uint16(one)
					t[m|one][n] |= uint16(one)
				}
			}
		}
	}
	return t
}()

// coverDown holds the entries of the cover of each class of one suit as nibbles: entry 10 in
// the lowest, entry 3 in the highest.
var coverDown = func() (down [suitClasses]uint32) {
	for m, c := range tab.ofSuit {
		down[c] = 0
		for n := minRun; n <= MaxSize-minRun; n++ {
			down[c] |= uint32(reachOf[m].at(n)) << (4 * (MaxSize - minRun - n))
		}
	}
	return down
}()

// up returns the entries of a cover as nibbles: entry 3 in the lowest, entry 10 in the
// highest.
func (c cover) up() uint32 {
	u := uint32(c)
	return u&0x3 | u<<2&0x70 | u<<3&0x700 | u<<4&0x7000 | u<<5&0x7_0000 | u<<6&0xfff0_0000
}

// coverOfCards returns the cover of a set of cards, one copy of each.
func coverOfCards(cs card.Cards) cover {
	const ranks = 1<<card.NumRanks - 1
	c, t := uint64(cs), tab
	p := t.pair[t.ofSuit[c&ranks]][t.ofSuit[c>>16&ranks]]
	q := t.pair[t.ofSuit[c>>32&ranks]][t.ofSuit[c>>48&ranks]]
	return t.four[p][q]
}

// flipsOf returns the cards that raise the number of cards of cs that runs of total length
// left cover, which must be goal, and the cards of cs without which that number falls.
//
// Naively the cover is computed with and without each card. But runs that cover the maximum
// divide the length left between the suit of the card and the other three suits in one of a
// few ways, and for one suit there is a table (flips).
func flipsOf(cs card.Cards, left, goal int) (raise, needed card.Cards) {
	const ranks = 1<<card.NumRanks - 1
	const nibbles, threes = 0x1111_1111, 0x7777_7777
	t := tab
	var suit [card.NumSuits]class
	for s := range suit {
		suit[s] = class(t.ofSuit[uint64(cs)>>(16*s)&ranks])
	}
	two := [2]class{t.pair[suit[0]][suit[1]], t.pair[suit[2]][suit[3]]}
	lengths := uint32(1)<<(4*(left-2)) - 1 // of the other suits, from 3 up to left
	for s := range suit {
		others := t.four[suit[s^1]][two[1-s/2]]
		row := &flips[uint64(cs)>>(16*s)&ranks]
		some, all := uint16(0), ^uint16(0)
		// The suit has what the others leave of the length.
		down := coverDown[suit[s]]
		differ := others.up() + down>>(4*(MaxSize-left)) ^ uint32(goal)*nibbles
		for same := ^(differ&threes + threes | differ | threes) & lengths; same != 0; same &= same - 1 {
			n := left - minRun - bits.TrailingZeros32(same)/4
			some |= row[n&15]
			all &= row[n&15]
		}
		if left == MaxSize && others.at(left) == goal {
			all = 0
		}
		if reachOf[uint64(cs)>>(16*s)&ranks].at(left) == goal { // the other suits get no length
			some |= row[left&15]
			all &= row[left&15]
		}
		raise |= card.Cards(some) << (16 * s)
		needed |= card.Cards(all) << (16 * s)
	}
	return raise &^ cs, needed & cs
}
