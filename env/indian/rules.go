package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Phase is the kind of action that the player to move has to take.
type Phase uint8

// The phases of a turn.
const (
	Draw    Phase = iota // drop, or draw from the closed deck or the open pile
	Discard              // discard a card, or declare with it
	Over                 // the game has ended
)

// Dealing is the order in which the hands are dealt.
type Dealing uint8

// The orders of dealing.
const (
	Alternate Dealing = iota // one card to each seat in turn
	Blocks                   // the whole hand of seat 0, then of seat 1, …
)

// Wildcard is how the card that determines the wild rank is found.
type Wildcard uint8

// The ways to find the wildcard.
const (
	NextCard    Wildcard = iota // the next card; a printed joker makes aces wild
	NextNatural                 // the next card that is not a printed joker; skipped jokers stay in place
)

// Recycling is how an empty closed deck is replaced.
type Recycling uint8

// The ways to make a new closed deck. It is made when a player draws from the empty
// one: until then its size is 0 and the pile is unchanged.
const (
	KeepTop     Recycling = iota // the open pile without its top card is shuffled
	WholePile                    // the whole pile is shuffled, and one card starts a new pile
	NoRecycling                  // there is no new closed deck: the game ends as at the limit
)

// Counting is how rounds are counted from turns.
type Counting uint8

// The ways to count rounds.
const (
	FullTurns Counting = iota // a round is one turn of each player, counted from its first turn
	HalfTurns                 // preset released: ⌈(turns so far − 1)/2⌉, two players only: turn 1 is in round 0
)

// Relief is what a loser pays that has not had a turn yet.
type Relief uint8

// The reliefs.
const (
	AtMostFirstDrop Relief = iota // at most FirstDrop (saha2025mindist, footnote 1)
	NoRelief                      // the same as any other loser
)

// Taking is what may be drawn from the open pile.
type Taking uint8

// The ways to restrict taking jokers (printed or of the wild rank) from the open pile.
const (
	TakeAny      Taking = iota // any top card
	TakeNoJokers               // no joker, except as the first card of the pile, before any discard
)

// ThrowingBack is whether a card just taken from the open pile may be discarded in the
// same turn.
type ThrowingBack uint8

// The values of ThrowingBack.
const (
	ThrowBackAllowed ThrowingBack = iota
	ThrowBackForbidden
)

// Declaring is which declarations are legal actions.
type Declaring uint8

// The ways to restrict declaring.
const (
	ValidOnly Declaring = iota // only declarations that win are legal
	AnyCards                   // a declaration with any card is legal; a wrong one loses
)

// Rules are the options of Indian Rummy (docs/rules-indian.md). The zero value
// is not valid: start from a preset and change what you need.
type Rules struct {
	Seats    int // number of players, in [2, 6]
	Packs    int // number of packs of 52 cards, in [1, 3]
	Jokers   int // number of printed jokers in the whole deck, in [0, 8]
	HandSize int // number of cards dealt to each player and declared, 13 or 10

	FirstDrop  int // points paid for a drop at the player's first turn
	MiddleDrop int // points paid for a later drop
	Cap        int // maximum cost of a hand, and cost of a wrong declaration, in points
	MaxRounds  int // number of rounds after which the lowest MinScore wins

	Dealing      Dealing
	Wildcard     Wildcard
	Recycling    Recycling
	Counting     Counting
	Relief       Relief
	Taking       Taking
	ThrowingBack ThrowingBack
	Declaring    Declaring
}

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
