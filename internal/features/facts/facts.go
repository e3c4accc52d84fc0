// Package facts holds the numbers of a hand that people see: the distance to a
// declaration, outs, points, best melds and lay-offs. Reviews, hints, positions and texts show what a player can count before and after
// a move:
//
//	f := new(facts.Gin).After(obs, action)
//	fmt.Println(*f.Points, *f.Outs) // deadwood, and unseen cards that complete a meld
//
// The command solve answers with those of a hand without a game:
//
//	h, err := facts.ParseIndianHand([]byte(`{"cards":["AS","2S","3S"],"wild":"7"}`))
//	fmt.Println(h.Solve().MinScore)
//
// Start from [Game], or from [NewIndianHand] and [NewGinHand]; [Stream] answers a file of hands. The packages meld, deadwood and mindist compute the single numbers faster.
package facts

import (
	"cmp"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Facts are what a player can count after a move. After a card is taken from the discard pile they are
// of the hand after the discard that leaves the most. Values that make no sense for the move are nil.
type Facts struct {
	Distance *int     `json:"distance,omitempty"` // MinDist of the hand, of Indian Rummy
	Outs     *int     `json:"outs,omitempty"`     // unseen cards that lower MinDist, or complete a meld of Gin Rummy
	Points   *int     `json:"points,omitempty"`   // what the hand costs: MinScore or deadwood
	Danger   *float64 `json:"danger,omitempty"`   // probability that the card discarded improves the hand of the next player
}

// Compare compares the facts of hands that discards leave: it is negative if a is better than b. In a game with declarations a lower
// distance is better, then more outs, then fewer points; in others fewer points, then more outs.
func Compare(a, b *Facts) int {
	if a.Distance != nil {
		return cmp.Or(cmp.Compare(*a.Distance, *b.Distance), cmp.Compare(*b.Outs, *a.Outs), cmp.Compare(*a.Points, *b.Points))
	}
	return cmp.Or(cmp.Compare(*a.Points, *b.Points), cmp.Compare(*b.Outs, *a.Outs))
}

// Out is a card whose draw helps: in Indian Rummy it lowers MinDist, in Gin Rummy it completes a
// meld.
type Out struct {
	Card   card.Card `json:"card"`
	Copies int       `json:"copies"` // that the observer has not seen
}

// Game counts the facts of one game, [Indian] or [Gin]. Observations and states are those of the
// game. Its methods are safe for concurrent use.
type Game interface {
	// After returns the facts of a move of the observer without its danger.
	After(game.Observation, game.Action) Facts

	// Outs returns the cards that help the observer before a draw, most copies first.
	Outs(game.Observation) []Out

	// Distance returns the MinDist of the observer's hand, nil in a game without declarations.
	Distance(game.Observation) *int

	// Improves reports whether a card that the observer discards improves the hand of the player
	// after the observer in a state: it lowers MinDist, or completes a meld of Gin Rummy.
	Improves(game.State, game.Observation, card.Card) bool
}
