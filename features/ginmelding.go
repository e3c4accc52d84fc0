package features

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// GinMelding returns what a player of Gin Rummy without a rule of its own does after a
// knock, and whether the phase is one of that: the knocker declares its first best
// arrangement; the opponent declares the melds and lays off the cards that
// together leave it the least deadwood, in the order that the rules ask for.
//
// A Rules.LayOffLimit from 2 up changes nothing, since three cards laid off at one
// end of a run are as well a meld. With 1 the second card is kept.
func GinMelding(o *gin.Observation, legal *game.Mask) (game.Action, bool) {
	switch o.Phase {
	case gin.KnockerMelds:
		return DeclareNext(meld.Best(o.Hand)), true
	case gin.DefenderMelds:
		if o.Rules.Answer == gin.LayOffsFirst || o.HandSizes[o.Knocker] == 0 { // nothing is laid off on gin
			return DeclareNext(meld.Best(o.Hand)), true
		}
		melds, _ := meld.LayOffBest(o.Hand, o.Melds[o.Knocker])
		return DeclareNext(melds), true
	case gin.LayOff:
		cards := o.Hand
		if o.Rules.Answer == gin.LayOffsFirst {
			_, cards = meld.LayOffBest(o.Hand, o.Melds[o.Knocker])
		}
		var buf [11]meld.LayOff
		for _, l := range meld.AppendMostLayOffs(buf[:0], cards, o.Melds[o.Knocker]) {
			if a := gin.CardOf(l.Card); legal.Has(a) {
				return a, true
			}
		}
		return gin.Pass, true
	}
	return game.NoAction, false
}

// DeclareNext returns the action that declares the first of the melds, or ends
// melding if there is none.
func DeclareNext(melds meld.Arrangement) game.Action {
	if melds[0] == 0 {
		return gin.Pass
	}
	return gin.MeldOf(MeldSteps(melds)[0])
}

// MeldSteps returns the melds as there are actions for them: a run of more than five
// cards is declared as two or three.
func MeldSteps(melds meld.Arrangement) meld.Arrangement {
	var steps meld.Arrangement
	n := 0
	for _, m := range melds {
		for m != 0 && n < len(steps) {
			part := m
			if size := m.Count(); size > 5 {
				part = firstCards(m, min(5, size-3))
			}
			steps[n] = part
			n++
			m &^= part
		}
	}
	return steps
}

// firstCards returns the n lowest cards of cs.
func firstCards(cs card.Cards, n int) card.Cards {
	rest := cs
	for range n {
		rest &= rest - 1
	}
	return cs &^ rest
}
