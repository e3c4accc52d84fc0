package engine

import (
	"strings"

	"rummygym/env/card"
)

// symbols writes a card with the symbol of its suit, such as 10♦.
var symbols = func() func(card.Card) string {
	r := strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠")
	return func(c card.Card) string {
		if c == card.Joker {
			return "joker"
		}
		return r.Replace(c.String())
	}
}()
