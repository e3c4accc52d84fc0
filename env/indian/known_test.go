package indian_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
)

func TestNextActive(t *testing.T) {
	for _, c := range []struct {
		seats  int
		self   game.Player
		active uint8
		want   game.Player
	}{
		{2, 0, 0b11, 1},
		{2, 1, 0b11, 0},
		{2, 1, 0b10, 1},
		{4, 1, 0b1111, 2},
		{4, 3, 0b1111, 0},
		{4, 1, 0b1011, 3},
		{4, 2, 0b0110, 1},
		{4, 2, 0b0100, 2},
	} {
		o := indian.Observation{Rules: &indian.Rules{Seats: c.seats}, Self: c.self, Active: c.active}
		if got := o.NextActive(); got != c.want {
			t.Errorf("NextActive of seat %d of %d, in the game %b, is %d, want %d", c.self, c.seats, c.active, got, c.want)
		}
	}
}
