package game_test

import (
	"testing"

	"rummygym/env/game"
)

func TestUnit(t *testing.T) {
	for _, c := range []struct {
		u              uint64
		unit, positive float64
	}{
		{0, 0, 0x1p-53},
		{1<<11 - 1, 0, 0x1p-53},
		{1 << 11, 0x1p-53, 0x1p-52},
		{1 << 63, .5, .5 + 0x1p-53},
		{1<<64 - 1, 1 - 0x1p-53, 1},
	} {
		if got := game.Unit(c.u); got != c.unit {
			t.Errorf("Unit(%#x) = %v, want %v", c.u, got, c.unit)
		}
		if got := game.PositiveUnit(c.u); got != c.positive {
			t.Errorf("PositiveUnit(%#x) = %v, want %v", c.u, got, c.positive)
		}
	}
}
