package engine

import (
	"strings"

	"rummygym"
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

// rulesName returns the shortest name of rules: a preset, and what differs from it.
func rulesName(r rummygym.Rules) (name string) {
	for i, p := range r.Type().Presets {
		if n := rummygym.RulesName(p, r); i == 0 || len(n) < len(name) {
			name = n
		}
	}
	return name
}
