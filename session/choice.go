package session

import (
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
)

// Choice is a legal action of the person, with what it does. A choice with a Card of the hand and
// the type Discard, Declare, Knock or LayOff plays that card.
type Choice struct {
	Action game.Action
	Name   string      // the game's text of the action, see game.Game.ActionString
	Type   record.Type // what happens; "": the game does not tell, and Name describes it
	From   record.Source
	Card   card.Card   // that is drawn from the pile or played, or card.None
	Cards  []card.Card // of a meld
	Phase  string      // of a pass
	Cost   int         // of a drop, in points
}

// Plays reports whether the choice plays a card of the hand.
func (c *Choice) Plays() bool { return c.Card != card.None && c.Type != record.Draw }

// Choices returns the legal actions of the person: draws, knocks and melds first, then passes and the
// drop, then cards in the order of the hand. There are none if the person is not to move.
func (s *Session) Choices() (all []Choice) {
	if !s.Turn() {
		return nil
	}
	d := &s.decisions[len(s.decisions)-1]
	var leave, cards []Choice
	for a := range d.legal.Each() {
		c := Choice{Action: a, Name: s.game.ActionString(a), Card: card.None}
		switch o := d.obs.(type) {
		case *indian.Observation:
			c.indian(o)
		case *gin.Observation:
			c.gin(o)
		}
		switch {
		case c.Plays():
			cards = append(cards, c)
		case c.Type == record.Drop || c.Type == record.Pass:
			leave = append(leave, c)
		default:
			all = append(all, c)
		}
	}
	return slices.Concat(all, leave, cards)
}

// indian describes an action of Indian Rummy.
func (c *Choice) indian(o *indian.Observation) {
	switch c.Action {
	case indian.Drop:
		c.Type, c.Cost = record.Drop, o.Rules.MiddleDrop
		if o.TurnsOf[o.Self] <= 1 {
			c.Cost = o.Rules.FirstDrop
		}
	case indian.DrawStock:
		c.Type, c.From = record.Draw, record.Stock
	case indian.DrawPile:
		c.Type, c.From, c.Card = record.Draw, record.Pile, o.Top
	default:
		if c.Type, c.Card = record.Discard, indian.DiscardCard(c.Action); c.Card == card.None {
			c.Type, c.Card = record.Declare, indian.DeclareCard(c.Action)
		}
	}
}

// gin describes an action of Gin Rummy.
func (c *Choice) gin(o *gin.Observation) {
	switch c.Action {
	case gin.DrawUpcard:
		c.Type, c.From, c.Card = record.Draw, record.Pile, o.Upcard
	case gin.DrawStock:
		c.Type, c.From = record.Draw, record.Stock
	case gin.Pass:
		c.Type, c.Phase = record.Pass, o.Phase.String()
	case gin.Knock:
		c.Type = record.Knock
	default:
		c.Card = gin.ActionCard(c.Action)
		switch {
		case c.Card == card.None:
			c.Type, c.Cards = record.Meld, record.Cards(gin.ActionMeld(c.Action))
		case o.Phase == gin.LayOff:
			c.Type = record.LayOff
		case o.Phase == gin.KnockDiscard:
			c.Type = record.Knock
		default:
			c.Type = record.Discard
		}
	}
}
