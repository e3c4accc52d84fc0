package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Observation is what one player knows of a game of Indian Rummy. Arrays over
// players are indexed by seat; entries of seats that are not at the table are
// zero. Histories (Taken, Given) count at most card.MaxCopies of a card.
//
// Known holds the cards that a seat took from the open pile and has not thrown
// since; hands that were shown, by a wrong declaration or at the end; and with two
// players, from the first reshuffle on, the cards held then and not thrown since,
// which are those that lie nowhere else. Known[Self] is what the others know of
// the own hand.
type Observation struct {
	Rules *Rules      // the rules of the table; not to be changed
	Self  game.Player // whose view this is
	Mover game.Player // the player to move, game.NoPlayer after the end
	Phase Phase       // the phase of the player to move

	Turn   int   // turns begun so far by all players together
	Round  int   // rounds begun so far, from 1 (from 0 with HalfTurns); see Counting
	Active uint8 // bit s is set while seat s is in the game (not dropped)

	Hand     card.Bag  // own cards: 13, or 14 after the draw
	Drawn    card.Card // after the draw: the card just drawn, the mover's if it came from the pile; else card.None
	FromPile bool      // after the draw: it was the top of the open pile

	Wildcard card.Card // the card turned up after the deal, out of the game
	Wild     card.Rank // the wild rank it makes; see Rules

	Top        card.Card // top of the open pile, card.None if it is empty
	Pile       card.Bag  // all cards of the open pile, the top included
	PileSize   int       // cards in the open pile
	StockSize  int       // cards in the closed deck
	Reshuffles int       // times the open pile has become a new closed deck

	TurnsOf   [game.MaxPlayers]int      // turns each seat has begun
	HandSizes [game.MaxPlayers]int      // cards each seat holds
	Taken     [game.MaxPlayers]card.Bag // cards each seat took from the open pile
	Given     [game.MaxPlayers]card.Bag // cards each seat threw on the open pile
	Known     [game.MaxPlayers]card.Bag // cards that the others surely know to be in the hand, see below
}

// Observer returns Self.
func (o *Observation) Observer() game.Player { return o.Self }
