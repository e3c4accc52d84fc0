package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/internal/options"
)

// Source is where a card of a turn came from.
type Source uint8

// The sources.
const (
	FromStock Source = iota
	FromPile         // the upcard was taken
	Passed           // the first upcard was passed: no card was drawn
)

// String returns stock, pile or passed.
func (s Source) String() string { return options.Word("Source", s, "stock", "pile", "passed") }

// Turn is the public information of one turn of a hand.
type Turn struct {
	Player  game.Player
	Source  Source
	Upcard  card.Card // top of the discard pile before the draw: taken, refused or passed
	Discard card.Card // the discard, card.None if passed or before the discard
}

// Result is the public result of a hand. Arrays are indexed by seat.
type Result struct {
	Ending   game.Ending             // "" if the hand has not ended
	Winner   game.Player             // game.NoPlayer if no player scored
	Points   int                     // points that the winner scored
	Knocker  game.Player             // game.NoPlayer if the hand was void; then no cards were shown
	Melds    [2]deadwood.Arrangement // melds declared; the knocker's with the lay-offs
	Unmelded [2]card.Cards           // cards left over, the deadwood
	LaidOff  card.Cards              // cards laid off on the knocker's melds
}

// Observation is the information state of one player in a hand of Gin Rummy. Arrays are
// indexed by seat.
type Observation struct {
	Rules *Rules      // the rules of the table; must not be changed
	Self  game.Player // the observer
	Mover game.Player // the player to move, game.NoPlayer after the end
	Phase Phase       // the phase of the player to move

	Starter    game.Player // the starter of this hand, game.NoPlayer before the deal
	Turn       int         // number of turns begun in this hand, from 1: the deal begins the first; 0 before it
	KnockLimit int         // maximum deadwood for a knock in this hand

	Hand     card.Cards // the observer's cards not yet melded or laid off: Rules.HandSize, and one more after the draw
	Drawn    card.Card  // after the draw: the card just drawn, also by the opponent if it was the upcard; else card.None
	FromPile bool       // after the draw: whether the card was the upcard

	Upcard    card.Card  // top of the discard pile, card.None if it is empty
	Pile      card.Cards // all cards of the discard pile, the upcard included
	StockSize int        // number of cards in the stock
	HandSizes [2]int     // number of cards each seat holds

	Taken   [2]card.Cards // cards each seat took from the discard pile
	Given   [2]card.Cards // cards each seat discarded
	Refused [2]card.Cards // upcards each seat passed, or did not take and drew from the stock
	Known   [2]card.Cards // cards that the opponent knows to be in the hand: taken and not discarded since, or shown
	History []Turn        // the turns so far, passes included; the current turn is added at its draw

	Knocker game.Player             // the knocker, game.NoPlayer before a knock
	Melds   [2]deadwood.Arrangement // melds declared so far, lay-offs included
	LaidOff card.Cards              // cards laid off on the knocker's melds

	Result Result // after the end: the result of the hand
}

// Observer returns Self.
func (o *Observation) Observer() game.Player { return o.Self }

// Unknown returns the cards whose place the observer does not know: those of the stock
// and the unknown cards of the opponent's hand.
func (o *Observation) Unknown() card.Cards {
	return o.Rules.Pack() &^ (o.Hand | o.Pile | o.Known[1-o.Self] | o.Declared(0) | o.Declared(1))
}

// Declared returns the cards in the melds that seat p has declared so far, lay-offs
// included.
func (o *Observation) Declared(p game.Player) card.Cards {
	m := &o.Melds[p] // a pointer, because a copy would stall on the preceding stores
	return m[0] | m[1] | m[2]
}

// Observe sets dst, which must be an *Observation, to the observation of seat p. A card
// just drawn from the discard pile is Drawn for both players, a card drawn from the stock
// only for the player that drew it, until a knock shows all cards of that player. Before
// the deal all fields except the rules and the observer are zero or none.
func (s *State) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	if p < 0 || p >= seats {
		panic("gin: Observe of a seat that is not at the table")
	}
	o.Rules = s.rules
	o.Self = p
	o.Mover = s.Current()
	o.Phase = s.phase
	o.Starter = s.starter
	o.Turn = int(s.turn)
	o.KnockLimit = int(s.limit)
	o.Hand = s.hands[p]
	o.Drawn, o.FromPile = card.None, s.fromPile
	if s.fromPile || p == s.mover || s.knocker != game.NoPlayer {
		o.Drawn = s.drawn
	}
	o.Upcard = s.Upcard()
	o.Pile = s.heap
	o.StockSize = s.StockSize()
	for q := range s.hands {
		o.HandSizes[q] = s.hands[q].Count()
	}
	o.Taken, o.Given, o.Refused, o.Known = s.taken, s.given, s.refused, s.known
	if o.History == nil {
		o.History = make([]Turn, 0, maxHistory)
	}
	o.History = append(o.History[:0], s.history[:s.turned]...)
	o.Knocker = s.knocker
	o.Melds = s.melds
	o.LaidOff = s.laidOff
	switch {
	case s.ended():
		r := s.result()
		r.tell(&o.Result)
	case o.Result.Ending != "" || o.Result.Winner != game.NoPlayer: // else it is noResult already
		noResult.tell(&o.Result)
	}
}

// tell sets dst to the public result of the hand.
func (r *result) tell(dst *Result) {
	// Field by field, because a composite literal would be built and then copied.
	dst.Ending, dst.Winner, dst.Points = r.ending.name(), r.winner, int(r.points)
	dst.Knocker, dst.Melds, dst.Unmelded, dst.LaidOff = r.knocker, r.melds, r.hands, r.laidOff
}
