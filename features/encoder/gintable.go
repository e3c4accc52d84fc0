package encoder

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/internal/field"
)

// table writes the fields of the groups of GinCardsAndCounts, and zeros into all others.
func (x *Gin) table(dst []float32, o *gin.Observation) {
	var row field.BitRow
	if x.groups&GinOwnCards != 0 {
		row.PutCards(x.at[ginHand], o.Hand)
		putBit(&row, x.at[ginDrawn], o.Drawn)
		if o.FromPile {
			row.Put(x.at[ginFromPile])
		}
		row.PutCards(x.at[ginShown], o.Known[o.Self])
	}
	if x.groups&GinPile != 0 {
		putBit(&row, x.at[ginUpcard], o.Upcard)
		row.PutCards(x.at[ginPileCards], o.Pile)
		row.PutCards(x.at[ginBuried], o.Pile.Without(o.Upcard))
	}
	if x.groups&GinSeatCards != 0 {
		for i := range ginSeats {
			p := ginSeatAt(o, i)
			row.PutCards(x.at[ginTaken]+i*card.NumSuited, o.Taken[p])
			row.PutCards(x.at[ginGiven]+i*card.NumSuited, o.Given[p])
			row.PutCards(x.at[ginRefused]+i*card.NumSuited, o.Refused[p])
		}
	}
	if x.groups&GinUnseen != 0 {
		row.PutCards(x.at[ginKnown], o.Known[1-o.Self])
		row.PutCards(x.at[ginUnknown], o.Unknown())
	}
	if x.groups&GinTable != 0 {
		putSeat(&row, x.at[ginKnocker], o, o.Knocker)
		for i := range ginSeats {
			row.PutCards(x.at[ginDeclared]+i*card.NumSuited, o.Declared(ginSeatAt(o, i)))
		}
		row.PutCards(x.at[ginLaidOff], o.LaidOff)
	}
	if x.groups&GinProgress != 0 {
		row.Put(x.at[ginPhase] + int(o.Phase))
		putSeat(&row, x.at[ginMover], o, o.Mover)
		row.Put(x.at[ginSeat] + int(o.Self))
		putSeat(&row, x.at[ginStarter], o, o.Starter)
	}
	row.Expand(dst)
	x.counts(dst, o)
}

// counts writes the fields of table that are not 0 or 1.
func (x *Gin) counts(dst []float32, o *gin.Observation) {
	if x.groups&GinCounts != 0 {
		dst[x.at[ginStockSize]] = float32(o.StockSize)
		dst[x.at[ginPileSize]] = float32(o.Pile.Count())
		x.putSeats(dst, ginHandSizes, o, &o.HandSizes)
	}
	if x.groups&GinProgress != 0 {
		dst[x.at[ginTurn]] = float32(o.Turn)
		dst[x.at[ginHandNumber]] = float32(o.HandNumber)
		x.putSeats(dst, ginScores, o, &o.Scores)
		dst[x.at[ginKnockLimit]] = float32(o.KnockLimit)
	}
}

// putSeats writes one number per seat, the observer first.
func (x *Gin) putSeats(dst []float32, s ginSlot, o *gin.Observation, of *[ginSeats]int) {
	dst[x.at[s]], dst[x.at[s]+1] = float32(of[o.Self]), float32(of[1-o.Self])
}

// putBit sets the entry of card c in a plane to 1. It does nothing if c is card.None.
func putBit(r *field.BitRow, at int, c card.Card) {
	if c < card.Joker {
		r.Put(at + c.Index())
	}
}

// putSeat sets the entry of player p to 1, the observer first. It does nothing if p is
// game.NoPlayer.
func putSeat(r *field.BitRow, at int, o *gin.Observation, p game.Player) {
	switch p {
	case o.Self:
		r.Put(at)
	case 1 - o.Self:
		r.Put(at + 1)
	}
}

// ginSeatAt returns the observer for 0 and the opponent for 1.
func ginSeatAt(o *gin.Observation, i int) game.Player { return o.Self ^ game.Player(i) }
