package field

import (
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// some writes fields of all kinds of rows.
func some[T Entry](w *Row[T]) {
	at := Put(w.Entries(), Put(w.Entries(), 0, 300), 7)
	w.Numbers("pair", "two numbers", 2, 300, at)
	w.Move(w.Bits("place", "1 at a place", 3, Hot(w.Entries(), at, 3, 1)))
	w.Field("flag", "yes").Flag(true)
	w.Field("hot", "1 at 0, and nowhere").Rows(2).Hot(2, 0).Hot(2, -1)
	w.Field("count", "a number above the range").Count(5, 9)
	w.Field("low", "a negative number").Number(-1, 200, -1)
	w.Field("fraction", "clamped and rounded").Rows(3).Fraction(2, 3).Fraction(2, -1).Fraction(2, 1)
	w.Field("at", "at one place").FractionAt(3, 2, 0.5, 0.5)
	w.Field("kind", "the printed joker").Kind(card.Joker)
	w.Field("plane", "the ace of clubs").Cards(1)
}

// TestRow checks the layout that statements make and the entries that they write, those that are 0 too.
func TestRow(t *testing.T) {
	want := game.Layout{
		{Name: "pair", Shape: []int{2}, DType: game.Int16, High: 300, Doc: "two numbers"},
		{Name: "place", Shape: []int{3}, DType: game.Uint8, High: 1, Doc: "1 at a place"},
		{Name: "flag", DType: game.Uint8, High: 1, Doc: "yes"},
		{Name: "hot", Shape: []int{2, 2}, DType: game.Uint8, High: 1, Doc: "1 at 0, and nowhere"},
		{Name: "count", DType: game.Uint8, High: 5, Doc: "a number above the range"},
		{Name: "low", DType: game.Int16, Low: -1, High: 200, Doc: "a negative number"},
		{Name: "fraction", Shape: []int{3}, DType: game.Float32, High: 2, Doc: "clamped and rounded"},
		{Name: "at", Shape: []int{3}, DType: game.Float32, High: 0.5, Doc: "at one place"},
		{Name: "kind", Shape: []int{card.NumKinds}, DType: game.Uint8, High: 1, Doc: "the printed joker", Per: game.PerCard},
		{Name: "plane", Shape: []int{card.NumSuits, card.NumRanks}, DType: game.Uint8, High: 1, Doc: "the ace of clubs", Per: game.PerCard},
	}
	layout := LayoutOf(some[Note])
	if !reflect.DeepEqual(layout, want) {
		t.Errorf("the layout is\n%v, want\n%v", layout, want)
	}
	dst := make([]float32, layout.Size())
	for i := 5; i < len(dst); i++ {
		dst[i] = -7 // is overwritten
	}
	w := NewRow(dst, 0)
	some(&w)
	wanted := append([]float32{300, 7, 0, 1, 0, 1, 1, 0, 0, 0, 5, -1, 2, 0, float32(1*255/2+1) * (float32(2) / 255), 0, 0, 0.5}, make([]float32, card.NumKinds+card.NumSuited)...)
	wanted[18+card.NumSuited], wanted[18+card.NumKinds] = 1, 1
	if !reflect.DeepEqual(dst, wanted) || w.At() != len(dst) {
		t.Errorf("%d entries are\n%v, want\n%v", w.At(), dst, wanted)
	}
}

// TestWholeTypes checks the narrowest type of numbers at the ends of the ranges of types.
func TestWholeTypes(t *testing.T) {
	for _, c := range []struct {
		low, high int
		want      game.DType
	}{
		{0, 255, game.Uint8}, {0, 256, game.Int16}, {-1, 127, game.Int8}, {-128, 0, game.Int8}, {-129, 0, game.Int16}, {-1, 128, game.Int16},
		{-32768, 32767, game.Int16}, {-32769, 0, game.Int32}, {0, 32768, game.Int32},
	} {
		if l := LayoutOf(func(w *Row[Note]) { w.Field("x", "").Number(c.low, c.high, 0) }); l[0].DType != c.want {
			t.Errorf("%d to %d: %v, want %v", c.low, c.high, l[0].DType, c.want)
		}
	}
}
