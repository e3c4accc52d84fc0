package indian

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestLowest compares hands at the limit: scores, then the points in diamonds,
// clubs, hearts and spades, then the seat.
func TestLowest(t *testing.T) {
	for _, c := range []struct {
		name  string
		hands [3]string
		out   game.Player // the seat that has left, or game.NoPlayer
		want  game.Player
	}{
		{"the lowest score", [3]string{"KC 9D 5H 3S", "KC 9D 5H 2S", "KC 9D 5H 4S"}, game.NoPlayer, 1},
		{"scores before suits", [3]string{"KD 2S", "KC 3S", "KH 4S"}, game.NoPlayer, 0},
		{"diamonds", [3]string{"5D 4C", "4D 5C", "6D 3C"}, game.NoPlayer, 1},
		{"clubs", [3]string{"5D 4C 3H", "5D 3C 4H", "5D 2C 5H"}, game.NoPlayer, 2},
		{"hearts", [3]string{"5D 4C 3H 4S", "5D 4C 2H 5S", "5D 4C 3H 4S"}, game.NoPlayer, 1},
		{"equal points in all suits, so the lowest seat", [3]string{"5D 4C 3H 4S", "5D 4C 3H 4S", "5D 4C 3H 4S"}, game.NoPlayer, 0},
		{"the lowest seat in the game", [3]string{"5D 4C", "5D 4C", "5D 4C"}, 0, 1},
		{"wild cards and jokers count nothing", [3]string{"5D 4C 7D JK", "5D 4C", "4D 5C 7C"}, game.NoPlayer, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newGame(t, Club(3)).NewTable()
			s.setWildcard(card.New(card.Seven, card.Hearts))
			for p, text := range c.hands {
				cards := must.Get(card.ParseAll(text))(t)
				s.hands[p] = card.BagOf(cards...)
			}
			if c.out != game.NoPlayer {
				s.left[c.out] = firstDrop
			}
			if got := s.lowest(); got != c.want {
				t.Errorf("seat %d wins with %v, want seat %d", got, s.hands[got], c.want)
			}
		})
	}
}
