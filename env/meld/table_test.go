package meld

import (
	"math/bits"
	"testing"
)

// plainTable computes every entry of the table for one suit from all sequences of
// 3 to 13 cards, taken in any order.
type plainTable struct {
	spans []span
	seq   [1 << 13][maxJokers + 1]int
}

func newPlainTable() *plainTable {
	p := &plainTable{}
	for length := 3; length <= 13; length++ {
		for first := 0; first+length <= 14; first++ {
			var s span
			for place := first; place < first+length; place++ {
				s.ranks |= 1 << (place % 13)
			}
			s.length = uint8(length)
			p.spans = append(p.spans, s)
		}
	}
	for set := range 1 << 13 {
		for j := range maxJokers + 1 {
			for _, s := range p.spans {
				held := uint16(set) & s.ranks
				if missing := int(s.length) - bits.OnesCount16(held); held != 0 && missing <= j {
					p.seq[set][j] = max(p.seq[set][j], plainPoints(held)+p.seq[uint16(set)&^held][j-missing])
				}
			}
		}
	}
	return p
}

func plainPoints(ranks uint16) int {
	sum := 0
	for r := range 13 {
		if ranks>>r&1 != 0 {
			switch {
			case r == 0 || r >= 9:
				sum += 10
			default:
				sum += r + 1
			}
		}
	}
	return sum
}

func TestSuitTable(t *testing.T) {
	plain := newPlainTable()
	for set := range uint16(1 << 13) {
		g := &suitTable[set]
		for j := range maxJokers + 1 {
			if got, want := g.seq.at(j), plain.seq[set][j]; got != want {
				t.Fatalf("set %013b, %d jokers: sequences save %d, want %d", set, j, got, want)
			}
			pure, both := 0, 0
			for _, s := range plain.spans {
				if s.ranks&^set == 0 {
					rest := plain.seq[set&^s.ranks][j]
					if s.length <= 5 {
						pure = max(pure, plainPoints(s.ranks)+rest)
					}
					if rest > 0 {
						both = max(both, plainPoints(s.ranks)+rest)
					}
				}
			}
			if got := g.pure.at(j); got != pure {
				t.Fatalf("set %013b, %d jokers: with a pure sequence %d are saved, want %d", set, j, got, pure)
			}
			if got := g.both.at(j); got != both {
				t.Fatalf("set %013b, %d jokers: with another sequence too %d are saved, want %d", set, j, got, both)
			}
		}
	}
}
