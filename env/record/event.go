package record

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Type is the type of an event.
type Type string

// The types of events.
const (
	Deal      Type = "deal"      // a hand begins
	Draw      Type = "draw"      // a player draws from the stock or the discard pile
	Discard   Type = "discard"   // a player discards
	Declare   Type = "declare"   // a player discards and declares the other cards
	Drop      Type = "drop"      // a player leaves the game
	Reshuffle Type = "reshuffle" // the discard pile becomes the stock
	Pass      Type = "pass"      // a player passes, or ends melding or laying off
	Accept    Type = "accept"    // a player accepts what a match offers it between deals
	Knock     Type = "knock"     // a player knocks and shows its cards
	Meld      Type = "meld"      // a player declares a meld
	LayOff    Type = "lay-off"   // a player lays off a card
	Score     Type = "score"     // a hand is scored
	End       Type = "end"       // the game is over
)

// Source is where a card is drawn from.
type Source string

// The sources.
const (
	Stock Source = "stock"
	Pile  Source = "pile" // the discard pile
)

// Event is one event of a game. Its type determines which of the other fields have a meaning;
// docs/records.md lists them. Use [New] to make one: an absent card is card.None, an absent
// seat game.NoPlayer. Lists over seats are indexed by seat.
type Event struct {
	Type Type
	Seat game.Player // the player whose event it is

	Card  card.Card   // the card drawn, discarded, finished with, or laid off
	From  Source      // of a draw
	Cards []card.Card // cards shown or melded, in ascending order
	Onto  []card.Card // the meld that a card is laid off onto, as it was before
	Phase string      // what was passed or accepted, the game's word for the phase
	Valid bool        // whether a declaration is valid
	Fault Fault       // of a declaration that is not

	// Private marks an event that the other seats do not see at all.
	Private bool

	// Probability is that with which an agent chose the move, in (0, 1]; 0 stands for 1.
	Probability float64

	Hand      int           // number of the hand in a match, from 1; 0 if the game is one hand
	Starter   game.Player   // the seat that moves first
	Hands     [][]card.Card // cards of each seat; nil for cards that are not shown, empty for a seat that is not dealt in
	Wildcard  card.Card     // the card turned up for the wild rank
	Wild      card.Rank     // the wild rank, card.NoRank in a game without one
	Upcard    card.Card     // top of the discard pile
	StockSize int           // number of cards in the stock
	Stock     []card.Card   // the stock, the next card first
	Key       *uint64       // determines later chance events, see game.Game.DealDeck; nil if not given
	Number    int           // number of the reshuffle, from 1

	Ending game.Ending     // how the hand or the game ended
	Winner game.Player     // the player that scored or won
	Points []int           // points of the cards of each seat, or the price of leaving
	Melds  [][][]card.Card // the cards of each seat as they are grouped; nil for cards not shown
	Scored []int           // points that each seat scored in the hand
	Scores []int           // points of the match so far
	Gains  []int           // signed gains of the game; they sum to 0
	Turns  int             // see game.Outcome
	Rounds int             // see game.Outcome
}

// Fault says why a declaration is wrong. The zero Fault says nothing.
type Fault struct {
	Lacks  string        // what the cards lack, the game's words with hyphens, such as "second-sequence"
	Groups [][]card.Card // the melds of the cards that save points; the other cards are left over
	Cost   int           // points of the cards that are left over
}

// Left returns the cards of a hand that are left over.
func (f *Fault) Left(cards []card.Card) []card.Card {
	left := card.BagOf(cards...)
	for _, m := range f.Groups {
		left = left.Minus(card.BagOf(m...))
	}
	return left.Append(nil)
}

// New returns an event of a type and a seat, game.NoPlayer for the table.
func New(t Type, seat game.Player) Event {
	return Event{
		Type: t, Seat: seat, Card: card.None, Starter: game.NoPlayer, Wildcard: card.None,
		Wild: card.NoRank, Upcard: card.None, Winner: game.NoPlayer,
	}
}

// OfCard returns New(t, seat) with a card.
func OfCard(t Type, seat game.Player, c card.Card) Event {
	e := New(t, seat)
	e.Card = c
	return e
}

// OfCards returns New(t, seat) with a list of cards.
func OfCards(t Type, seat game.Player, cards card.Cards) Event {
	e := New(t, seat)
	e.Cards = Cards(cards)
	return e
}

// Drew returns the event of a draw.
func Drew(seat game.Player, from Source, c card.Card) Event {
	e := OfCard(Draw, seat, c)
	e.From = from
	return e
}

// Passed returns the event of a pass in a phase.
func Passed(seat game.Player, phase string) Event {
	e := New(Pass, seat)
	e.Phase = phase
	return e
}

// DeckKey returns the key for DealDeck, 0 if none is given.
func (e *Event) DeckKey() uint64 {
	if e.Key == nil {
		return 0
	}
	return *e.Key
}

// Cards returns the cards of a set as a list, which is empty and not nil for the empty set.
func Cards(cs card.Cards) []card.Card { return card.Bag{Once: cs}.Append([]card.Card{}) }

// SeenBy returns the event as seat p sees it, and reports whether p sees it at all. It shares
// memory with e. What is hidden: the stock and the key, the hands that are dealt to other
// seats, the cards that they draw from the stock, the probabilities of their moves, and
// their private events. Whatever is shown at the table stays.
func (e *Event) SeenBy(p game.Player) (Event, bool) {
	seen := *e
	if e.Seat != p {
		if e.Private {
			return Event{}, false
		}
		seen.Probability = 0
		if e.Type == Draw && e.From == Stock {
			seen.Card = card.None
		}
	}
	switch e.Type {
	case Deal:
		seen.Hands = make([][]card.Card, len(e.Hands))
		for q, hand := range e.Hands {
			if game.Player(q) == p || hand != nil && len(hand) == 0 { // all see who is not dealt in
				seen.Hands[q] = hand
			}
		}
		seen.Stock, seen.Key = nil, nil
	case Reshuffle:
		seen.Stock = nil
	}
	return seen, true
}

// View returns the record as seat p sees it. The origin of the deal, from which all cards
// could be computed, is left out, and so is the place in a dataset.
func (r *Record) View(p game.Player) *Record {
	v := &Record{Header: r.Header}
	v.Viewer, v.Origin, v.Place = p, nil, nil
	v.Seats = slices.Clone(r.Seats)
	for i := range r.Events {
		if e, ok := r.Events[i].SeenBy(p); ok {
			v.Events = append(v.Events, e)
		}
	}
	return v
}
