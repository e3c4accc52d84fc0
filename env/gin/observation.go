package gin

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// Source is where a card of a turn came from.
type Source uint8

// The sources.
const (
	FromStock Source = iota
	FromPile         // the upcard was taken
	Passed           // the first upcard was passed: no card was drawn
)

// Turn is what both players saw of one turn of a hand.
type Turn struct {
	Player  game.Player
	Source  Source
	Upcard  card.Card // top of the discard pile before the draw: taken, refused or passed
	Discard card.Card // card thrown, card.None if passed or not yet thrown
}

// Result is how a hand ended, as both players saw it. Arrays are indexed by seat.
type Result struct {
	Ending   game.Ending         // "" if no hand has ended yet
	Winner   game.Player         // game.NoPlayer if nobody scored
	Points   int                 // points that the winner scored
	Knocker  game.Player         // game.NoPlayer if the hand was void: nothing was shown then
	Melds    [2]meld.Arrangement // melds as declared; the knocker's with the lay-offs
	Unmelded [2]card.Cards       // cards left over, which are the deadwood
	LaidOff  card.Cards          // cards laid off on the knocker's melds
}

// Observation is what one player knows of a game of Gin Rummy. Arrays are
// indexed by seat. All but Scores, HandNumber, Self and Last is about the present
// hand, or the last one after the end.
type Observation struct {
	Rules *Rules      // the rules of the table; not to be changed
	Self  game.Player // whose view this is
	Mover game.Player // the player to move, game.NoPlayer after the end
	Phase Phase       // the phase of the player to move

	HandNumber int         // hands begun so far, void ones included, from 1
	Scores     [2]int      // points of the match before this hand; after the end of it, with it
	Starter    game.Player // who began this hand
	Turn       int         // turns of drawing begun in this hand, from 1: the deal begins the first
	KnockLimit int         // most deadwood to knock with in this hand

	Hand     card.Cards // own cards not yet melded or laid off: 10, or 11 after the draw
	Drawn    card.Card  // after the draw: the card just drawn, the mover's if it was the upcard; else card.None
	FromPile bool       // after the draw: it was the upcard

	Upcard    card.Card  // top of the discard pile, card.None if it is empty
	Pile      card.Cards // all cards of the discard pile, the upcard included
	StockSize int        // cards in the stock
	HandSizes [2]int     // cards each seat holds

	Taken   [2]card.Cards // cards each seat took from the discard pile
	Given   [2]card.Cards // cards each seat threw
	Refused [2]card.Cards // upcards each seat passed or left for the stock
	Known   [2]card.Cards // cards that the other surely knows to be in the hand: taken and not thrown since, or shown
	History []Turn        // the turns so far, passes included, the present one last once its card is drawn

	Knocker game.Player         // who knocked, else game.NoPlayer
	Melds   [2]meld.Arrangement // melds declared so far, lay-offs included
	LaidOff card.Cards          // cards laid off on the knocker's melds

	Last Result // how the hand before this one ended; after the end, the last one
}

// Observer returns Self.
func (o *Observation) Observer() game.Player { return o.Self }

// Unknown returns the cards that lie in the stock or, unknown to the observer, in
// the opponent's hand.
func (o *Observation) Unknown() card.Cards {
	return card.All &^ (o.Hand | o.Pile | o.Known[1-o.Self] | o.Declared(0) | o.Declared(1))
}

// Declared returns the cards in the melds that seat p has declared so far, lay-offs
// included.
func (o *Observation) Declared(p game.Player) card.Cards {
	m := &o.Melds[p] // read where it lies: a copy would wait for what has just been written
	return m[0] | m[1] | m[2]
}
