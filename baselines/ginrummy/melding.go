package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// declareAny returns the action that declares the next meld of a random best arrangement of
// the player's hand before the declaration, and the probability of the action. Only
// arrangements that begin with the declared melds remain, so that in the end every best
// arrangement has the same probability.
func declareAny(src *rand.PCG, o *gin.Observation) (game.Action, float64) {
	var buf [96]deadwood.Arrangement
	declared := o.Melds[o.Self]
	n := declared.Len()
	open := 0
	all := deadwood.AppendBest(buf[:0], o.Hand|declared.Cards())
	for _, a := range all {
		if a = gin.SplitMelds(a); startsWith(a, declared, n) {
			all[open] = a
			open++
		}
	}
	if n == len(declared) || open == 0 {
		return gin.DeclareFirst(deadwood.Best(o.Hand)), 1
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

// startsWith reports whether the first n melds of a and b are equal.
func startsWith(a, b deadwood.Arrangement, n int) bool {
	for i := range n {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
