package catalog

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// Onlooker is the seat number of a viewer who sees all hands.
const Onlooker = -1

// View returns what a seat sees, or an [Onlooker], and its text as lines for a terminal.
func View(g game.Game, s game.State, seat int) (v record.View, text string, err error) {
	if seat < Onlooker || seat >= g.Players() {
		return v, "", fmt.Errorf("there is no seat %d: want 0 to %d, or -1 for an onlooker", seat, g.Players()-1)
	}
	described, err := record.Describe(g)
	if err != nil {
		return v, "", err
	}
	observe := func(p int) game.Observation {
		obs := g.NewObservation()
		s.Observe(game.Player(p), obs)
		return obs
	}
	obs := observe(max(seat, 0))
	v = described.View(obs)
	if seat != Onlooker {
		return v, fmt.Sprint(obs), nil
	}
	for p := 1; p < len(v.Seats); p++ { // v is the view of seat 0
		v.Seats[p] = described.View(observe(p)).Seats[p]
	}
	if pile, ok := s.(interface {
		AppendPile([]card.Card) []card.Card
	}); ok {
		v.Pile = pile.AppendPile(v.Pile[:0])
	}
	return v, fmt.Sprint(s), nil
}
