package features

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// HandFields is the name of what [HandInputs] writes, as the descriptions of networks
// of the kind belief have it.
const HandFields = "hand-belief"

// HandInputs writes what a player at a table of two may know of the opponent's hand,
// as the inputs of a network that says what he holds. Of the own hand only that its
// cards are not his is told. All comes from one observation: the order of his turns,
// of which [OpponentHistory] knows, was found to add nothing against players that
// lower MinDist, and little against others (log score of a card .6155 against .6159
// with it for min-score). It is safe for concurrent use.
type HandInputs struct{}

// Layout returns the fields that Encode writes, in order. They are the same under all
// rules.
func (HandInputs) Layout() game.Layout {
	const kinds = card.NumKinds
	perCard := "; entry suit*13 + rank, then the printed joker"
	return game.Layout{
		handUnseen:  field("unseen", shape(kinds), 0, card.MaxCopies, "copies of each card whose place is not known"+perCard),
		handKnown:   field("known", shape(kinds), 0, card.MaxCopies, "copies that the opponent surely holds"+perCard),
		handShown:   field("shown", shape(kinds), 0, card.MaxCopies, "own copies that the opponent knows of"+perCard),
		handThrown:  field("thrown", shape(kinds), 0, 1, "1 at each card that he has thrown"+perCard),
		handTook:    field("took", shape(kinds), 0, 1, "1 at each card that he has taken from the open pile"+perCard),
		handRefused: field("refused", shape(kinds), 0, 1, "1 at each card that he was offered and has never taken"+perCard),
		handJokers:  field("jokers", shape(kinds), 0, 1, "1 at the cards that play as jokers"+perCard),
		handOffered: field("offered", shape(kinds), 0, 1, "1 at the card that the observer has just thrown, if any: see Offer"+perCard),
		handTurns:   field("turns", shape(handTurnsMost+1), 0, 1, fmt.Sprintf("1 at the number of turns that he has begun, all from %d on alike", handTurnsMost)),
		handHidden:  field("hidden", nil, 0, maxTotal, "cards of his hand that are not known"),
		handStock:   field("stock", nil, 0, 52*card.MaxCopies, "cards of the closed deck"),
	}
}

// The fields in order: those of card.NumKinds entries first.
const (
	handUnseen = iota
	handKnown
	handShown
	handThrown
	handTook
	handRefused
	handJokers
	handOffered
	handTurns
	handHidden
	handStock

	handTurnsMost = 15

	// HandInputsSize is the number of entries that HandInputs writes.
	HandInputsSize = handTurns*card.NumKinds + handTurnsMost + 1 + 2
)

// Encode fills dst, of HandInputsSize entries, from an observation of Indian Rummy by
// one of two players. It panics if it is another, and allocates nothing.
func (HandInputs) Encode(dst []float32, obs game.Observation) {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("features: Encode of a %T: want *indian.Observation", obs))
	}
	if len(dst) != HandInputsSize {
		panic(fmt.Sprintf("features: Encode into %d entries, want %d as in the layout", len(dst), HandInputsSize))
	}
	clear(dst)
	opponent := opponentOf(o)
	plane := func(i int) *[card.NumKinds]float32 { return (*[card.NumKinds]float32)(dst[i*card.NumKinds:]) }
	faces := func(i int, b card.Bag) {
		putBag(plane(i), card.Bag{Once: b.Once, Jokers: min(1, b.Jokers)})
	}
	putBag(plane(handUnseen), Unseen(o))
	putBag(plane(handKnown), o.Known[opponent])
	putBag(plane(handShown), o.Known[o.Self])
	faces(handThrown, o.Given[opponent])
	faces(handTook, o.Taken[opponent])
	faces(handRefused, Refused(o))
	faces(handJokers, card.Bag{Once: card.OfRank(o.Wild) & card.All, Jokers: 1})
	rest := dst[handTurns*card.NumKinds:]
	rest[min(o.TurnsOf[opponent], handTurnsMost)] = 1
	rest[handTurnsMost+1] = float32(o.HandSizes[opponent] - o.Known[opponent].Count())
	rest[handTurnsMost+2] = float32(o.StockSize)
}

// Offer changes what Encode wrote: the observer has thrown a card since, and the opponent
// knows of these cards in its hand.
func (HandInputs) Offer(dst []float32, shown card.Bag, thrown card.Card) {
	plane := (*[card.NumKinds]float32)(dst[handShown*card.NumKinds:])
	clear(plane[:])
	putBag(plane, shown)
	dst[handOffered*card.NumKinds+thrown.Index()] = 1
}

// Refused returns the faces that the opponent at a table of two was offered and has
// never taken, at a decision of the observer: those it threw, and the first card of
// the open pile if it lies there and he moved first.
func Refused(o *indian.Observation) card.Bag {
	opponent := opponentOf(o)
	offered := o.Given[o.Self]
	if opponent == 0 && o.Reshuffles == 0 {
		first := o.Pile
		if o.Phase == indian.Discard && o.FromPile && o.Mover == o.Self {
			first.Add(o.Drawn)
		}
		offered = offered.Plus(first.Minus(o.Given[0]).Minus(o.Given[1]))
	}
	taken := o.Taken[opponent]
	refused := card.Bag{Once: offered.Once &^ taken.Once}
	if offered.Jokers > taken.Jokers {
		refused.Jokers = 1
	}
	return refused
}
