package field

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Span is where the entries of a field of a deal go in a layout of a match: those from From on go to To.
type Span struct{ From, To, N int }

// Spans returns where the fields of a deal go in the layout of a match, from the entry first on. The layout has the fields of a deal of all
// players. A deal of fewer players has the same fields in the same order with fewer rows, which come first.
func Spans(all, of game.Layout, first int) (parts []Span, err error) {
	from, end := 0, first
	for _, f := range of {
		to, ok := all.Offset(f.Name)
		i := slices.IndexFunc(all, func(g game.Field) bool { return g.Name == f.Name })
		if !ok || to < end || len(all[i].Shape) != len(f.Shape) || all[i].Size() < f.Size() {
			return nil, fmt.Errorf("the field %s does not fit into that of a deal of all players", f.Name)
		}
		if len(f.Shape) > 1 && !slices.Equal(f.Shape[1:], all[i].Shape[1:]) {
			return nil, fmt.Errorf("the field %s has rows of another shape than in a deal of all players", f.Name)
		}
		parts = append(parts, Span{from, to, f.Size()})
		from, end = from+f.Size(), to+f.Size()
	}
	return parts, nil
}

// Spread moves the n entries of a deal, which stand in a row from the entry first on, to their places, and sets all others from first on
// to 0. It begins with the last field, because no place is before the one where the entries stand.
func Spread[T float32 | uint8](row []T, first, n int, parts []Span) {
	if first+n == len(row) { // they stand where they belong
		return
	}
	end := len(row)
	for _, p := range slices.Backward(parts) {
		copy(row[p.To:][:p.N], row[first+p.From:])
		clear(row[p.To+p.N : end])
		end = p.To
	}
}
