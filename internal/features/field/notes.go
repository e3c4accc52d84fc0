package field

import (
	"math"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Note is the entry of a Row that notes fields.
type Note = int16

// mostNoted is a size that no layout reaches.
const mostNoted = 1 << 14

// LayoutOf returns the layout of the fields that a function writes. It is called with a Row that notes them.
func LayoutOf[T Entry](write func(*Row[T])) game.Layout {
	layout, _ := Noted(write)
	return layout
}

// Noted is LayoutOf, and the entries that the function writes by [Row.Spread], [Row.BagAt], [Row.KindAt], [Row.CopiesAt] and
// [Row.RankAt], which write them in planes too: [Places] has to write the others.
func Noted[T Entry](write func(*Row[T])) (game.Layout, Written) {
	w := Row[T]{dst: make([]T, mostNoted), notes: new(notes)}
	write(&w)
	return w.notes.layout, w.notes.written
}

// notes are the fields of a layout in the making.
type notes struct {
	layout  game.Layout
	next    game.Field // its name, meaning and number of rows
	known   bool       // whether next is in the layout: its further rows are like the first
	shared  *int       // see Row.Shared
	written Written    // see Noted
}

// begin begins a field of n rows, 0 for a field without this dimension.
func (x *notes) begin(name, doc string, n int) {
	x.next, x.known = game.Field{Name: name, Doc: doc}, false
	if n > 0 {
		x.next.Shape = []int{n}
	}
}

// row notes a row of numbers of a type in [low, high].
func (x *notes) row(t game.DType, low, high float64, shape ...int) {
	if x.known {
		return
	}
	f := x.next
	if n := len(shape); f.Per == game.PerNothing && n > 0 && (shape[n-1] == card.NumKinds || n > 1 && shape[n-2] == card.NumSuits && shape[n-1] == card.NumRanks) {
		f.Per = game.PerCard
	}
	f.Shape, f.DType, f.Low, f.High = append(f.Shape, shape...), t, low, high
	x.layout, x.known = append(x.layout, f), true
}

// whole notes a row of whole numbers in [low, high], in the narrowest type that holds them.
func (x *notes) whole(low, high int, shape ...int) {
	t := game.Int32
	switch {
	case low >= 0 && high <= math.MaxUint8:
		t = game.Uint8
	case low >= math.MinInt8 && high <= math.MaxInt8:
		t = game.Int8
	case low >= math.MinInt16 && high <= math.MaxInt16:
		t = game.Int16
	}
	x.row(t, float64(low), float64(high), shape...)
}

func (x *notes) planes(name, doc string, n int) {
	x.begin(name, doc, n)
	x.whole(0, 1, card.NumSuits, card.NumRanks)
}

func (x *notes) bags(name, doc string, n, high int) {
	x.begin(name, doc, n)
	x.whole(0, high, card.NumKinds)
}

func (x *notes) ranks(name, doc string) {
	x.begin(name, doc, 0)
	x.next.Per = game.PerRank
	x.whole(0, 1, card.NumRanks)
}

func (x *notes) counts(name, doc string, n, high int) {
	x.begin(name, doc, n)
	x.whole(0, high)
}

func (x *notes) int32s(name, doc string, low, high int, shape []int) {
	x.begin(name, doc, 0)
	x.row(game.Int32, float64(low), float64(high), shape...)
}
