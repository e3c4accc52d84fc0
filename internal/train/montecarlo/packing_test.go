package montecarlo

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestPacking checks that integers and multiples of 1/255 are restored exactly.
func TestPacking(t *testing.T) {
	l := game.Layout{
		{Name: "a", Shape: []int{70}, DType: game.Uint8, High: 1},
		{Name: "b", Shape: []int{3}, DType: game.Int16, Low: -5, High: 250},
		{Name: "c", Shape: []int{2, 30}, DType: game.Float32, High: 0.25},
	}
	p := must.Get(newPacking(l))(t)
	rng := rand.New(rand.NewPCG(1, 1))
	var packed []byte
	var rows [][]float32
	var starts []int
	for range 50 {
		x := make([]float32, l.Size())
		for i := range x {
			switch {
			case rng.IntN(3) > 0:
			case i < 70:
				x[i] = 1
			case i < 73:
				x[i] = float32(rng.IntN(256) - 5)
			default:
				x[i] = float32(rng.IntN(256)) * (float32(0.25) / 255)
			}
		}
		starts = append(starts, len(packed))
		packed, rows = p.append(packed, x), append(rows, x)
	}
	got := make([]float32, l.Size())
	for r, want := range rows {
		p.unpack(got, packed[starts[r]:])
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("row %d: entry %d is %v, want %v", r, i, got[i], want[i])
			}
		}
	}
	must.Refuse(newPacking(game.Layout{{Name: "wide", DType: game.Int16, High: 300}}))(t, "field wide")
}
