package indian

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
