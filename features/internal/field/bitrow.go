package field

import "rummygym/env/card"

// BitRow holds the entries of an observation that are 0 or 1, before they are
// expanded to numbers: bit i%64 of word i/64 is entry i. It has room for 2048 entries,
// all 0 at first. Methods that take an entry return the one after those that they write.
type BitRow [2048 / 64]uint64

// put sets entry i to 1.
func (r *BitRow) put(i int) { r[uint(i)/64%uint(len(r))] |= 1 << (uint(i) % 64) }

// Cards sets the entries of the cards of a set to 1 in the plane that starts at the given
// entry.
func (r *BitRow) Cards(at int, cs card.Cards) int {
	w, shift := uint(at)/64, uint(at)%64
	bits := cs.Dense()
	r[w%uint(len(r))] |= bits << shift
	r[(w+1)%uint(len(r))] |= bits >> (64 - shift) // 0 if shift is 0
	return at + card.NumSuited
}

// Card is Cards of one card, of none for card.None.
func (r *BitRow) Card(at int, c card.Card) int {
	if c < card.Joker {
		r.put(at + c.Index())
	}
	return at + card.NumSuited
}

// Bit sets an entry to 1 if yes is true.
func (r *BitRow) Bit(at int, yes bool) int {
	if yes {
		r.put(at)
	}
	return at + 1
}

// Hot sets entry i of n entries to 1, none if i is negative.
func (r *BitRow) Hot(at, n, i int) int {
	if i >= 0 {
		r.put(at + i)
	}
	return at + n
}

// Expand writes the first len(dst) entries as numbers.
func Expand[T Entry](r *BitRow, dst []T) {
	switch dst := any(dst).(type) {
	case []float32:
		expandBits(r, dst, &octets)
	case []uint8:
		expandBits(r, dst, &byteOctets)
	}
}

func expandBits[T Entry](r *BitRow, dst []T, octets *[256][8]T) {
	// Naively dst[i] = bit i of r. Instead eight entries are copied at a time from a
	// table, so that the row is written once from start to end, not zeroed and then
	// filled in places (BenchmarkGinEncode).
	for _, w := range r {
		if len(dst) < 64 {
			for ; len(dst) >= 8; dst = dst[8:] {
				*(*[8]T)(dst) = octets[w&0xff]
				w >>= 8
			}
			copy(dst, octets[w&0xff][:])
			return
		}
		block := (*[64]T)(dst)
		*(*[8]T)(block[0:]) = octets[w&0xff]
		*(*[8]T)(block[8:]) = octets[w>>8&0xff]
		*(*[8]T)(block[16:]) = octets[w>>16&0xff]
		*(*[8]T)(block[24:]) = octets[w>>24&0xff]
		*(*[8]T)(block[32:]) = octets[w>>32&0xff]
		*(*[8]T)(block[40:]) = octets[w>>40&0xff]
		*(*[8]T)(block[48:]) = octets[w>>48&0xff]
		*(*[8]T)(block[56:]) = octets[w>>56]
		dst = dst[64:]
	}
}

// octets and byteOctets hold the eight bits of their index as numbers, the lowest first. They
// take 8 kB and 2 kB.
var (
	octets     = makeOctets[float32]()
	byteOctets = makeOctets[uint8]()
)

func makeOctets[T Entry]() (o [256][8]T) {
	for i := range o {
		for j := range o[i] {
			o[i][j] = T(i >> j & 1)
		}
	}
	return o
}
