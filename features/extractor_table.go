package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// The fields of CardsAndCounts: what lies on the table.

func (x *Extractor) ownCards(dst []float32, o *indian.Observation) {
	putBag(x.kinds(dst, slotHand, 0), o.Hand)
	putCard(x.kinds(dst, slotDrawn, 0), o.Drawn)
	if o.FromPile {
		dst[x.at[slotFromPile]] = 1
	}
	putBag(x.kinds(dst, slotShown, 0), o.Known[o.Self])
}

func (x *Extractor) wildRank(dst []float32, o *indian.Observation) {
	if o.Wild < card.NumRanks {
		dst[x.at[slotWildRank]+int(o.Wild)] = 1
	}
	putCard(x.kinds(dst, slotWildcard, 0), o.Wildcard)
}

func (x *Extractor) openPile(dst []float32, o *indian.Observation) {
	putCard(x.kinds(dst, slotTop, 0), o.Top)
	putBag(x.kinds(dst, slotPile, 0), o.Pile)
	putBag(x.kinds(dst, slotSeen, 0), Seen(o))
}

func (x *Extractor) opponentCards(dst []float32, o *indian.Observation) {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(o, i)
		putHistory(x.kinds(dst, slotTaken, i), o.Taken[p])
		putHistory(x.kinds(dst, slotGiven, i), o.Given[p])
		putBag(x.kinds(dst, slotKnown, i), o.Known[p])
	}
}

func (x *Extractor) counts(dst []float32, o *indian.Observation) {
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

func (x *Extractor) progress(dst []float32, o *indian.Observation) {
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

// Seen returns the cards whose place the observer knows: its own hand, the open
// pile, the wildcard, and what opponents surely hold.
func Seen(o *indian.Observation) card.Bag {
	seen := o.Hand.Plus(o.Pile)
	seen.Add(o.Wildcard)
	for p := range game.Player(o.Rules.Seats) {
		if p != o.Self {
			seen = seen.Plus(o.Known[p])
		}
	}
	return seen
}

// Available returns the cards that can still come to the observer: those whose
// place it does not know, and the top of the open pile.
func Available(o *indian.Observation) card.Bag { return Unseen(o).With(o.Top) }

// fullDeck returns all cards of a deck.
func fullDeck(packs, jokers int) card.Bag {
	b := card.Bag{Once: card.All, Jokers: uint8(jokers)}
	if packs > 1 {
		b.Twice = card.All
	}
	if packs > 2 {
		b.Thrice = card.All
	}
	return b
}

// putCard writes 1 at card c. None writes nothing.
func putCard(dst *[card.NumKinds]float32, c card.Card) {
	if c != card.None {
		dst[c.Index()] = 1
	}
}

// putHistory does what putBag does for a bag that counts events, of which printed jokers
// may have more than suited cards can.
func putHistory(dst *[card.NumKinds]float32, b card.Bag) {
	b.Jokers = min(b.Jokers, card.MaxCopies)
	putBag(dst, b)
}
