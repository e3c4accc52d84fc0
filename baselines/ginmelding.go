package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// ginMelding returns what a player without a rule of its own does after a knock,
// and whether the phase is one of that: the knocker declares its first best
// arrangement; the opponent declares the melds and lays off the cards that
// together leave it the least deadwood, in the order that the rules ask for.
//
// A Rules.LayOffLimit from 2 up changes nothing, since three cards laid off at one
// end of a run are as well a meld. With 1 the second card is kept.
func ginMelding(o *gin.Observation, legal *game.Mask) (game.Action, bool) {
	switch o.Phase {
	case gin.KnockerMelds:
		return declareNext(meld.Best(o.Hand)), true
	case gin.DefenderMelds:
		if o.Rules.Answer == gin.LayOffsFirst || o.HandSizes[o.Knocker] == 0 { // nothing is laid off on gin
			return declareNext(meld.Best(o.Hand)), true
		}
		melds, _ := meld.LayOffBest(o.Hand, o.Melds[o.Knocker])
		return declareNext(melds), true
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

// declareNext returns the action that declares the first of the melds, or ends
// melding if there is none.
func declareNext(melds meld.Arrangement) game.Action {
	if melds[0] == 0 {
		return gin.Pass
	}
	return gin.MeldOf(inSteps(melds)[0])
}

// inSteps returns the melds as there are actions for them: a run of more than five
// cards is declared as two or three.
func inSteps(melds meld.Arrangement) meld.Arrangement {
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

// declareAny returns the action that goes on with one of the best arrangements of
// all cards that the player had, each with the same probability, and the
// probability of the action. What was declared before narrows the choice, so that
// in the end every arrangement is as likely.
func declareAny(src *rand.PCG, o *gin.Observation) (game.Action, float64) {
	var buf [96]meld.Arrangement
	declared := o.Melds[o.Self]
	n := declared.Len()
	open := 0
	all := meld.AppendBest(buf[:0], o.Hand|declared.Cards())
	for _, a := range all {
		if a = inSteps(a); startsWith(a, declared, n) {
			all[open] = a
			open++
		}
	}
	if n == len(declared) || open == 0 {
		return declareNext(meld.Best(o.Hand)), 1
	}
	next, same := all[card.Below(src, uint64(open))][n], 0
	for _, a := range all[:open] {
		if a[n] == next {
			same++
		}
	}
	if next == 0 {
		return gin.Pass, float64(same) / float64(open)
	}
	return gin.MeldOf(next), float64(same) / float64(open)
}

// startsWith reports whether the first n melds of both are the same.
func startsWith(a, b meld.Arrangement, n int) bool {
	for i := range n {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
