package gin

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Described = (*Game)(nil)

// View returns what an observation shows of the table. See [record.Described].
func (g *Game) View(obs game.Observation) record.View {
	o := obs.(*Observation)
	v := record.View{
		Mover: o.Mover, Phase: o.Phase.String(), Top: record.Shown(o.Upcard), Pile: record.Cards(o.Pile), PileSize: o.Pile.Count(), StockSize: o.StockSize,
		KnockLimit: new(o.KnockLimit), Turn: o.Turn,
	}
	for p := range game.Player(seats) {
		seat := record.NewSeat(p)
		seat.Knocked = p == o.Knocker
		for _, m := range o.Melds[p][:o.Melds[p].Len()] {
			seat.Melds = append(seat.Melds, slices.Collect(m.Each()))
		}
		if p == o.Mover {
			seat.Drawn = record.Shown(o.Drawn)
		}
		if p == o.Self {
			seat.Cards = record.Cards(o.Hand)
		} else {
			seat.Hidden, seat.Known = o.HandSizes[p], record.Cards(o.Known[p])
		}
		v.Seats = append(v.Seats, seat)
	}
	return v
}

// Facts returns the limit for a knock. See [record.Described].
func (g *Game) Facts(obs game.Observation, _ func(game.Player) string) []string {
	return []string{fmt.Sprintf("knock with %d or less", obs.(*Observation).KnockLimit)}
}

// Hand sorts the observer's hand for minimum deadwood. See [record.Described].
func (g *Game) Hand(obs game.Observation) record.Hand {
	o := obs.(*Observation)
	best := deadwood.Best(o.Hand)
	h := record.Hand{Unmelded: deadwood.Sorted(o.Hand &^ best.Cards()), Points: deadwood.Of(o.Hand), Measure: "deadwood"}
	if o.Hand.Count() == o.Rules.HandSize+1 && o.Phase == Discard {
		h.Points = deadwood.AfterDiscard(o.Hand)
	}
	for _, m := range best[:best.Len()] {
		kind := "run"
		if m.First().Rank() == (m & (m - 1)).First().Rank() {
			kind = "set"
		}
		h.Melds = append(h.Melds, record.Group{Kind: kind, Cards: deadwood.Sorted(m), Counts: true})
	}
	return h
}

// Choice describes a legal action. See [record.Described].
func (g *Game) Choice(obs game.Observation, a game.Action) record.Choice {
	o, c := obs.(*Observation), record.Choice{Card: card.None}
	switch a {
	case DrawUpcard:
		c.Type, c.From, c.Card = record.Draw, record.Pile, o.Upcard
	case DrawStock:
		c.Type, c.From = record.Draw, record.Stock
	case Pass:
		c.Type, c.Phase = record.Pass, o.Phase.String()
	case Knock:
		c.Type = record.Knock
	default:
		c.Card = ActionCard(a)
		switch {
		case c.Card == card.None:
			c.Type, c.Cards = record.Meld, record.Cards(ActionMeld(a))
		case o.Phase == LayOff:
			c.Type = record.LayOff
		case o.Phase == KnockDiscard:
			c.Type = record.Knock
		default:
			c.Type = record.Discard
		}
	}
	return c
}

// Phrases are the words for phases, passes and endings. They must not be changed.
var Phrases = record.Phrases{
	Measure: "deadwood",
	Tasks: []record.Task{
		{Phase: "first-upcard", Text: "take or pass the first upcard"},
		{Phase: "knock-or-pass", Text: "knock or pass"},
		{Phase: "knock-discard", Text: "discard and knock"},
		{Phase: "knocker-melds", Text: "declare melds"},
		{Phase: "defender-melds", Text: "declare melds"},
		{Phase: "lay-off", Text: "lay off"},
		{Phase: "wall", Text: "knock with the upcard or pass"},
	},
	Passes: []record.Passing{
		{Phase: "first-upcard", Verb: "pass", Object: "the first upcard", Choice: "pass"},
		{Phase: "knock-or-pass", Verb: "do", Object: "not knock", Choice: "do not knock"},
		{Phase: "knock-discard", Verb: "show", Object: "big gin", Choice: "show big gin"},
		{Phase: "knocker-melds", Verb: "have", Object: "no more melds", Choice: "meld no more"},
		{Phase: "defender-melds", Verb: "have", Object: "no more melds", Choice: "meld no more"},
		{Phase: "lay-off", Verb: "lay", Object: "off nothing more", Choice: "lay off no more"},
		{Phase: "wall", Verb: "pass", Choice: "pass: the hand ends"},
	},
	Endings: []record.Ended{
		{Ending: Knocked, Text: "knock", Count: "{W knock} with {w}, {L have} {l}: {sum} for {W}"},
		{Ending: Gin, Text: "gin", Count: "{W have} gin, {L have} {l}: {sum} for {W}"},
		{Ending: BigGin, Text: "big gin", Count: "{W have} big gin, {L have} {l}: {sum} for {W}"},
		{Ending: Undercut, Text: "undercut", Count: "{L knock} with {l}, {W have} {w}: undercut, {sum} for {W}"},
		{Ending: Tied, Text: "tie", Count: "both have {w}: nobody scores"},
		{Ending: Void, Text: "no knock, no score"},
	},
}
