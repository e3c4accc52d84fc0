package field

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
)

// TestBitRow checks rows of few and of many sets and other fields against their bits one by one: as a row of the layout, in numbers and
// bytes, and in planes.
func TestBitRow(t *testing.T) {
	src := rand.New(rand.NewPCG(2, 2))
	for n := range 400 {
		var r BitRow
		var of BitFields
		var planes [][]float32 // by card
		var flat, others []float32
		for word := range 1 + n%noWord {
			r[word] = src.Uint64() & src.Uint64() & uint64(card.All)
			bits := make([]float32, card.NumSuited)
			if set := card.Cards(r[word]); word == 0 || src.IntN(4) > 0 {
				for c := range set.Each() {
					bits[c.Index()] = 1
				}
				planes = append(planes, bits)
			} else {
				bits = bits[:1+src.IntN(10)]
				r[word] &= 1<<len(bits) - 1
				for i := range bits {
					bits[i] = float32(r[word] >> i & 1)
				}
				others = append(others, bits...)
			}
			of, flat = append(of, uint8(len(bits))), append(flat, bits...)
		}
		dirty, zeros := src.IntN(70), make([]float32, 70)
		flat = append(flat, zeros[:dirty]...)
		floats, bytes := slices.Repeat([]float32{7}, len(flat)), slices.Repeat([]uint8{7}, len(flat))
		for _, end := range []int{expandFields(&r, of, floats), expandFields(&r, of, bytes)} {
			if end != len(flat)-dirty {
				t.Fatalf("%v end at entry %d, want %d", of, end, len(flat)-dirty)
			}
		}
		for i, want := range flat {
			if floats[i] != want || bytes[i] != uint8(want) {
				t.Fatalf("%v: entry %d is %v and %v, want %v", of, i, floats[i], bytes[i], want)
			}
		}

		each := len(planes) + src.IntN(4) // with planes that are not of the row
		var want []float32
		for i := range card.NumSuited {
			for _, p := range planes {
				want = append(want, p[i])
			}
			want = append(want, zeros[:each-len(planes)]...)
		}
		entries, set, other := []place{}, 0, len(want)
		for _, n := range of {
			if n == card.NumSuited {
				for i := range int(n) {
					entries = append(entries, place{to: int32(i*each + set)})
				}
				set++
				continue
			}
			for range n {
				entries = append(entries, place{to: int32(other)})
				other++
			}
		}
		want = append(append(want, others...), zeros[:dirty]...)
		got, x := slices.Repeat([]float32{7}, len(want)), bitPlacesOf(of, entries, each)
		x.spread(got, &r)
		if !slices.Equal(got, want) {
			t.Fatalf("%v in %d planes:\n%v, want\n%v", of, each, got, want)
		}
	}
}
