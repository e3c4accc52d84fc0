package indian

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// State is a game of Indian Rummy in progress. Use [Game.NewState] to make one.
// It holds no pointers except to its rules and to later cards, so that an assignment copies it.
// The zero value is not usable.
type State struct {
	rules *Rules // the rules of the game that made the state

	// Reshuffles depend on the key and their number alone, see recycle.
	key        uint64
	reshuffles uint32

	dealt    bool
	phase    Phase // Over also before the deal
	ending   ending
	fromPile bool        // in phase Discard: drawn came from the pile
	drawn    card.Card   // in phase Discard: the card just drawn; else card.None
	mover    game.Player // the seat to move; after the end, the seat that moved last
	winner   game.Player // after the end
	wildcard card.Card
	wild     card.Rank

	turn  int32 // number of turns begun by all players
	round int32 // the round of the current turn, see Counting

	turns [game.MaxPlayers]int32  // turns begun by each seat
	left  [game.MaxPlayers]ending // how a seat left the turn order; playing while it is in
	gains [game.MaxPlayers]int16

	// deck[head:end] is the closed deck, the next card first. pile[:piled] is
	// the open pile, the top last; pileBag holds the same cards.
	head, end, piled uint8
	deck, pile       [MaxDeck]card.Card
	pileBag          card.Bag

	hands [game.MaxPlayers]card.Bag
	taken [game.MaxPlayers]card.Bag // all cards taken from the pile
	given [game.MaxPlayers]card.Bag // all discards
	known [game.MaxPlayers]card.Bag // the part of the hand that all players know

	// later are the cards of later reshuffles that are given, see SetLater. They are never changed, so that copies share them.
	later []card.Card
}

// Rules returns the rules of the table.
func (s *State) Rules() Rules { return *s.rules }

// Current returns the seat to move, or game.NoPlayer when the game is over or
// not dealt.
func (s *State) Current() game.Player {
	if s.phase == Over {
		return game.NoPlayer
	}
	return s.mover
}

// Key returns the number on which reshuffles depend. It is hidden information, like hands.
func (s *State) Key() uint64 { return s.key }

// Phase returns the phase of the game.
func (s *State) Phase() Phase { return s.phase }

// Hand returns the cards that seat p holds. Hands are hidden information: Hand is for
// tests, records and displays for spectators, not for agents.
func (s *State) Hand(p game.Player) card.Bag { return s.hands[p] }

// Wild returns the wildcard and the wild rank.
func (s *State) Wild() (card.Card, card.Rank) { return s.wildcard, s.wild }

// Top returns the top of the open pile, or card.None if it is empty.
func (s *State) Top() card.Card {
	if s.piled == 0 {
		return card.None
	}
	return s.pile[s.piled-1]
}

// AppendStock appends the cards of the closed deck to dst, the next one first. They are
// hidden information, like hands.
func (s *State) AppendStock(dst []card.Card) []card.Card {
	return append(dst, s.deck[s.head:s.end]...)
}

// SetStock puts the cards of the closed deck in another order. If it is empty, it gives the order of the next reshuffle, see
// SetLater.
func (s *State) SetStock(cards []card.Card) {
	if s.stock() == 0 {
		s.SetLater(slices.Clone(cards))
		return
	}
	copy(s.deck[s.head:s.end], cards)
}

// SetLater gives the cards of later reshuffles, see [game.Ordered].
func (s *State) SetLater(cards []card.Card) { s.later = cards }

// Later returns the cards that SetLater gave and that are not dealt. They must not be changed.
func (s *State) Later() []card.Card { return s.later }

// AppendPile appends the cards of the open pile to dst, the top last.
func (s *State) AppendPile(dst []card.Card) []card.Card {
	return append(dst, s.pile[:s.piled]...)
}

// CopyFrom makes the state an independent copy of src, a *State under equal
// rules; it panics on any other.
func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	rules := s.rules
	if rules != from.rules && *rules != *from.rules {
		panic("indian: CopyFrom of a state under other rules")
	}
	*s = *from
	s.rules = rules
}

// Outcome returns the result of the game. The gains of seats that are not at the table
// are zero. A state that is not dealt is over and has no ending.
func (s *State) Outcome() game.Outcome {
	o := game.Outcome{
		Over:   s.phase == Over,
		Winner: game.NoPlayer,
		Turns:  int(s.turn),
		Rounds: int(s.round),
	}
	if o.Over && s.dealt {
		o.Winner, o.Ending = s.winner, s.ending.name()
		for p, g := range s.gains {
			o.Gains[p] = int(g)
		}
	}
	return o
}

// Cards returns all cards of the game from all places, which are the deck. Before the
// deal it is empty.
func (s *State) Cards() card.Bag {
	b := card.BagOf(s.wildcard)
	for _, c := range s.deck[s.head:s.end] {
		b.Add(c)
	}
	for _, c := range s.pile[:s.piled] {
		b.Add(c)
	}
	for p := range s.seats() {
		b = b.Plus(s.hands[p])
	}
	return b
}

// seats returns the number of seats at the table.
func (s *State) seats() game.Player { return game.Player(s.rules.Seats) }

// active reports whether seat p is at the table and has not left the game.
func (s *State) active(p game.Player) bool { return s.left[p] == playing }

// stock returns the number of cards in the closed deck.
func (s *State) stock() int { return int(s.end - s.head) }

// isJoker reports whether c is a joker: printed, or of the wild rank.
func (s *State) isJoker(c card.Card) bool { return c == card.Joker || c.Rank() == s.wild }
