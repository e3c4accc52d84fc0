package features

import (
	"math/bits"

	"rummygym/env/card"
)

// flips says for each set of ranks of one suit, and each total length of runs from 3
// on, which ranks change what the runs cover by 1: those of the set if they are taken
// away, others if they are added.
var flips = func() *[1 << card.NumRanks][16]uint16 {
	t := new([1 << card.NumRanks][16]uint16)
	for m := range t {
		for rest := ^m & (1<<card.NumRanks - 1); rest != 0; rest &= rest - 1 {
			one := rest & -rest
			less, more := reachOf[m], reachOf[m|one]
			for n := minRun; n <= maxTotal; n++ {
				if less.at(n) != more.at(n) {
					t[m][n] |= uint16(one)
					t[m|one][n] |= uint16(one)
				}
			}
		}
	}
	return t
}()

// coverDown is what runs cover of the suits of each class, in nibbles: the lowest is entry
// 10 of the cover, the highest entry 3.
var coverDown = func() (down [suitClasses]uint32) {
	for m, c := range tab.ofSuit {
		down[c] = 0
		for n := minRun; n <= maxTotal-minRun; n++ {
			down[c] |= uint32(reachOf[m].at(n)) << (4 * (maxTotal - minRun - n))
		}
	}
	return down
}()

// up returns the entries of a cover from 3, in the lowest nibble, to 10.
func (c cover) up() uint32 {
	u := uint32(c)
	return u&0x3 | u<<2&0x70 | u<<3&0x700 | u<<4&0x7000 | u<<5&0x7_0000 | u<<6&0xfff0_0000
}

// coverOfCards returns what runs can cover of cards that are all there once.
func coverOfCards(cs card.Cards) cover {
	const ranks = 1<<card.NumRanks - 1
	c, t := uint64(cs), tab
	p := t.pair[t.ofSuit[c&ranks]][t.ofSuit[c>>16&ranks]]
	q := t.pair[t.ofSuit[c>>32&ranks]][t.ofSuit[c>>48&ranks]]
	return t.four[p][q]
}

// flipsOf returns which cards raise what runs of total length left cover of cs, which is
// goal, and which of cs they cannot do without.
//
// Naively one asks for the cover with each card more or less. But runs that cover most
// share the length left between the suit of the card and the other three suits in one of
// a few ways, and within a suit a table tells.
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
		differ := others.up() + down>>(4*(maxTotal-left)) ^ uint32(goal)*nibbles
		for same := ^(differ&threes + threes | differ | threes) & lengths; same != 0; same &= same - 1 {
			n := left - minRun - bits.TrailingZeros32(same)/4
			some |= row[n&15]
			all &= row[n&15]
		}
		if left == maxTotal && others.at(left) == goal {
			all = 0
		}
		if reachOf[uint64(cs)>>(16*s)&ranks].at(left) == goal { // the others have nothing
			some |= row[left&15]
			all &= row[left&15]
		}
		raise |= card.Cards(some) << (16 * s)
		needed |= card.Cards(all) << (16 * s)
	}
	return raise &^ cs, needed & cs
}
