package meld

import "math/bits"

// suitTable holds the gains of every set of natural cards of one suit, indexed by
// the 13 bits of its ranks. It takes 200 kB and about 1 ms to build. It is read-only.
var suitTable = buildSuitTable()

// span holds the places of a sequence of 3 to 5 cards as a set of ranks.
type span struct {
	ranks  uint16
	length uint8
}

// spans holds all spans in ascending order of length and then of the first place.
// spansOf lists for each rank the spans that contain it.
var spans, spansOf = listSpans()

func listSpans() (all []span, of [13][]span) {
	for length := 3; length <= 5; length++ {
		for start := 0; start+length <= places; start++ {
			s := span{uint16(window(start, length, 0)), uint8(length)}
			all = append(all, s)
			for r := range of {
				if s.ranks>>r&1 != 0 {
					of[r] = append(of[r], s)
				}
			}
		}
	}
	return all, of
}

func buildSuitTable() *[1 << 13]gains {
	table := new([1 << 13]gains)
	// The simple form searches the sequences of each set of cards. Here the lowest
	// card is left out or is in one of at most 12 spans, and the rest is a smaller
	// set, whose entry exists. A joker never stands for a card of the set, because
	// the two could be exchanged.
	for set := uint16(1); set < 1<<13; set++ {
		low := bits.TrailingZeros16(set)
		g := &table[set]
		g.seq = table[set&(set-1)].seq
		for _, s := range spansOf[low] {
			held := s.ranks & set
			jokers := int(s.length) - bits.OnesCount16(held)
			g.seq = g.seq.or(table[set&^held].seq.after(rankSetPoints(held), jokers))
		}
	}
	for set := range uint16(1 << 13) {
		g := &table[set]
		for _, s := range spans {
			if s.ranks&^set == 0 {
				g.addPure(table[set&^s.ranks].seq, rankSetPoints(s.ranks), 0)
			}
		}
	}
	return table
}

// rankSetPoints returns the points of a set of ranks, none of them wild.
func rankSetPoints(ranks uint16) int {
	n := 0
	for ; ranks != 0; ranks &= ranks - 1 {
		n += int(rankPoints[bits.TrailingZeros16(ranks)&15])
	}
	return n
}
