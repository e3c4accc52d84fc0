package field

import (
	"encoding/binary"

	"rummygym/env/card"
)

// bitPlaces says where the fields of a BitRow go in planes.
type bitPlaces struct {
	n      int     // their entries
	planes int     // of a row
	sets   []uint8 // the words of the first planes
	others []other // the other words
}

// other says where the entries of a word go.
type other struct{ word, n, to int }

// bitPlacesOf returns the places of fields with the given entries.
func bitPlacesOf(of BitFields, entries []place, planes int) bitPlaces {
	x := bitPlaces{planes: planes}
	for word, n := range of {
		if n == card.NumSuited {
			x.sets = append(x.sets, uint8(word))
		} else {
			x.others = append(x.others, other{word, int(n), int(entries[x.n].to)})
		}
		x.n += int(n)
	}
	return x
}

// pass is the number of planes that are written at a time: two bytes and a bit of each card, for the 17 planes of Gin Rummy.
const pass = 17

// spread writes the entries of r, and 0 as all other entries of dst.
func (x *bitPlaces) spread(dst []float32, r *BitRow) {
	// Naively dst[i*planes+p] is 1 if card i is in set p. Instead the sets are transposed to bytes of eight planes for each card, and eight
	// entries are copied at a time from a table, as by expandFields. Passes before the last one are full, and the entries that a pass writes
	// after the planes of a card are written again for the next one.
	for first := (x.planes - 1) / pass * pass; first >= 0; first -= pass {
		var sets [pass]uint64
		for i, word := range x.sets[min(first, len(x.sets)):min(first+pass, len(x.sets))] {
			sets[i] = r[word%uint8(len(r))]
		}
		spreadSets(dst[first:], &sets, x.planes, &octets)
	}
	clear(dst[card.NumSuited*x.planes:])
	for _, o := range x.others {
		word, to := r[o.word%len(r)], dst[o.to:][:o.n]
		for i := range to {
			to[i] = float32(word >> i & 1)
		}
	}
}

// spreadSets writes, for each suited card, whether it is in each set. The entries of cards are each apart.
func spreadSets(dst []float32, sets *[pass]uint64, each int, octets *[256][8]float32) {
	var low, high [64]uint8
	transpose(&low, (*[8]uint64)(sets[:8]))
	transpose(&high, (*[8]uint64)(sets[8:]))
	last, at := sets[pass-1], 0
	for _, c := range suited {
		if at+pass > len(dst) { // one of the last cards, where there are few planes
			for k := range min(pass, max(len(dst)-at, 0)) {
				dst[at+k] = float32(sets[k] >> c & 1)
			}
		} else {
			row, i := (*[pass]float32)(dst[at:at+pass:at+pass]), c&7<<3|c>>3&7
			*(*[8]float32)(row[0:]) = octets[low[i]]
			*(*[8]float32)(row[8:]) = octets[high[i]]
			row[pass-1] = octets[last>>(c&63)&1][0]
		}
		at += each
	}
}

// suited are the suited cards by card.Card.Index.
var suited = func() (cards [card.NumSuited]card.Card) {
	for i := range cards {
		cards[i] = card.FromIndex(i)
	}
	return cards
}()

// transpose makes bit i of byte 8*j+k of dst of bit 8*k+j of word i.
func transpose(dst *[64]uint8, words *[8]uint64) {
	const twos, fours, eights = 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f
	a, b, c, d, e, f, g, h := words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]
	a, b = swap(a, b, 1, twos)
	c, d = swap(c, d, 1, twos)
	e, f = swap(e, f, 1, twos)
	g, h = swap(g, h, 1, twos)
	a, c = swap(a, c, 2, fours)
	b, d = swap(b, d, 2, fours)
	e, g = swap(e, g, 2, fours)
	f, h = swap(f, h, 2, fours)
	a, e = swap(a, e, 4, eights)
	b, f = swap(b, f, 4, eights)
	c, g = swap(c, g, 4, eights)
	d, h = swap(d, h, 4, eights)
	binary.LittleEndian.PutUint64(dst[0:], a)
	binary.LittleEndian.PutUint64(dst[8:], b)
	binary.LittleEndian.PutUint64(dst[16:], c)
	binary.LittleEndian.PutUint64(dst[24:], d)
	binary.LittleEndian.PutUint64(dst[32:], e)
	binary.LittleEndian.PutUint64(dst[40:], f)
	binary.LittleEndian.PutUint64(dst[48:], g)
	binary.LittleEndian.PutUint64(dst[56:], h)
}

// swap swaps the bits of a that are shift places above those of a mask with the bits of b at the mask.
func swap(a, b uint64, shift uint, mask uint64) (uint64, uint64) {
	t := (a>>shift ^ b) & mask
	return a ^ t<<shift, b ^ t
}
