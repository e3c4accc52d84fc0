package opponent

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/internal/field"
	"rummygym/features/mindist"
)

// HandFields is the name of the fields of [HandInputs] in the descriptions of networks of
// the kind belief.
const HandFields = "hand-belief"

// HandInputs encodes what a player knows about the hand of an opponent, another player at a
// table of any number of seats, as the inputs of a network that estimates it. The cards of the player's own hand are only
// excluded from those of the opponent. All inputs come from one observation: the order of
// the opponent's turns (see [History]) did not improve the estimate for opponents that
// lower MinDist, and hardly for others (for min-score the log score per card was .6155
// without the order and .6159 with it). It is safe for concurrent use.
type HandInputs struct{}

// Layout returns the fields that Encode writes, in order. They do not depend on the rules.
func (HandInputs) Layout() game.Layout {
	const kinds = card.NumKinds
	perCard := "; entry suit*13 + rank, then the printed joker"
	return game.Layout{
		handUnseen:    field.Whole("unseen", field.Shape(kinds), 0, card.MaxCopies, "copies of each card whose location is unknown"+perCard),
		handKnown:     field.Whole("known", field.Shape(kinds), 0, card.MaxCopies, "copies that the opponent is known to hold"+perCard),
		handShown:     field.Whole("shown", field.Shape(kinds), 0, card.MaxCopies, "copies in the observer's hand that the opponent knows of"+perCard),
		handDiscarded: field.Whole("thrown", field.Shape(kinds), 0, 1, "1 at each card that the opponent has discarded"+perCard),
		handTook:      field.Whole("took", field.Shape(kinds), 0, 1, "1 at each card that the opponent has taken from the open pile"+perCard),
		handRefused:   field.Whole("refused", field.Shape(kinds), 0, 1, "1 at each card that the opponent was offered and has never taken"+perCard),
		handJokers:    field.Whole("jokers", field.Shape(kinds), 0, 1, "1 at each card that is a joker, printed or of the wild rank"+perCard),
		handOffered:   field.Whole("offered", field.Shape(kinds), 0, 1, "1 at the card that the observer has just discarded, all 0 if none (see Offer)"+perCard),
		handTurns:     field.Whole("turns", field.Shape(handTurnsMost+1), 0, 1, fmt.Sprintf("1 at the number of turns that the opponent has begun, the last entry for %d or more", handTurnsMost)),
		handHidden:    field.Whole("hidden", nil, 0, mindist.MaxSize, "unknown cards in the opponent's hand"),
		handStock:     field.Whole("stock", nil, 0, 52*card.MaxCopies, "cards in the closed deck"),
	}
}

// The fields in order: those of card.NumKinds entries first.
const (
	handUnseen = iota
	handKnown
	handShown
	handDiscarded
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

// Encode fills dst, of HandInputsSize entries, with what an observation tells about an
// opponent. It allocates nothing.
func (HandInputs) Encode(dst []float32, o *indian.Observation, opponent game.Player) {
	if len(dst) != HandInputsSize {
		panic(fmt.Sprintf("opponent: Encode into %d entries, want %d as in the layout", len(dst), HandInputsSize))
	}
	clear(dst)
	plane := func(i int) *[card.NumKinds]float32 { return (*[card.NumKinds]float32)(dst[i*card.NumKinds:]) }
	faces := func(i int, b card.Bag) {
		field.PutBag(plane(i), card.Bag{Once: b.Once, Jokers: min(1, b.Jokers)})
	}
	field.PutBag(plane(handUnseen), o.Unseen())
	field.PutBag(plane(handKnown), o.Known[opponent])
	field.PutBag(plane(handShown), o.Known[o.Self])
	faces(handDiscarded, o.Given[opponent])
	faces(handTook, o.Taken[opponent])
	faces(handRefused, Refused(o, opponent))
	faces(handJokers, card.Bag{Once: card.OfRank(o.Wild) & card.All, Jokers: 1})
	rest := dst[handTurns*card.NumKinds:]
	rest[min(o.TurnsOf[opponent], handTurnsMost)] = 1
	rest[handTurnsMost+1] = float32(o.HandSizes[opponent] - o.Known[opponent].Count())
	rest[handTurnsMost+2] = float32(o.StockSize)
}

// Offer updates dst, which Encode filled, after a discard that the observer offers to the opponent; shown is the
// cards in the observer's hand that the opponent knows of after it.
func (HandInputs) Offer(dst []float32, shown card.Bag, discarded card.Card) {
	plane := (*[card.NumKinds]float32)(dst[handShown*card.NumKinds:])
	clear(plane[:])
	field.PutBag(plane, shown)
	dst[handOffered*card.NumKinds+discarded.Index()] = 1
}

// Refused returns the cards that an opponent was offered and has never taken, one copy of
// each, at a decision of the observer: the discards of the player before it, and the first
// card of the open pile if the opponent moved first and the pile still has it.
func Refused(o *indian.Observation, opponent game.Player) card.Bag {
	offered := o.Given[o.ActiveBefore(opponent)]
	if opponent == 0 && o.Reshuffles == 0 {
		var given, gone card.Bag // from hands to the pile, and from the pile again
		for p := range o.Rules.Seats {
			given, gone = given.Plus(o.Given[p]), gone.Plus(o.Taken[p])
		}
		offered = offered.Plus(o.Pile.Minus(given.Minus(gone)))
	}
	taken := o.Taken[opponent]
	refused := card.Bag{Once: offered.Once &^ taken.Once}
	if taken.Jokers == 0 {
		refused.Jokers = min(1, offered.Jokers)
	}
	return refused
}
