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

// Validate returns an error that names the first option out of range, or nil.
func (r Rules) Validate() error {
	for _, f := range []struct {
		name      string
		value     int
		low, high int
	}{
		{"seats", r.Seats, 2, game.MaxPlayers},
		{"packs", r.Packs, 1, MaxPacks},
		{"jokers", r.Jokers, 0, MaxJokers},
		{"first-drop", r.FirstDrop, 0, maxPoints},
		{"middle-drop", r.MiddleDrop, 0, maxPoints},
		{"cap", r.Cap, 1, maxPoints},
		{"max-rounds", r.MaxRounds, 1, maxRounds},
		{"dealing", int(r.Dealing), 0, int(Blocks)},
		{"wildcard", int(r.Wildcard), 0, int(NextNatural)},
		{"recycling", int(r.Recycling), 0, int(NoRecycling)},
		{"counting", int(r.Counting), 0, int(HalfTurns)},
		{"relief", int(r.Relief), 0, int(NoRelief)},
		{"taking", int(r.Taking), 0, int(TakeNoJokers)},
		{"throwing-back", int(r.ThrowingBack), 0, int(ThrowBackForbidden)},
		{"declaring", int(r.Declaring), 0, int(AnyCards)},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("indian: option %s is %d: want %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	switch {
	case r.HandSize != 13 && r.HandSize != 10:
		return fmt.Errorf("indian: option hand-size is %d: want 13 or 10", r.HandSize)
	case r.Counting == HalfTurns && r.Seats != 2:
		return fmt.Errorf("indian: option seats is %d, and counting %v is for 2 players", r.Seats, r.Counting)
	}
	// Besides the hands the deck needs a wildcard, the first card of the open
	// pile, and at least one card for the closed deck.
	hands := r.Seats * r.HandSize
	if n := r.DeckSize(); n < hands+3 {
		return fmt.Errorf("indian: options packs %d and jokers %d make a deck of %d cards: want at least %d for option seats %d of %d cards, the wildcard, the open pile and a closed deck",
			r.Packs, r.Jokers, n, hands+3, r.Seats, r.HandSize)
	}
	if suited := r.Packs * (card.NumKinds - 1); r.Wildcard == NextNatural && suited <= hands {
		return fmt.Errorf("indian: option packs %d gives %d suited cards: want more than the %d of the hands, so that option wildcard %v finds one",
			r.Packs, suited, hands, r.Wildcard)
	}
	return nil
}
