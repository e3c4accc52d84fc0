package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
	"rummygym/env/record"
)

var (
	_ record.Described = (*Game)(nil)
	_ record.Judge     = (*Game)(nil)
)

// View returns what an observation shows of the table. See [record.Described].
func (g *Game) View(obs game.Observation) record.View {
	o := obs.(*Observation)
	v := record.View{
		Mover: o.Mover, Phase: o.Phase.String(), Top: record.Shown(o.Top), Pile: o.Pile.Append([]card.Card{}), PileSize: o.PileSize, StockSize: o.StockSize,
		Wildcard: record.Shown(o.Wildcard), Round: new(o.Round), Turn: o.Turn,
	}
	if o.Wild != card.NoRank {
		v.Wild = new(o.Wild)
	}
	for p := range game.Player(o.Rules.Seats) {
		seat := record.NewSeat(p)
		seat.Active = o.Active>>p&1 == 1
		if p == o.Mover {
			seat.Drawn = record.Shown(o.Drawn)
		}
		if p != o.Self {
			seat.Hidden, seat.Known = o.HandSizes[p], o.Known[p].Append(seat.Known)
		} else {
			seat.Cards = o.Hand.Append(seat.Cards)
			if o.Phase == Over {
				seat.Score = new(min(o.Rules.Cap, o.Rules.MinScore(o.Hand, o.Wild)))
			}
		}
		v.Seats = append(v.Seats, seat)
	}
	return v
}

// Facts returns the round and the jokers. See [record.Described].
func (g *Game) Facts(obs game.Observation, _ func(game.Player) string) []string {
	o := obs.(*Observation)
	facts := []string{fmt.Sprintf("round %d", o.Round)}
	switch wild := o.Wild != card.NoRank; {
	case wild && o.Rules.Jokers > 0:
		facts = append(facts, "jokers: "+record.Plural(o.Wild)+" and JK")
	case wild:
		facts = append(facts, "jokers: "+record.Plural(o.Wild))
	case o.Rules.Jokers > 0:
		facts = append(facts, "jokers: JK")
	}
	return facts
}

// Hand sorts the observer's hand in the way that costs the fewest points. Melds that do not
// count yet follow those that do.
func (g *Game) Hand(obs game.Observation) record.Hand {
	o := obs.(*Observation)
	rules := o.Rules.Melds()
	sorted := rules.Group(o.Hand, o.Wild)
	h := record.Hand{Points: min(sorted.Score, o.Rules.Cap), Measure: "points"}
	for _, m := range sorted.Melds {
		h.Melds = append(h.Melds, record.Group{Kind: m.Kind.String(), Cards: m.Cards, Counts: true})
	}
	rest := card.BagOf(sorted.Deadwood...).With(sorted.Freed)
	if rest.Count() > 0 {
		rules.Requirement, rules.HandSize = meld.AnyMelds, min(rest.Count(), card.NumRanks)
		sorted = rules.Group(rest, o.Wild)
		for _, m := range sorted.Melds {
			h.Melds = append(h.Melds, record.Group{Kind: m.Kind.String(), Cards: m.Cards})
		}
		h.Unmelded = card.BagOf(sorted.Deadwood...).With(sorted.Freed).Append(nil)
	}
	return h
}

// Choice describes a legal action. See [record.Described].
func (g *Game) Choice(obs game.Observation, a game.Action) record.Choice {
	o, c := obs.(*Observation), record.Choice{Card: card.None}
	switch a {
	case Drop:
		c.Type = record.Drop
		_, c.Cost = o.Drop()
	case DrawStock:
		c.Type, c.From = record.Draw, record.Stock
	case DrawPile:
		c.Type, c.From, c.Card = record.Draw, record.Pile, o.Top
	default:
		if c.Type, c.Card = record.Discard, DiscardCard(a); c.Card == card.None {
			c.Type, c.Card = record.Declare, DeclareCard(a)
		}
	}
	return c
}

// Phrases are the words for the endings. They must not be changed.
var Phrases = record.Phrases{Endings: []record.Ended{
	{Ending: Declared, Text: "declared"},
	{Ending: WrongDeclaration, Text: "a wrong declaration"},
	{Ending: FirstDrop, Text: "dropped at the first turn"},
	{Ending: MiddleDrop, Text: "dropped"},
	{Ending: RoundLimit, Text: "the limit of rounds"},
	{Ending: StockOut, Text: "no cards to draw"},
}}
