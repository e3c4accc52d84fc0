package encoder

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/internal/field"
)

// bits returns the entries that are 0 or 1 of the groups of GinCardsAndCounts.
func (x *Gin) bits(o *gin.Observation) (row field.BitRow) {
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
	return row
}

// ginCounts writes the other entries of the groups of GinCardsAndCounts.
func ginCounts[T field.Entry](x *Gin, dst []T, o *gin.Observation) {
	if x.groups&GinCounts != 0 {
		dst[x.at[ginStockSize]] = T(o.StockSize)
		dst[x.at[ginPileSize]] = T(o.Pile.Count())
		putSeats(dst[x.at[ginHandSizes]:], o, &o.HandSizes)
	}
	if x.groups&GinProgress != 0 {
		dst[x.at[ginTurn]] = field.Number[T](o.Turn)
		dst[x.at[ginHandNumber]] = field.Number[T](o.HandNumber)
		putSeats(dst[x.at[ginScores]:], o, &o.Scores)
		dst[x.at[ginKnockLimit]] = T(o.KnockLimit)
	}
}

// putSeats writes one number per seat, the observer first.
func putSeats[T field.Entry](dst []T, o *gin.Observation, of *[ginSeats]int) {
	dst[0], dst[1] = field.Number[T](of[o.Self]), field.Number[T](of[1-o.Self])
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
