//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
)

// mutation is a way to damage the bytes of a file. It may change them in place. peer is
// another file of the same kind.
type mutation struct {
	name  string
	apply func(rng *rand.Rand, data, peer []byte) []byte
}

// span returns a random part of n bytes, in half of the cases a short one.
func span(rng *rand.Rand, n int) (from, to int) {
	from = rng.IntN(n + 1)
	most := n - from
	if rng.IntN(2) == 0 {
		most = min(most, 64)
	}
	return from, from + rng.IntN(most+1)
}

// extremes are counts, lengths and offsets that must not be believed.
var extremes = []uint64{0, 1, 0x7f, 0x80, 0xff, 1 << 15, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

var mutations = []mutation{
	{"a flipped bit", func(rng *rand.Rand, data, _ []byte) []byte {
		data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		return data
	}},
	{"several flipped bits", func(rng *rand.Rand, data, _ []byte) []byte {
		for range 2 + rng.IntN(20) {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		return data
	}},
	{"another byte", func(rng *rand.Rand, data, _ []byte) []byte {
		data[rng.IntN(len(data))] = byte(rng.Uint32())
		return data
	}},
	{"an extreme integer", func(rng *rand.Rand, data, _ []byte) []byte {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], extremes[rng.IntN(len(extremes))])
		at := rng.IntN(len(data))
		if rng.IntN(2) == 0 {
			at = len(data) - 1 - rng.IntN(min(len(data), 512)) // where many formats keep their lengths
		}
		copy(data[at:], b[:1<<rng.IntN(4)])
		return data
	}},
	{"a cut", func(rng *rand.Rand, data, _ []byte) []byte { return data[:rng.IntN(len(data))] }},
	{"a cut near the end", func(rng *rand.Rand, data, _ []byte) []byte {
		return data[:len(data)-1-rng.IntN(min(len(data), 64))]
	}},
	{"a cut of the begin", func(rng *rand.Rand, data, _ []byte) []byte { return data[1+rng.IntN(len(data)):] }},
	{"a removed block", func(rng *rand.Rand, data, _ []byte) []byte {
		from, to := span(rng, len(data))
		return slices.Delete(data, from, to)
	}},
	{"a repeated block", func(rng *rand.Rand, data, _ []byte) []byte {
		from, to := span(rng, len(data))
		return slices.Insert(data, to, bytes.Clone(data[from:to])...)
	}},
	{"swapped blocks", func(rng *rand.Rand, data, _ []byte) []byte {
		n := 1 << rng.IntN(10)
		if 2*n > len(data) {
			n = len(data) / 2
		}
		a := rng.IntN(len(data) - n + 1)
		b := rng.IntN(len(data) - n + 1)
		if a > b {
			a, b = b, a
		}
		n = min(n, b-a)
		for i := range n {
			data[a+i], data[b+i] = data[b+i], data[a+i]
		}
		return data
	}},
	{"inserted bytes", func(rng *rand.Rand, data, _ []byte) []byte {
		more := make([]byte, 1+rng.IntN(100))
		for i := range more {
			more[i] = byte(rng.Uint32())
		}
		return slices.Insert(data, rng.IntN(len(data)+1), more...)
	}},
	{"bytes after the end", func(rng *rand.Rand, data, _ []byte) []byte {
		return append(data, bytes.Repeat([]byte{byte(rng.IntN(2)) * 'x'}, 1+rng.IntN(5000))...)
	}},
	{"a tail of zeros", func(rng *rand.Rand, data, _ []byte) []byte {
		clear(data[rng.IntN(len(data)):])
		return data
	}},
	{"a block of zeros", func(rng *rand.Rand, data, _ []byte) []byte {
		from, to := span(rng, len(data))
		clear(data[from:to])
		return data
	}},
	{"another digit", func(rng *rand.Rand, data, _ []byte) []byte {
		from := rng.IntN(len(data))
		if i := bytes.IndexAny(data[from:], "0123456789"); i >= 0 {
			data[from+i] = '0' + byte(rng.IntN(10))
		}
		return data
	}},
	{"a removed line", func(rng *rand.Rand, data, _ []byte) []byte {
		lines := bytes.SplitAfter(data, []byte("\n"))
		i := rng.IntN(len(lines))
		return bytes.Join(slices.Delete(lines, i, i+1), nil)
	}},
	{"swapped lines", func(rng *rand.Rand, data, _ []byte) []byte {
		lines := bytes.SplitAfter(data, []byte("\n"))
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return bytes.Join(lines, nil)
	}},
	{"the bytes of another file", func(_ *rand.Rand, _, peer []byte) []byte { return peer }},
	{"half of another file", func(rng *rand.Rand, data, peer []byte) []byte {
		at := rng.IntN(min(len(data), len(peer)) + 1)
		return append(data[:at], peer[at:]...)
	}},
}

// mutate returns damaged bytes, which differ from data, and what was done.
func mutate(rng *rand.Rand, data, peer []byte) (damaged []byte, what string) {
	for damaged = bytes.Clone(data); bytes.Equal(damaged, data); {
		m := mutations[rng.IntN(len(mutations))]
		if len(damaged) == 0 {
			break
		}
		damaged = m.apply(rng, damaged, bytes.Clone(peer))
		what = m.name
	}
	for i := range damaged {
		if i >= len(data) || damaged[i] != data[i] {
			return damaged, fmt.Sprintf("%s, from byte %d of %d", what, i, len(data))
		}
	}
	return damaged, fmt.Sprintf("%s, now %d bytes of %d", what, len(damaged), len(data))
}
