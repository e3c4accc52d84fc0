package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// ShowdownPolicy is the default policy after a knock. It returns the action in the phases
// KnockerMelds, DefenderMelds and LayOff, and false in any other phase. The knocker
// declares its first best arrangement. The opponent declares the melds and lays off the
// cards that together leave the minimum deadwood, in the order that the rules demand.
//
// A Rules.LayOffLimit of 2 or more has no effect on the result, because three lay-offs at
// one end of a run also form a meld. With a limit of 1 the second card is kept.
func ShowdownPolicy(o *Observation, legal *game.Mask) (game.Action, bool) {
	switch o.Phase {
	case KnockerMelds:
		return DeclareFirst(deadwood.Best(o.Hand)), true
	case DefenderMelds:
		if o.Rules.Answer == LayOffsFirst || o.HandSizes[o.Knocker] == 0 { // there are no lay-offs against gin
			return DeclareFirst(deadwood.Best(o.Hand)), true
		}
		melds, _ := deadwood.LayOffBest(o.Hand, o.Melds[o.Knocker])
		return DeclareFirst(melds), true
	case LayOff:
		cards := o.Hand
		if o.Rules.Answer == LayOffsFirst {
			_, cards = deadwood.LayOffBest(o.Hand, o.Melds[o.Knocker])
		}
		var buf [11]deadwood.LayOff
		for _, l := range deadwood.AppendMostLayOffs(buf[:0], cards, o.Melds[o.Knocker]) {
			if a := CardOf(l.Card); legal.Has(a) {
				return a, true
			}
		}
		return Pass, true
	}
	return game.NoAction, false
}

// DeclareFirst returns the action that declares the first of the melds, or Pass, which
// ends the declaration, if there is none.
func DeclareFirst(melds deadwood.Arrangement) game.Action {
	if melds[0] == 0 {
		return Pass
	}
	return MeldOf(SplitMelds(melds)[0])
}

// SplitMelds returns the melds in parts for which there are actions: a run of more than
// five cards is split into two or three.
func SplitMelds(melds deadwood.Arrangement) deadwood.Arrangement {
	var steps deadwood.Arrangement
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
