package game_test

import (
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

func TestWrite(t *testing.T) {
	var b strings.Builder
	game.WriteSeat(&b, 0, 1)
	game.WriteDrawn(&b, card.None, true)
	game.WriteDrawn(&b, card.Joker, false)
	b.WriteByte('\n')
	game.WriteSeat(&b, 1, 1)
	game.WriteDrawn(&b, 0, true)
	b.WriteByte('\n')
	game.WritePile(&b, "stock", []card.Card{0, 1, card.Joker}, 2)
	game.WritePile(&b, "pile", []card.Card{0, 1}, 2)
	const want = "  seat 0: , drew JK\n* seat 1: , drew AC from the pile\nstock (3): AC 2C …\npile (2): AC 2C\n"
	if b.String() != want {
		t.Errorf("written\n%swant\n%s", &b, want)
	}
}
