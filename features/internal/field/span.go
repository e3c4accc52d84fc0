package field

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Span is where the entries of a field of a deal go in a layout of a match: those from From on go to To.
type Span struct{ From, To, N int }

// Spans returns where the fields of a deal go in the layout of a match, from the entry first on. The layout has the fields of a deal of all
// players. A deal of fewer players has the same fields with fewer rows, which come first.
func Spans(all, of game.Layout, first int) (parts []Span, err error) {
	from := 0
	for _, f := range of {
		to, ok := all.Offset(f.Name)
		i := slices.IndexFunc(all, func(g game.Field) bool { return g.Name == f.Name })
		if !ok || to < first || len(all[i].Shape) != len(f.Shape) || all[i].Size() < f.Size() {
			return nil, fmt.Errorf("the field %s does not fit into that of a deal of all players", f.Name)
		}
		if len(f.Shape) > 1 && !slices.Equal(f.Shape[1:], all[i].Shape[1:]) {
			return nil, fmt.Errorf("the field %s has rows of another shape than in a deal of all players", f.Name)
		}
		parts = append(parts, Span{from, to, f.Size()})
		from += f.Size()
	}
	return parts, nil
}

// Spread copies the entries of a deal to their places in a match.
func Spread(dst, deal []float32, parts []Span) {
	for _, p := range parts {
		copy(dst[p.To:][:p.N], deal[p.From:])
	}
}
