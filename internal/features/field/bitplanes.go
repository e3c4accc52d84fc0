package field

import (
	"bytes"
	"encoding/binary"

	"rummygym/env/card"
)

// bitPlaces says where the fields of a BitRow go in planes.
type bitPlaces struct {
	n      int           // their entries
	planes int           // of a row
	passes [][pass]uint8 // the words of the planes, noWord for planes that are not of these fields
	others []other       // the other words
}

// other says where the entries of a word go.
type other struct{ word, n, to int }

// noWord is the last word of a BitRow, which is 0.
const noWord = len(BitRow{}) - 1

// pass is the number of planes that are written at a time: two bytes and a bit of each card, for the 17 planes of Gin Rummy.
const pass = 17

// bitPlacesOf returns the places of fields with the given entries.
func bitPlacesOf(of BitFields, entries []place, planes int) bitPlaces {
	x := bitPlaces{planes: planes, passes: make([][pass]uint8, (planes+pass-1)/pass)}
	for i := range x.passes {
		x.passes[i] = [pass]uint8(bytes.Repeat([]uint8{uint8(noWord)}, pass))
	}
	set := 0
	for word, n := range of {
		if n == card.NumSuited {
			x.passes[set/pass][set%pass] = uint8(word)
			set++
		} else {
			x.others = append(x.others, other{word, int(n), int(entries[x.n].to)})
		}
		x.n += int(n)
	}
	return x
}

// spread writes the entries of r, and 0 as all other entries of dst.
func (x *bitPlaces) spread(dst []float32, r *BitRow) {
	// Naively dst[i*planes+p] is 1 if card i is in set p. Instead the sets are transposed to bytes of eight planes for each card, and eight
	// entries are copied at a time from a table, as by expandFields. The last pass comes first: the entries that a pass writes after the
	// planes of a card are written again for the next one.
	for i := len(x.passes) - 1; i >= 0; i-- {
		spreadSets(dst[i*pass:], r, &x.passes[i], x.planes, &octets)
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
func spreadSets(dst []float32, r *BitRow, words *[pass]uint8, each int, octets *[256][8]float32) {
	var low, high [64]uint8
	transpose(&low, r, (*[8]uint8)(words[:]))
	transpose(&high, r, (*[8]uint8)(words[8:]))
	last, at := card.Cards(r[words[pass-1]&31]).Dense(), 0
	full := min(max((len(dst)-pass)/each+1, 0), card.NumSuited) // where there are few planes, there is no room for the last cards
	for _, i := range cardBytes[:full] {
		row := (*[pass]float32)(dst[at : at+pass : at+pass])
		*(*[8]float32)(row[0:]) = octets[low[i&63]]
		*(*[8]float32)(row[8:]) = octets[high[i&63]]
		row[pass-1] = octets[last&1][0]
		last >>= 1
		at += each
	}
	for c := full; c < card.NumSuited; c++ {
		for k := range dst[min(at, len(dst)):] {
			dst[at+k] = float32(r[words[k]&31] >> card.FromIndex(c) & 1)
		}
		at += each
	}
}

// cardBytes has, by card.Card.Index, the byte of each suited card in what transpose makes.
var cardBytes = func() (of [card.NumSuited]uint8) {
	for i := range of {
		c := uint8(card.FromIndex(i))
		of[i] = c&7<<3 | c>>3
	}
	return of
}()

// transpose makes bit i of byte 8*j+k of dst of bit 8*k+j of the word of r in place i.
func transpose(dst *[64]uint8, r *BitRow, words *[8]uint8) {
	const twos, fours, eights = 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f
	a, b, c, d := r[words[0]&31], r[words[1]&31], r[words[2]&31], r[words[3]&31]
	e, f, g, h := r[words[4]&31], r[words[5]&31], r[words[6]&31], r[words[7]&31]
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
