package field

import (
	"slices"
	"testing"

	"rummygym/env/game"
)

// TestLayOut lays out fields of two groups, of which one, both or none are switched on. Entries of a
// field that is switched off have no place.
func TestLayOut(t *testing.T) {
	fields := []Grouped[uint32]{
		In[uint32](1, Whole("a", Shape(3), 0, 255, "")),
		In[uint32](2, Whole("b", Shape(2, 2), -1, 127, "")),
		In[uint32](1, Whole("c", nil, -129, 0, "")),
	}
	for groups, want := range map[uint32][]int{0: {-1, -1, -1}, 1: {0, -1, 3}, 2: {-1, 0, -1}, 3: {0, 3, 7}} {
		at := make([]int, len(fields))
		if LayOut(at, fields, groups); !slices.Equal(at, want) {
			t.Errorf("groups %b: fields start at %v, want %v", groups, at, want)
		}
	}
}

// TestWhole checks the narrowest type of numbers at the ends of the ranges of types.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		low, high int
		want      game.DType
	}{
		{0, 255, game.Uint8}, {0, 256, game.Int16}, {-1, 127, game.Int8}, {-128, 0, game.Int8}, {-129, 0, game.Int16}, {-1, 128, game.Int16},
		{-32768, 32767, game.Int16}, {-32769, 0, game.Int32}, {0, 32768, game.Int32},
	} {
		if f := Whole("x", nil, c.low, c.high, ""); f.DType != c.want || f.Low != float64(c.low) || f.High != float64(c.high) {
			t.Errorf("%d to %d: %v, want %v", c.low, c.high, f, c.want)
		}
	}
}
