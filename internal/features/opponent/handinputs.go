package opponent

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/field"
)

// HandFields is the name of the fields of [HandInputs] in the descriptions of networks of
// the kind belief.
const HandFields = "hand-belief"

// HandInputs encodes what a player knows about the hand of an opponent, another player at a
// table of any number of seats, as the inputs of a network that estimates it. The cards of the player's own hand are only
// excluded from those of the opponent. All inputs come from one observation: the order of
// the opponent's turns did not improve the estimate for opponents that
// lower MinDist, and hardly for others (for min-score the log score per card was .6155
// without the order and .6159 with it). It is safe for concurrent use.
type HandInputs struct{}

// Layout returns the fields that Encode writes, in order. They do not depend on the rules.
func (HandInputs) Layout() game.Layout {
	return field.LayoutOf(func(w *field.Row[float32]) { handFields(w, &indian.Observation{Rules: new(indian.Paper())}, 1) })
}

// Sizes and places of the fields.
const (
	handTurnsMost = 15

	handShown   = 2 * card.NumKinds // entry at which shown starts
	handOffered = 7 * card.NumKinds // and offered

	// HandInputsSize is the number of entries that HandInputs writes.
	HandInputsSize = 8*card.NumKinds + handTurnsMost + 1 + 2
)

// Encode fills dst, of HandInputsSize entries, with what an observation tells about an
// opponent. It allocates nothing.
func (HandInputs) Encode(dst []float32, o *indian.Observation, opponent game.Player) {
	if len(dst) != HandInputsSize {
		panic(fmt.Sprintf("opponent: Encode into %d entries, want %d as in the layout", len(dst), HandInputsSize))
	}
	w := field.NewRow(dst, 0)
	handFields(&w, o, opponent)
}

// handFields writes the fields of HandInputs. All names, shapes, ranges, meanings and values are defined here only.
func handFields(w *field.Row[float32], o *indian.Observation, opponent game.Player) {
	const perCard = "; entry suit*13 + rank, then the printed joker"
	given, taken, refused := o.Given[opponent], o.Taken[opponent], Refused(o, opponent)
	w.Field("unseen", "copies of each card whose location is unknown"+perCard).Bag(card.MaxCopies, o.Unseen())
	w.Field("known", "copies that the opponent is known to hold"+perCard).Bag(card.MaxCopies, o.Known[opponent])
	w.Field("shown", "copies in the observer's hand that the opponent knows of"+perCard).Bag(card.MaxCopies, o.Known[o.Self])
	w.Field("thrown", "1 at each card that the opponent has discarded"+perCard).Kinds(given.Once, given.Jokers > 0)
	w.Field("took", "1 at each card that the opponent has taken from the open pile"+perCard).Kinds(taken.Once, taken.Jokers > 0)
	w.Field("refused", "1 at each card that the opponent was offered and has never taken"+perCard).Kinds(refused.Once, refused.Jokers > 0)
	w.Field("jokers", "1 at each card that is a joker, printed or of the wild rank"+perCard).Kinds(card.OfRank(o.Wild)&card.All, true)
	w.Field("offered", "1 at the card that the observer has just discarded, all 0 if none (see Offer)"+perCard).Kinds(0, false)
	w.Field("turns", "1 at the number of turns that the opponent has begun, the last entry for 15 or more").Hot(handTurnsMost+1, min(o.TurnsOf[opponent], handTurnsMost))
	w.Field("hidden", "unknown cards in the opponent's hand").Count(mindist.MaxSize, o.HandSizes[opponent]-o.Known[opponent].Count())
	w.Field("stock", "cards in the closed deck").Count(52*card.MaxCopies, o.StockSize)
}

// Offer updates dst, which Encode filled, after a discard that the observer offers to the opponent; shown is the
// cards in the observer's hand that the opponent knows of after it.
func (HandInputs) Offer(dst []float32, shown card.Bag, discarded card.Card) {
	plane := (*[card.NumKinds]float32)(dst[handShown:])
	clear(plane[:])
	field.PutBag(plane, shown)
	dst[handOffered+discarded.Index()] = 1
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
