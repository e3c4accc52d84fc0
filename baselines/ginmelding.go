package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

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
		if a = features.MeldSteps(a); startsWith(a, declared, n) {
			all[open] = a
			open++
		}
	}
	if n == len(declared) || open == 0 {
		return features.DeclareNext(meld.Best(o.Hand)), 1
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
