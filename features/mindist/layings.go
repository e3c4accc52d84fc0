package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// ranksHeld returns, at index n in [1, 4], the ranks of which cs holds at least n cards.
func ranksHeld(cs card.Cards) (atLeast [5]uint16) {
	some, both := cs|cs>>16, cs&(cs>>16)
	atLeast[1] = uint16(some | some>>32)
	atLeast[2] = uint16(both | both>>32 | some&(some>>32))
	atLeast[3] = uint16(both&(some>>32) | some&(both>>32))
	atLeast[4] = uint16(both & (both >> 32))
	return atLeast
}

// laying is one way to lay sets, for hands with no natural card held twice.
type laying struct {
	runs       card.Cards // cards left to runs
	base, left int8       // natural cards in the sets; total length of the runs
}

// layings holds the ways to lay sets with which melds cover goal natural cards of a hand,
// the maximum number that melds cover. The hand holds no natural card twice.
type layings struct {
	list [24]laying
	n    int
}

// find sets l to all layings with which melds of cs cover goal cards. It returns false if
// melds cover more than goal cards, or if there are too many layings.
func (l *layings) find(cs card.Cards, goal int) bool {
	l.n = 0
	return l.lay(cs, 0, 0, MaxSize, goal)
}

// lay is find after sets that cover base cards; further sets have ranks of at least from.
func (l *layings) lay(cs card.Cards, from, base, left, goal int) bool {
	c := coverOfCards(cs)
	if v := base + c.at(left); v >= goal {
		if v > goal || l.n == len(l.list) {
			return false
		}
		l.list[l.n] = laying{cs, int8(base), int8(left)}
		l.n++
	}
	if left-3 < 2*minRun {
		return true
	}
	atLeast := ranksHeld(cs)
	// The bound treats a set of four as a set of three that covers four cards, as in
	// nearest.laySets.
	bound := c.at(left - 3)
	if left-6 >= 2*minRun {
		most := 2
		for most < 4 && atLeast[most+1] != 0 {
			most++
		}
		bound = max(bound, most+c.at(left-6))
	}
	for ranks := atLeast[2] >> from << from; ranks != 0; ranks &= ranks - 1 {
		rank := bits.TrailingZeros16(ranks)
		set := cs & (card.Aces << rank)
		k := set.Count()
		if base+k+bound < goal {
			continue
		}
		if k < 4 {
			if !l.lay(cs&^set, rank, base+k, left-3, goal) {
				return false
			}
			continue
		}
		if left-4 >= 2*minRun && !l.lay(cs&^set, rank, base+4, left-4, goal) {
			return false
		}
		for one := set; one != 0; one &= one - 1 {
			if !l.lay(cs&^(set&^(one&-one)), rank, base+3, left-3, goal) {
				return false
			}
		}
	}
	return true
}

// without keeps the layings with which melds cover goal cards without the card one.
func (l *layings) without(one card.Cards, goal int) {
	n := 0
	for _, w := range l.list[:l.n] {
		if w.runs&one == 0 { // it is in a set
			continue
		}
		w.runs &^= one
		if int(w.base)+coverOfCards(w.runs).at(int(w.left)) == goal {
			l.list[n] = w
			n++
		}
	}
	l.n = n
}

// purely reports whether melds of h with a pure run that has at most the given number of
// holes cover goal cards; l holds the layings with which melds cover goal cards.
func (l *layings) purely(h held, own card.Cards, holes, goal int) bool {
	w := &l.list[0]
	n := nearest{size: MaxSize, base: int(w.base), runs: held{once: w.runs}, left: int(w.left)}
	return n.purely(h, purity{own, card.All}, holes, goal)
}
