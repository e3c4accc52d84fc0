package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// The limits of [Rules]. A deck never has more than MaxDeck cards.
const (
	MaxPacks  = card.MaxCopies
	MaxJokers = 8
	MaxDeck   = MaxPacks*(card.NumKinds-1) + MaxJokers

	maxPoints = 1000
	maxRounds = 10000
)

// DeckSize returns the number of cards in the deck, printed jokers included.
func (r Rules) DeckSize() int { return r.Packs*(card.NumKinds-1) + r.Jokers }

// Validate returns an error that names the first field out of its limits, or
// nil. It changes nothing.
func (r Rules) Validate() error {
	for _, f := range []struct {
		name      string
		value     int
		low, high int
	}{
		{"Seats", r.Seats, 2, game.MaxPlayers},
		{"Packs", r.Packs, 1, MaxPacks},
		{"Jokers", r.Jokers, 0, MaxJokers},
		{"FirstDrop", r.FirstDrop, 0, maxPoints},
		{"MiddleDrop", r.MiddleDrop, 0, maxPoints},
		{"Cap", r.Cap, 1, maxPoints},
		{"MaxRounds", r.MaxRounds, 1, maxRounds},
		{"Dealing", int(r.Dealing), 0, int(Blocks)},
		{"Wildcard", int(r.Wildcard), 0, int(NextNatural)},
		{"Recycling", int(r.Recycling), 0, int(NoRecycling)},
		{"Counting", int(r.Counting), 0, int(HalfTurns)},
		{"Relief", int(r.Relief), 0, int(NoRelief)},
		{"Taking", int(r.Taking), 0, int(TakeNoJokers)},
		{"ThrowingBack", int(r.ThrowingBack), 0, int(ThrowBackForbidden)},
		{"Declaring", int(r.Declaring), 0, int(AnyCards)},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("indian: Rules.%s is %d, want %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	switch {
	case r.HandSize != 13 && r.HandSize != 10:
		return fmt.Errorf("indian: Rules.HandSize is %d, want 13 or 10", r.HandSize)
	case r.Counting == HalfTurns && r.Seats != 2:
		return fmt.Errorf("indian: Rules.Seats is %d with Counting %v, which counts the turns of 2 players", r.Seats, r.Counting)
	}
	// Beside the hands there must be a wildcard, the first card of the open
	// pile, and at least one card in the closed deck.
	hands := r.Seats * r.HandSize
	if n := r.DeckSize(); n < hands+3 {
		return fmt.Errorf("indian: a deck of Rules.Packs %d and Rules.Jokers %d has %d cards, want at least %d for Rules.Seats %d of %d cards, the wildcard, the open pile and a closed deck",
			r.Packs, r.Jokers, n, hands+3, r.Seats, r.HandSize)
	}
	if suited := r.Packs * (card.NumKinds - 1); r.Wildcard == NextNatural && suited <= hands {
		return fmt.Errorf("indian: Rules.Packs %d has %d suited cards, want more than the %d of the hands, so that Wildcard %v finds one",
			r.Packs, suited, hands, r.Wildcard)
	}
	return nil
}
