package encoder

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/internal/field"
	"rummygym/features/mindist"
)

// An indianRow is an observation to be written.
type indianRow[T field.Entry] struct {
	*Indian
	dst []T
	o   *indian.Observation
}

// table writes the fields of the groups of CardsAndCounts and Relations. The row is zero.
func (x indianRow[T]) table() {
	if x.groups&OwnCards != 0 {
		x.ownCards()
	}
	if x.groups&WildRank != 0 {
		x.wildRank()
	}
	if x.groups&OpenPile != 0 {
		x.openPile()
	}
	if x.groups&OpponentCards != 0 {
		x.opponentCards()
	}
	if x.groups&Counts != 0 {
		x.counts()
	}
	if x.groups&Progress != 0 {
		x.progress()
	}
	if x.groups&Relations != 0 {
		x.relations()
	}
}

// kinds returns row i of a field whose rows have card.NumKinds entries.
func (x indianRow[T]) kinds(s indianSlot, i int) *[card.NumKinds]T {
	return (*[card.NumKinds]T)(x.dst[x.at[s]+i*card.NumKinds:])
}

func (x indianRow[T]) ownCards() {
	dst, o := x.dst, x.o
	field.PutBag(x.kinds(slotHand, 0), o.Hand)
	putCard(x.kinds(slotDrawn, 0), o.Drawn)
	if o.FromPile {
		dst[x.at[slotFromPile]] = 1
	}
	field.PutBag(x.kinds(slotShown, 0), o.Known[o.Self])
}

func (x indianRow[T]) wildRank() {
	dst, o := x.dst, x.o
	if o.Wild < card.NumRanks {
		dst[x.at[slotWildRank]+int(o.Wild)] = 1
	}
	putCard(x.kinds(slotWildcard, 0), o.Wildcard)
}

func (x indianRow[T]) openPile() {
	o := x.o
	putCard(x.kinds(slotTop, 0), o.Top)
	field.PutBag(x.kinds(slotPile, 0), o.Pile)
	field.PutBag(x.kinds(slotSeen, 0), o.Seen())
}

func (x indianRow[T]) opponentCards() {
	o := x.o
	for i := range x.rules.Seats - 1 {
		p := x.opponent(o, i)
		putHistory(x.kinds(slotTaken, i), o.Taken[p])
		putHistory(x.kinds(slotGiven, i), o.Given[p])
		field.PutBag(x.kinds(slotKnown, i), o.Known[p])
	}
}

func (x indianRow[T]) counts() {
	dst, o := x.dst, x.o
	dst[x.at[slotStockSize]] = field.Number[T](o.StockSize)
	dst[x.at[slotPileSize]] = field.Number[T](o.PileSize)
	dst[x.at[slotReshuffles]] = field.Number[T](min(o.Reshuffles, maxReshuffles))
	sizes, active := dst[x.at[slotHandSizes]:], dst[x.at[slotActive]:]
	for i := range x.rules.Seats {
		p := x.seat(o, i)
		sizes[i] = field.Number[T](o.HandSizes[p])
		active[i] = T(o.Active >> p & 1)
	}
}

func (x indianRow[T]) progress() {
	dst, o := x.dst, x.o
	dst[x.at[slotPhase]+int(o.Phase)] = 1
	dst[x.at[slotSeat]+int(o.Self)] = 1
	dst[x.at[slotTurn]] = field.Number[T](o.Turn)
	dst[x.at[slotRound]] = field.Number[T](o.Round)
	mover, turns := dst[x.at[slotMover]:], dst[x.at[slotTurns]:]
	for i := range x.rules.Seats {
		p := x.seat(o, i)
		if p == o.Mover {
			mover[i] = 1
		}
		turns[i] = field.Number[T](o.TurnsOf[p])
	}
}

// putCard sets the entry of c to 1. It does nothing if c is card.None.
func putCard[T field.Entry](dst *[card.NumKinds]T, c card.Card) {
	if c != card.None {
		dst[c.Index()] = 1
	}
}

// putHistory is field.PutBag for a bag that counts events, which can hold more printed jokers
// than copies of a suited card.
func putHistory[T field.Entry](dst *[card.NumKinds]T, b card.Bag) {
	b.Jokers = min(b.Jokers, card.MaxCopies)
	field.PutBag(dst, b)
}

// relations writes the fields of the group Relations: for each card held, the numbers of
// different cards related to it that each opponent has taken and discarded. A card related
// to one that the opponent took is dangerous to discard; a card related to one that the
// opponent discarded is safe (saha2025mindist, sections VI and VII.6).
func (x indianRow[T]) relations() {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(x.o, i)
		countRelated(x.kinds(slotRelatedTaken, i), x.o.Hand.Once, x.o.Taken[p].Once)
		countRelated(x.kinds(slotRelatedGiven, i), x.o.Hand.Once, x.o.Given[p].Once)
	}
}

// countRelated sets dst, at every card of hand, to the number of cards of others that are
// related to it.
func countRelated[T field.Entry](dst *[card.NumKinds]T, hand, others card.Cards) {
	for cs := hand & mindist.RelatedTo(others); cs != 0; cs &= cs - 1 {
		c := cs.First()
		dst[c.Index()] = T((mindist.Related(c) & others).Count())
	}
}
