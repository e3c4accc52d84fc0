package encoder

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/internal/field"
)

// The fields of the groups of CardsAndCounts.

func (x *Indian) ownCards(dst []float32, o *indian.Observation) {
	field.PutBag(x.kinds(dst, slotHand, 0), o.Hand)
	putCard(x.kinds(dst, slotDrawn, 0), o.Drawn)
	if o.FromPile {
		dst[x.at[slotFromPile]] = 1
	}
	field.PutBag(x.kinds(dst, slotShown, 0), o.Known[o.Self])
}

func (x *Indian) wildRank(dst []float32, o *indian.Observation) {
	if o.Wild < card.NumRanks {
		dst[x.at[slotWildRank]+int(o.Wild)] = 1
	}
	putCard(x.kinds(dst, slotWildcard, 0), o.Wildcard)
}

func (x *Indian) openPile(dst []float32, o *indian.Observation) {
	putCard(x.kinds(dst, slotTop, 0), o.Top)
	field.PutBag(x.kinds(dst, slotPile, 0), o.Pile)
	field.PutBag(x.kinds(dst, slotSeen, 0), o.Seen())
}

func (x *Indian) opponentCards(dst []float32, o *indian.Observation) {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(o, i)
		putHistory(x.kinds(dst, slotTaken, i), o.Taken[p])
		putHistory(x.kinds(dst, slotGiven, i), o.Given[p])
		field.PutBag(x.kinds(dst, slotKnown, i), o.Known[p])
	}
}

func (x *Indian) counts(dst []float32, o *indian.Observation) {
	dst[x.at[slotStockSize]] = float32(o.StockSize)
	dst[x.at[slotPileSize]] = float32(o.PileSize)
	dst[x.at[slotReshuffles]] = float32(min(o.Reshuffles, maxReshuffles))
	sizes, active := dst[x.at[slotHandSizes]:], dst[x.at[slotActive]:]
	for i := range x.rules.Seats {
		p := x.seat(o, i)
		sizes[i] = float32(o.HandSizes[p])
		active[i] = float32(o.Active >> p & 1)
	}
}

func (x *Indian) progress(dst []float32, o *indian.Observation) {
	dst[x.at[slotPhase]+int(o.Phase)] = 1
	dst[x.at[slotSeat]+int(o.Self)] = 1
	dst[x.at[slotTurn]] = float32(o.Turn)
	dst[x.at[slotRound]] = float32(o.Round)
	mover, turns := dst[x.at[slotMover]:], dst[x.at[slotTurns]:]
	for i := range x.rules.Seats {
		p := x.seat(o, i)
		if p == o.Mover {
			mover[i] = 1
		}
		turns[i] = float32(o.TurnsOf[p])
	}
}

// putCard sets the entry of c to 1. It does nothing if c is card.None.
func putCard(dst *[card.NumKinds]float32, c card.Card) {
	if c != card.None {
		dst[c.Index()] = 1
	}
}

// putHistory is field.PutBag for a bag that counts events, which can hold more printed jokers
// than copies of a suited card.
func putHistory(dst *[card.NumKinds]float32, b card.Bag) {
	b.Jokers = min(b.Jokers, card.MaxCopies)
	field.PutBag(dst, b)
}
