package field

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// BitRow holds the first fields of an observation, sets of suited cards and others whose entries are 0 or 1, before they are expanded to
// numbers: a word for each row of a field, and the last word is 0. Methods that take a word return the next one.
type BitRow [32]uint64

// Cards writes a set of suited cards.
func (r *BitRow) Cards(word int, cs card.Cards) int {
	r[uint(word)%uint(len(r))] = uint64(cs)
	return word + 1
}

// Card is Cards of one card, of none for card.None.
func (r *BitRow) Card(word int, c card.Card) int {
	if c < card.Joker {
		r.Cards(word, 1<<c)
	}
	return word + 1
}

// Bit writes a field of one entry, 1 if yes is true.
func (r *BitRow) Bit(word int, yes bool) int {
	if yes {
		r.Cards(word, 1)
	}
	return word + 1
}

// Hot writes a field with entry i as 1, none if i is negative.
func (r *BitRow) Hot(word, i int) int {
	if i >= 0 {
		r.Cards(word, 1<<i)
	}
	return word + 1
}

// BitFields are the fields of a BitRow: by word the number of entries.
type BitFields []uint8

// bitFieldsOf returns the fields of a layout.
func bitFieldsOf(l game.Layout) (of BitFields) {
	for _, f := range l {
		width := f.Size()
		if f.Per != game.PerNothing {
			width = card.NumSuited
		}
		of = append(of, slices.Repeat([]uint8{uint8(width)}, f.Size()/width)...)
	}
	return of
}

// expandFields writes the fields of r as numbers, and 0 as the entries after them. It returns the number of entries of the fields.
func expandFields[T Entry](r *BitRow, of BitFields, dst []T) int {
	size := len(dst)
	switch dst := any(dst).(type) {
	case []float32:
		size -= expandWords(r, of, dst, &octets)
	case []uint8:
		size -= expandWords(r, of, dst, &byteOctets)
	}
	return size
}

// expandWords is expandFields with a table. It returns the number of the other entries.
func expandWords[T Entry](r *BitRow, of BitFields, dst []T, octets *[256][8]T) int {
	// Naively dst[i] = bit i of a word. Instead eight entries are copied at a time from a table, so that the row is written once from
	// start to end, not zeroed and then filled in places (BenchmarkGinEncode).
	for i, n := range of {
		word := r[i%len(r)]
		if n == card.NumSuited {
			word = card.Cards(word).Dense()
			row := (*[card.NumSuited]T)(dst)
			*(*[8]T)(row[0:]) = octets[word&0xff]
			*(*[8]T)(row[8:]) = octets[word>>8&0xff]
			*(*[8]T)(row[16:]) = octets[word>>16&0xff]
			*(*[8]T)(row[24:]) = octets[word>>24&0xff]
			*(*[8]T)(row[32:]) = octets[word>>32&0xff]
			*(*[8]T)(row[40:]) = octets[word>>40&0xff]
			*(*[4]T)(row[48:]) = [4]T(octets[word>>48&0xff][:])
		} else {
			for k := range n {
				dst[k] = T(word >> k & 1)
			}
		}
		dst = dst[n:]
	}
	clear(dst)
	return len(dst)
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
