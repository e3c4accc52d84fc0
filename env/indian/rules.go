package indian

// Phase is what the player to move has to do.
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

// Wildcard is how the card that names the wild rank is found.
type Wildcard uint8

// The ways to find the wildcard.
const (
	NextCard    Wildcard = iota // the next card; a printed joker makes aces wild
	NextNatural                 // the next card that is not a printed joker, taken from where it lies
)

// Recycling is what happens when the closed deck is empty.
type Recycling uint8

// The ways to make a new closed deck. It is made when a player draws from the
// empty one, not before: until then its size is 0 and the pile lies as it is.
const (
	KeepTop     Recycling = iota // the open pile but its top card is shuffled
	WholePile                    // the whole pile is shuffled, and one card opens a new pile
	NoRecycling                  // none is made: the game ends as at the limit
)

// Counting is how turns make rounds.
type Counting uint8

// The ways to count rounds.
const (
	FullTurns Counting = iota // a round is one turn of each player, counted from its first turn
	HalfTurns                 // released: ⌈(turns so far − 1)/2⌉, two players only: turn 1 is in round 0
)

// Relief is what a loser pays who has had no turn yet.
type Relief uint8

// The reliefs.
const (
	AtMostFirstDrop Relief = iota // at most FirstDrop (paper 000, footnote 1)
	NoRelief                      // the same as everybody
)

// Taking is what may be drawn from the open pile.
type Taking uint8

// The ways to restrict taking jokers (printed or of the wild rank) from the open pile.
const (
	TakeAny      Taking = iota // any top card
	TakeNoJokers               // no joker, except as the first card of the pile, before any discard
)

// ThrowingBack tells whether a card just taken from the open pile may be
// discarded in the same turn.
type ThrowingBack uint8

// The ways to restrict throwing back.
const (
	ThrowBackAllowed ThrowingBack = iota
	ThrowBackForbidden
)

// Declaring tells which declarations are legal actions.
type Declaring uint8

// The ways to restrict declaring.
const (
	ValidOnly Declaring = iota // only declarations that win are legal
	AnyCards                   // any card may be declared with; a wrong declaration loses
)

// Rules are the options of Indian Rummy (shared rules page "Indian Rummy: the
// rules and metrics, made exact"). The zero value is not valid: start from a
// preset and change what you need.
type Rules struct {
	Seats    int // players, in [2, 6]
	Packs    int // packs of 52 cards, in [1, 3]
	Jokers   int // printed jokers in the whole deck, in [0, 8]
	HandSize int // cards dealt to each player and declared, 13 or 10

	FirstDrop  int // points paid for a drop at one's first turn
	MiddleDrop int // points paid for a later drop
	Cap        int // most points a hand or a wrong declaration costs
	MaxRounds  int // rounds that are played out; then the lower MinScore wins

	Dealing      Dealing
	Wildcard     Wildcard
	Recycling    Recycling
	Counting     Counting
	Relief       Relief
	Taking       Taking
	ThrowingBack ThrowingBack
	Declaring    Declaring
}
