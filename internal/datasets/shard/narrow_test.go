package shard

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

func TestNarrowTellsWhatDoesNotFit(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, test := range []struct {
		dtype game.DType
		fits  []float32
		not   []float32
	}{
		{game.Uint8, []float32{0, 1, 255}, []float32{-1, 256, 0.5, inf, -inf}},
		{game.Int8, []float32{-128, 0, 127}, []float32{128, -129, 0.25, inf}},
		{game.Int16, []float32{-32768, 32767}, []float32{32768, -32769, 1e-3}},
		{game.Int32, []float32{-2147483648, 16777216, 2147483520}, []float32{2147483648, -2147483904, 1.5, inf, -inf}},
		{game.Float32, []float32{-0.5, 1e30, inf}, nil},
	} {
		field := &game.Field{Name: "f", Shape: []int{1}, DType: test.dtype}
		for _, x := range test.fits {
			b := newFieldBuffers(game.Layout{*field})[0]
			if !b.append([]float32{x}) || b.inexact([]float32{x}) != nil {
				t.Errorf("%s: %v is refused", test.dtype, x)
			}
			if got := stored(&b); got != x {
				t.Errorf("%s: %v is stored as %v", test.dtype, x, got)
			}
		}
		nan := float32(math.NaN())
		if test.dtype != game.Float32 {
			test.not = append(test.not, nan)
		}
		for _, x := range test.not {
			b := newFieldBuffers(game.Layout{*field})[0]
			if b.append([]float32{x}) {
				t.Errorf("%s: %v is accepted", test.dtype, x)
			}
			must.Fail(t, b.inexact([]float32{x}), "field f: entry 0")
		}
	}
}

// TestNarrowAtEveryPlace puts a value that does not fit at every index of lists of
// every length up to 11.
func TestNarrowAtEveryPlace(t *testing.T) {
	for n := range 12 {
		src, out := make([]float32, n), make([]int8, n)
		for i := range src {
			src[i] = float32(i - 5)
		}
		if !narrow(out, src) {
			t.Errorf("%v is refused", src)
		}
		for i, good := range src {
			if float32(out[i]) != good {
				t.Errorf("entry %d of %v is converted to %d", i, src, out[i])
			}
		}
		for i, good := range src {
			for _, bad := range []float32{128, 0.5} {
				if src[i] = bad; narrow(out, src) {
					t.Errorf("%v is accepted", src)
				}
				zeros := make([]float32, n)
				if zeros[i] = bad; narrow(out, zeros) {
					t.Errorf("%v is accepted", zeros)
				}
			}
			src[i] = good
		}
	}
}

// BenchmarkNarrow converts ten planes of 53 cards with the input density of Indian
// Rummy.
func BenchmarkNarrow(b *testing.B) {
	src := rand.NewPCG(1, 2)
	planes := make([][]float32, 640)
	for i := range planes {
		planes[i] = make([]float32, 53)
		for range [...]int{13, 1, 1, 8, 1, 1, 5, 20, 2, 5}[i%10] {
			planes[i][src.Uint64()%53] = 1
		}
	}
	out := make([]uint8, 53)
	at := 0
	for b.Loop() {
		for range 10 {
			at = (at + 1) % len(planes)
			if !narrow(out, planes[at]) {
				b.Fatal("planes of zeros and ones do not fit")
			}
		}
	}
}

// stored returns the first value of a buffer.
func stored(b *fieldBuffer) float32 {
	switch b.field.DType {
	case game.Uint8:
		return float32(b.u8[0])
	case game.Int8:
		return float32(b.i8[0])
	case game.Int16:
		return float32(b.i16[0])
	case game.Int32:
		return float32(b.i32[0])
	}
	return b.f32[0]
}
