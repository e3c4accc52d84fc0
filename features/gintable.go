package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// table writes the fields of the groups of GinCardsAndCounts: what lies on the
// table.
func (x *GinExtractor) table(dst []float32, o *gin.Observation) {
	if x.groups&GinOwnCards != 0 {
		putCards(x.plane(dst, ginHand, 0), o.Hand)
		x.putOne(dst, ginDrawn, o.Drawn)
		if o.FromPile {
			dst[x.at[ginFromPile]] = 1
		}
		putCards(x.plane(dst, ginShown, 0), o.Known[o.Self])
	}
	if x.groups&GinPile != 0 {
		x.putOne(dst, ginUpcard, o.Upcard)
		putCards(x.plane(dst, ginPileCards, 0), o.Pile)
		putCards(x.plane(dst, ginBuried, 0), o.Pile.Without(o.Upcard))
	}
	if x.groups&GinSeatCards != 0 {
		for i := range ginSeats {
			p := ginSeatAt(o, i)
			putCards(x.plane(dst, ginTaken, i), o.Taken[p])
			putCards(x.plane(dst, ginGiven, i), o.Given[p])
			putCards(x.plane(dst, ginRefused, i), o.Refused[p])
		}
	}
	if x.groups&GinUnseen != 0 {
		putCards(x.plane(dst, ginKnown, 0), o.Known[1-o.Self])
		putCards(x.plane(dst, ginUnknown, 0), o.Unknown())
	}
	if x.groups&GinTable != 0 {
		x.oneSeat(dst, ginKnocker, o, o.Knocker)
		for i := range ginSeats {
			putCards(x.plane(dst, ginDeclared, i), o.Melds[ginSeatAt(o, i)].Cards())
		}
		putCards(x.plane(dst, ginLaidOff, 0), o.LaidOff)
	}
	if x.groups&GinCounts != 0 {
		dst[x.at[ginStockSize]] = float32(o.StockSize)
		dst[x.at[ginPileSize]] = float32(o.Pile.Count())
		x.putSeats(dst, ginHandSizes, o, &o.HandSizes)
	}
	if x.groups&GinProgress != 0 {
		x.progress(dst, o)
	}
}

func (x *GinExtractor) progress(dst []float32, o *gin.Observation) {
	dst[x.at[ginPhase]+int(o.Phase)] = 1
	x.oneSeat(dst, ginMover, o, o.Mover)
	dst[x.at[ginSeat]+int(o.Self)] = 1
	x.oneSeat(dst, ginStarter, o, o.Starter)
	dst[x.at[ginTurn]] = float32(o.Turn)
	dst[x.at[ginHandNumber]] = float32(o.HandNumber)
	x.putSeats(dst, ginScores, o, &o.Scores)
	dst[x.at[ginKnockLimit]] = float32(o.KnockLimit)
}

// putOne writes 1 at card c of a plane. None writes nothing.
func (x *GinExtractor) putOne(dst []float32, s ginSlot, c card.Card) {
	if c < card.Joker {
		dst[x.at[s]+c.Index()] = 1
	}
}

// putSeats writes a number of each seat, self first.
func (x *GinExtractor) putSeats(dst []float32, s ginSlot, o *gin.Observation, of *[ginSeats]int) {
	dst[x.at[s]], dst[x.at[s]+1] = float32(of[o.Self]), float32(of[1-o.Self])
}

// oneSeat writes 1 at player p, self first. NoPlayer writes nothing.
func (x *GinExtractor) oneSeat(dst []float32, s ginSlot, o *gin.Observation, p game.Player) {
	switch p {
	case o.Self:
		dst[x.at[s]] = 1
	case 1 - o.Self:
		dst[x.at[s]+1] = 1
	}
}

// ginSeatAt returns the observer for 0 and the opponent for 1.
func ginSeatAt(o *gin.Observation, i int) game.Player { return o.Self ^ game.Player(i) }
