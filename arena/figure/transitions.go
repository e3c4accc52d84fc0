package figure

import (
	"fmt"
	"math"
	"strconv"
)

// Transitions draws how MinDist changes in a turn: shares[i][j] is the share of the turns at
// MinDist i after which it is j, NaN in a row without turns.
func Transitions(shares [][]float64) *Figure {
	h := &heat{
		title: "MinDist before and after a turn", rows: "MinDist before the turn", columns: "MinDist after the turn", scale: "share of the row",
		colours: yellowBlue, ticks: []float64{0, 0.25, 0.5, 0.75, 1},
		value: func(i, j int) float64 {
			if shares[i][j] == 0 {
				return math.NaN()
			}
			return shares[i][j]
		},
		text:  func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
		shade: func(v float64) float64 { return v },
	}
	for i := range shares {
		h.names = append(h.names, strconv.Itoa(i))
	}
	return h.figure()
}
