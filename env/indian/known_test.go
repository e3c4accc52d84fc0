package indian_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

func TestActiveNeighbours(t *testing.T) {
	for _, c := range []struct {
		seats        int
		self         game.Player
		active       uint8
		want, before game.Player
	}{
		{2, 0, 0b11, 1, 1},
		{2, 1, 0b11, 0, 0},
		{2, 1, 0b10, 1, 1},
		{4, 1, 0b1111, 2, 0},
		{4, 0, 0b1111, 1, 3},
		{4, 3, 0b1111, 0, 2},
		{4, 1, 0b1011, 3, 0},
		{4, 0, 0b1011, 1, 3},
		{4, 3, 0b1011, 0, 1},
		{4, 2, 0b0110, 1, 1},
		{4, 2, 0b0100, 2, 2},
	} {
		o := indian.Observation{Rules: &indian.Rules{Seats: c.seats}, Self: c.self, Active: c.active}
		must.Equal(t, o.NextActive(), c.want, "NextActive of seat %d of %d, in the game %b,", c.self, c.seats, c.active)
		must.Equal(t, o.ActiveBefore(c.self), c.before, "ActiveBefore of seat %d of %d, in the game %b,", c.self, c.seats, c.active)
	}
}
