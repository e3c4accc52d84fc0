package features

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// progress writes how good a hand of ten cards is, whose first best arrangement is best,
// and how soon it gets better.
func (r *GinAfterstateReader) progress(dst []float32, m GinMove, hand card.Cards, best *meld.Arrangement) {
	x, o := r.x, r.o
	melded := best.Cards()
	loose := hand &^ melded
	deadwood := meld.PipTotal(loose)
	x.count(dst, ginAfterDeadwood, 0, deadwood)
	x.count(dst, ginAfterAbove, 0, max(0, deadwood-o.KnockLimit))
	x.flag(dst, ginAfterMelds, best.Len(), true)
	x.count(dst, ginAfterMelded, 0, melded.Count())
	x.flag(dst, ginAfterStock, 0, o.Phase == gin.Draw && leaves(o, m))
	if o.Phase == gin.FirstUpcard && leaves(o, m) {
		x.flag(dst, ginAfterPass, len(o.History), true)
	}
	x.flag(dst, ginAfterFromPile, 0, m.Take || drewUpcard(o))
	if m.Knock {
		x.flag(dst, ginAfterKnocks, 0, true)
		x.flag(dst, ginAfterKnockDeadwood, min(deadwood, ginAfterKnocked), true)
		x.fraction(dst, ginAfterLaidOff, 0, r.evenly(r.layOffs(best)))
		return
	}
	place := len(ginDeadwoodFrom) - 1
	for ginDeadwoodFrom[place] > deadwood {
		place--
	}
	x.flag(dst, ginAfterDeadwoodRange, place, true)
	roots, outs := RootsAndAffixes(hand, r.unseen)
	paired := meld.PipTotal(loose & roots)
	x.count(dst, ginAfterPaired, 0, paired)
	x.count(dst, ginAfterLoose, 0, deadwood-paired)
	dearest := 0
	for cs := loose; cs != 0; cs &= cs - 1 {
		dearest = max(dearest, meld.Pips(cs.First()))
	}
	x.count(dst, ginAfterDearest, 0, dearest)
	x.count(dst, ginAfterOuts, 0, outs.Count())
	all := float32(max(r.unseens, 1))
	x.fraction(dst, ginAfterMeldPoints, 0, float32(CompletingPoints(hand, melded, r.unseen, PaperFormulas))/all)

	next := r.draws(hand, r.unseen)
	mean := float32(next.deadwood) / all
	x.fraction(dst, ginAfterNext, 0, mean)
	x.fraction(dst, ginAfterFall, 0, float32(deadwood)-mean)
	knock := float32(next.knocks) / all
	none := 1 - knock
	x.fraction(dst, ginAfterKnockChance, 0, knock)
	x.fraction(dst, ginAfterKnockChance3, 0, 1-float32(none*none*none))
	x.fraction(dst, ginAfterGinChance, 0, float32(next.gins)/all)
	if outs == 0 {
		return
	}
	var second ginDraws
	for cs := outs; cs != 0; cs &= cs - 1 {
		c := cs.First()
		d := r.draws(withoutDearest(hand.With(c)), r.unseen.Without(c))
		second.knocks += d.knocks
		second.gins += d.gins
	}
	all = float32(outs.Count() * max(r.unseens-1, 1))
	x.fraction(dst, ginAfterNextKnock, 0, float32(second.knocks)/all)
	x.fraction(dst, ginAfterNextGin, 0, float32(second.gins)/all)
}

// drewUpcard reports whether the observer has drawn the upcard in this turn.
func drewUpcard(o *gin.Observation) bool {
	if o.Phase == gin.FirstUpcard || o.Phase == gin.Draw || o.Phase == gin.Wall || len(o.History) == 0 {
		return false
	}
	t := &o.History[len(o.History)-1]
	return t.Player == o.Self && t.Source == gin.FromPile
}

// ginDraws counts what all possible draws do to a hand, each followed by the best
// discard.
type ginDraws struct {
	deadwood int // sum
	knocks   int // draws after which one may knock
	gins     int // draws after which there is no deadwood
}

// draws tries each of some cards with a hand of ten.
func (r *GinAfterstateReader) draws(hand, from card.Cards) (d ginDraws) {
	for ; from != 0; from &= from - 1 {
		left := meld.DeadwoodAfterDiscard(hand | from&-from)
		d.deadwood += left
		if left <= r.o.KnockLimit {
			d.knocks++
		}
		if left == 0 {
			d.gins++
		}
	}
	return d
}

// withoutDearest returns a hand of eleven cards without the dearest card outside its
// first best arrangement, the first of equal ones, or the first card if there is none.
func withoutDearest(hand card.Cards) card.Cards {
	best := meld.Best(hand)
	thrown, most := hand.First(), 0
	for cs := hand &^ best.Cards(); cs != 0; cs &= cs - 1 {
		if c := cs.First(); meld.Pips(c) > most {
			thrown, most = c, meld.Pips(c)
		}
	}
	return hand.Without(thrown)
}
