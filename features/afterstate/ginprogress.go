package afterstate

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/features/ginhand"
)

// progress writes the fields of the group GinAfterProgress about the deadwood of a hand of
// ten cards, whose first best arrangement is best, and how soon it falls.
func (r *GinReader) progress(dst []float32, m GinMove, hand card.Cards, best *deadwood.Arrangement) {
	x, o := r.x, r.o
	melded := best.Cards()
	loose := hand &^ melded
	least := deadwood.PipTotal(loose)
	x.Count(dst, ginAfterDeadwood, 0, least)
	x.Count(dst, ginAfterAbove, 0, max(0, least-o.KnockLimit))
	x.Flag(dst, ginAfterMelds, best.Len(), true)
	x.Count(dst, ginAfterMelded, 0, melded.Count())
	x.Flag(dst, ginAfterStock, 0, o.Phase == gin.Draw && leaves(o, m))
	if o.Phase == gin.FirstUpcard && leaves(o, m) {
		x.Flag(dst, ginAfterPass, len(o.History), true)
	}
	x.Flag(dst, ginAfterFromPile, 0, m.Take || drewUpcard(o))
	if m.Knock {
		x.Flag(dst, ginAfterKnocks, 0, true)
		x.Flag(dst, ginAfterKnockDeadwood, min(least, ginAfterKnocked), true)
		x.Fraction(dst, ginAfterLaidOff, 0, r.evenly(r.layOffs(best)))
		return
	}
	place := len(ginDeadwoodFrom) - 1
	for ginDeadwoodFrom[place] > least {
		place--
	}
	x.Flag(dst, ginAfterDeadwoodRange, place, true)
	roots, outs := ginhand.RootsAndAffixes(hand, r.unseen)
	paired := deadwood.PipTotal(loose & roots)
	x.Count(dst, ginAfterPaired, 0, paired)
	x.Count(dst, ginAfterLoose, 0, least-paired)
	highest := 0
	for cs := loose; cs != 0; cs &= cs - 1 {
		highest = max(highest, deadwood.Pips(cs.First()))
	}
	x.Count(dst, ginAfterHighest, 0, highest)
	x.Count(dst, ginAfterOuts, 0, outs.Count())
	all := float32(max(r.unseens, 1))
	x.Fraction(dst, ginAfterMeldPoints, 0, float32(ginhand.CompletingPoints(hand, melded, r.unseen, ginhand.PaperFormulas))/all)

	next := r.draws(hand, r.unseen)
	mean := float32(next.deadwood) / all
	x.Fraction(dst, ginAfterNext, 0, mean)
	x.Fraction(dst, ginAfterFall, 0, float32(least)-mean)
	knock := float32(next.knocks) / all
	none := 1 - knock
	x.Fraction(dst, ginAfterKnockChance, 0, knock)
	x.Fraction(dst, ginAfterKnockChance3, 0, 1-float32(none*none*none))
	x.Fraction(dst, ginAfterGinChance, 0, float32(next.gins)/all)
	if outs == 0 {
		return
	}
	var second ginDraws
	for cs := outs; cs != 0; cs &= cs - 1 {
		c := cs.First()
		d := r.draws(withoutHighest(hand.With(c)), r.unseen.Without(c))
		second.knocks += d.knocks
		second.gins += d.gins
	}
	all = float32(outs.Count() * max(r.unseens-1, 1))
	x.Fraction(dst, ginAfterNextKnock, 0, float32(second.knocks)/all)
	x.Fraction(dst, ginAfterNextGin, 0, float32(second.gins)/all)
}

// drewUpcard reports whether the observer drew the upcard in this turn.
func drewUpcard(o *gin.Observation) bool {
	if o.Phase == gin.FirstUpcard || o.Phase == gin.Draw || o.Phase == gin.Wall || len(o.History) == 0 {
		return false
	}
	t := &o.History[len(o.History)-1]
	return t.Player == o.Self && t.Source == gin.FromPile
}

// ginDraws sums the results of all possible draws, each followed by the best discard.
type ginDraws struct {
	deadwood int // sum of the deadwood
	knocks   int // draws after which a knock is legal
	gins     int // draws after which the deadwood is 0
}

// draws returns the results of drawing each card of from to a hand of ten.
func (r *GinReader) draws(hand, from card.Cards) (d ginDraws) {
	for ; from != 0; from &= from - 1 {
		left := deadwood.AfterDiscard(hand | from&-from)
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

// withoutHighest returns a hand of eleven cards without the highest-point card outside its
// first best arrangement, the first of equal ones, or without its first card if no card is
// outside.
func withoutHighest(hand card.Cards) card.Cards {
	best := deadwood.Best(hand)
	highest, most := hand.First(), 0
	for cs := hand &^ best.Cards(); cs != 0; cs &= cs - 1 {
		if c := cs.First(); deadwood.Pips(c) > most {
			highest, most = c, deadwood.Pips(c)
		}
	}
	return hand.Without(highest)
}
