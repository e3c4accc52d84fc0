package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
	"rummygym/internal/options"
)

// Phase is the kind of action that the player to move has to take.
type Phase uint8

// The phases of a turn.
const (
	Draw    Phase = iota // drop, or draw from the closed deck or the open pile
	Discard              // discard a card, or declare with it
	Over                 // the game has ended
)

// String returns draw, discard or over.
func (p Phase) String() string { return options.Word("Phase", p, "draw", "discard", "over") }

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
	NoWildcard                  // there is none: only printed jokers are jokers
)

// Requirement is which sequences a declaration must have.
type Requirement uint8

// The requirements.
const (
	PureAndSequence Requirement = iota // a pure sequence and another one, pure or not (saha2025mindist)
	OnePure                            // a pure sequence
	AnyMelds                           // none
	TwoPure                            // two pure sequences
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

// Relief is what a loser who has not yet had a turn pays.
type Relief uint8

// The reliefs.
const (
	AtMostFirstDrop Relief = iota // at most FirstDrop (saha2025mindist, footnote 1)
	NoRelief                      // the same as any other loser
)

// Taking is which cards may be drawn from the open pile.
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
	Packs    int // number of packs, in [1, 3]
	Ranks    int // number of ranks of a pack, from the ace up, in [3, 13]
	Suits    int // number of suits of a pack, from clubs up, in [1, 4]
	Jokers   int // number of printed jokers in the whole deck, in [0, 8]
	HandSize int // number of cards dealt to each player and declared, in [3, 13]

	FirstDrop  int // points paid for a drop at the player's first turn
	MiddleDrop int // points paid for a later drop
	Cap        int // maximum cost of a hand, and cost of a wrong declaration, in points
	MaxRounds  int // number of rounds after which the lowest MinScore wins

	Requirement  Requirement
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
	MaxDeck   = MaxPacks*card.NumSuited + MaxJokers

	maxHand   = 13
	maxPoints = 1000
	maxRounds = 10000
)

// DeckSize returns the number of cards in the deck, printed jokers included.
func (r Rules) DeckSize() int { return r.Packs*r.Ranks*r.Suits + r.Jokers }

// wildcards returns the number of cards that leave the game as the wildcard.
func (r Rules) wildcards() int {
	if r.Wildcard == NoWildcard {
		return 0
	}
	return 1
}

// Options returns the options of r in the order of the fields of the struct, with their bounds. They read and
// set r. Their names and words are those of the CLI, of datasets and of Python.
func (r *Rules) Options() options.List {
	return options.List{
		options.Number("seats", "number of players", &r.Seats, 2, game.MaxPlayers),
		options.Number("packs", "number of packs", &r.Packs, 1, MaxPacks),
		options.Number("ranks", "number of ranks of the pack, from the ace up", &r.Ranks, meld.MinLength, card.NumRanks),
		options.Number("suits", "number of suits of the pack, in the order clubs, diamonds, hearts, spades", &r.Suits, 1, card.NumSuits),
		options.Number("jokers", "number of printed jokers in the whole deck", &r.Jokers, 0, MaxJokers),
		options.Number("hand-size", "number of cards dealt to each player", &r.HandSize, meld.MinLength, maxHand),
		options.Number("first-drop", "points paid for a drop at the player's first turn", &r.FirstDrop, 0, maxPoints),
		options.Number("middle-drop", "points paid for a later drop", &r.MiddleDrop, 0, maxPoints),
		options.Number("cap", "maximum cost of a hand, and cost of a wrong declaration, in points", &r.Cap, 1, maxPoints),
		options.Number("max-rounds", "number of rounds after which the lowest MinScore wins", &r.MaxRounds, 1, maxRounds),
		options.Choice("requirement", "sequences that a declaration needs: a pure one and another one, a pure one, none, or two pure ones",
			&r.Requirement, "pure-and-sequence", "one-pure", "any-melds", "two-pure"),
		options.Choice("dealing", "order of the deal", &r.Dealing, "alternate", "blocks"),
		options.Choice("wildcard", "the card that determines the wild rank; a printed joker makes aces wild, or is skipped; with none there is no wild rank",
			&r.Wildcard, "next-card", "next-natural", "none"),
		options.Choice("recycling", "how an empty closed deck is replaced: by the pile without its top, by the whole pile, or not at all",
			&r.Recycling, "keep-top", "whole-pile", "none"),
		options.Choice("counting", "how rounds are counted", &r.Counting, "full-turns", "half-turns"),
		options.Choice("relief", "what a loser who has not yet had a turn pays", &r.Relief, "at-most-first-drop", "none"),
		options.Choice("taking", "which cards may be drawn from the open pile", &r.Taking, "any", "no-jokers"),
		options.Choice("throwing-back", "whether the card just taken from the pile may be discarded in the same turn", &r.ThrowingBack, "allowed", "forbidden"),
		options.Choice("declaring", "which declarations are legal actions", &r.Declaring, "valid-only", "any-cards"),
	}
}

// MarshalJSON returns a JSON object of the options by name, as in datasets and in the
// output of "rummygym rules --format json".
func (r Rules) MarshalJSON() ([]byte, error) { return r.Options().MarshalJSON() }

// UnmarshalJSON sets the options that a JSON object names, see [options.Unmarshal].
func (r *Rules) UnmarshalJSON(data []byte) error { return options.Unmarshal(r, data) }

// word returns the word of an option that is one of some words.
func (r Rules) word(option string) string { return r.Options().Find(option).String() }

// Validate returns an error that names the first option out of range, or nil.
func (r Rules) Validate() error {
	if err := r.Options().Validate("indian"); err != nil {
		return err
	}
	if r.Counting == HalfTurns && r.Seats != 2 {
		return fmt.Errorf("indian: option seats is %d, and counting %s is for 2 players", r.Seats, r.word("counting"))
	}
	if err := r.validateDeck(); err != nil {
		return err
	}
	return r.validateDeclaration()
}

// validateDeck returns an error if the deck has too few cards.
func (r Rules) validateDeck() error {
	// Besides the hands the deck needs a wildcard, the first card of the open
	// pile, and at least one card for the closed deck.
	hands := r.Seats * r.HandSize
	if n, need := r.DeckSize(), hands+r.wildcards()+2; n < need {
		rest := "the wildcard, the open pile and a closed deck"
		if r.Wildcard == NoWildcard {
			rest = "the open pile and a closed deck"
		}
		return fmt.Errorf("indian: options packs %d, ranks %d, suits %d and jokers %d make a deck of %d cards: want at least %d for option seats %d of %d cards, %s",
			r.Packs, r.Ranks, r.Suits, r.Jokers, n, need, r.Seats, r.HandSize, rest)
	}
	if suited := r.Packs * r.Ranks * r.Suits; r.Wildcard == NextNatural && suited <= hands {
		return fmt.Errorf("indian: options packs %d, ranks %d and suits %d give %d suited cards: want more than the %d of the hands, so that option wildcard %s finds one",
			r.Packs, r.Ranks, r.Suits, suited, hands, r.word("wildcard"))
	}
	return nil
}

// validateDeclaration returns an error if no cards are a declaration.
func (r Rules) validateDeclaration() error {
	q := r.Requirement.demands()
	if n := meld.MinLength * q.Sequences; r.HandSize < n {
		return fmt.Errorf("indian: option hand-size is %d, and option requirement %s needs %d sequences of %d cards or more: want a hand of at least %d, or another requirement",
			r.HandSize, r.word("requirement"), q.Sequences, meld.MinLength, n)
	}
	// The sizes of melds must add up to the hand. They do unless a pack has few ranks.
	sequences := [maxHand + 1]bool{0: true} // sizes of hands with the demanded sequences
	for range q.Sequences {
		sequences = r.longer(sequences, r.Ranks)
	}
	sizes := sequences
	for range maxHand / meld.MinLength {
		for n, ok := range r.longer(sizes, max(r.Ranks, r.Suits)) {
			sizes[n] = sizes[n] || ok
		}
	}
	if !sizes[r.HandSize] {
		return fmt.Errorf("indian: option hand-size is %d, and the melds of option ranks %d and suits %d never hold %d cards with option requirement %s: want another size of hands, or at least 5 ranks",
			r.HandSize, r.Ranks, r.Suits, r.HandSize, r.word("requirement"))
	}
	return nil
}

// longer returns the sizes that are those of from and a meld of at most the given size.
func (r Rules) longer(from [maxHand + 1]bool, largest int) (sizes [maxHand + 1]bool) {
	for n, ok := range from {
		for m := meld.MinLength; ok && m <= largest && n+m <= maxHand; m++ {
			sizes[n+m] = true
		}
	}
	return sizes
}
