package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// table writes the fields of the groups of GinCardsAndCounts, what lies on the
// table, and zeros in all others.
func (x *GinExtractor) table(dst []float32, o *gin.Observation) {
	var row bitRow
	if x.groups&GinOwnCards != 0 {
		row.putCards(x.at[ginHand], o.Hand)
		row.putCard(x.at[ginDrawn], o.Drawn)
		if o.FromPile {
			row.put(x.at[ginFromPile])
		}
		row.putCards(x.at[ginShown], o.Known[o.Self])
	}
	if x.groups&GinPile != 0 {
		row.putCard(x.at[ginUpcard], o.Upcard)
		row.putCards(x.at[ginPileCards], o.Pile)
		row.putCards(x.at[ginBuried], o.Pile.Without(o.Upcard))
	}
	if x.groups&GinSeatCards != 0 {
		for i := range ginSeats {
			p := ginSeatAt(o, i)
			row.putCards(x.at[ginTaken]+i*numSuited, o.Taken[p])
			row.putCards(x.at[ginGiven]+i*numSuited, o.Given[p])
			row.putCards(x.at[ginRefused]+i*numSuited, o.Refused[p])
		}
	}
	if x.groups&GinUnseen != 0 {
		row.putCards(x.at[ginKnown], o.Known[1-o.Self])
		row.putCards(x.at[ginUnknown], o.Unknown())
	}
	if x.groups&GinTable != 0 {
		row.putSeat(x.at[ginKnocker], o, o.Knocker)
		for i := range ginSeats {
			row.putCards(x.at[ginDeclared]+i*numSuited, o.Declared(ginSeatAt(o, i)))
		}
		row.putCards(x.at[ginLaidOff], o.LaidOff)
	}
	if x.groups&GinProgress != 0 {
		row.put(x.at[ginPhase] + int(o.Phase))
		row.putSeat(x.at[ginMover], o, o.Mover)
		row.put(x.at[ginSeat] + int(o.Self))
		row.putSeat(x.at[ginStarter], o, o.Starter)
	}
	row.expand(dst)
	x.counts(dst, o)
}

// counts writes the fields of table that are not 0 or 1.
func (x *GinExtractor) counts(dst []float32, o *gin.Observation) {
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

// putSeats writes a number of each seat, self first.
func (x *GinExtractor) putSeats(dst []float32, s ginSlot, o *gin.Observation, of *[ginSeats]int) {
	dst[x.at[s]], dst[x.at[s]+1] = float32(of[o.Self]), float32(of[1-o.Self])
}

// putCard puts 1 at card c of a plane. None puts nothing.
func (r *bitRow) putCard(at int, c card.Card) {
	if c < card.Joker {
		r.put(at + c.Index())
	}
}

// putSeat puts 1 at player p, self first. NoPlayer puts nothing.
func (r *bitRow) putSeat(at int, o *gin.Observation, p game.Player) {
	switch p {
	case o.Self:
		r.put(at)
	case 1 - o.Self:
		r.put(at + 1)
	}
}

// ginSeatAt returns the observer for 0 and the opponent for 1.
func ginSeatAt(o *gin.Observation, i int) game.Player { return o.Self ^ game.Player(i) }
