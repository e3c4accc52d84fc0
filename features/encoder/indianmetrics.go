package encoder

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// scores writes the fields of the groups Score and DiscardScores.
func (x *Indian) scores(dst []float32, o *indian.Observation) {
	discards := x.groups&DiscardScores != 0
	if discards && !mayDiscard(o) {
		fill(dst[x.at[slotScoreAfterDiscard]:], OutOfPhase)
		discards = false
	}
	score := 0
	if discards {
		// The minimum over all discards is the score of the hand.
		var after [card.NumKinds]int16
		o.Rules.MinScoreDiscards(&after, o.Hand, o.Wild)
		field := x.kinds(dst, slotScoreAfterDiscard)
		for i, s := range after {
			field[i] = float32(s)
		}
		score = least(&after)
	} else if x.groups&Score != 0 {
		score = handScore(o)
	}
	if x.groups&Score != 0 {
		dst[x.at[slotMinScoreUncapped]] = float32(score)
		dst[x.at[slotMinScore]] = float32(min(score, x.rules.Cap))
	}
}

// distances writes the fields of the groups Distance, DiscardDistances and Outs. It returns the
// distance of the hand and the number of its outs among the unseen cards if it has counted them,
// else −1.
func (x *Indian) distances(dst []float32, o *indian.Observation, unseen card.Bag) (d, outs int) {
	d, outs = -1, -1
	if x.groups&DiscardDistances != 0 {
		if mayDiscard(o) {
			var after [card.NumKinds]int8
			d = x.target.Discards(&after, o.Hand, o.Wild)
			putInts(x.kinds(dst, slotDistAfterDiscard), &after)
		} else {
			fill(dst[x.at[slotDistAfterDiscard]:], OutOfPhase)
		}
	}
	if x.groups&Outs != 0 {
		if mayDiscard(o) {
			fill(dst[x.at[slotDistAfterDraw]:], OutOfPhase)
			fill(dst[x.at[slotOuts]:], OutOfPhase)
			dst[x.at[slotOutsTotal]] = OutOfPhase
		} else {
			d, outs = x.outs(dst, o, unseen)
		}
	}
	if x.groups&Distance != 0 {
		if d < 0 {
			d = handDist(o)
		}
		dst[x.at[slotMinDist]] = float32(d)
	}
	return d, outs
}

// outs writes the fields of the group Outs for a hand without a card to discard, and returns
// the distance of the hand and the number of its outs among the unseen cards.
func (x *Indian) outs(dst []float32, o *indian.Observation, unseen card.Bag) (d, total int) {
	var after [card.NumKinds]int8
	d = x.target.Draws(&after, o.Hand, o.Wild)
	putInts(x.kinds(dst, slotDistAfterDraw), &after)
	outs := x.kinds(dst, slotOuts)
	for i, a := range after {
		if int(a) < d {
			n := unseen.Of(card.FromIndex(i))
			outs[i] = float32(n)
			total += n
		}
	}
	dst[x.at[slotOutsTotal]] = float32(total)
	return d, total
}

// mayDiscard reports whether the observer holds one card more than a declaration has: it has
// drawn and must discard.
func mayDiscard(o *indian.Observation) bool { return o.Hand.Count() > o.Rules.HandSize }

// handScore returns the MinScore of the observer's hand, not capped, after the best discard
// if it has a card to discard.
func handScore(o *indian.Observation) int { return o.Rules.MinScore(o.Hand, o.Wild) }

// handDist returns the MinDist of the observer's hand, for the declarations that the rules
// require.
func handDist(o *indian.Observation) int {
	return mindist.TargetOf(o.Rules.Melds()).MinDist(o.Hand, o.Wild)
}

// expectedDist returns [mindist.Expected] by the uniform belief: each unseen card is in the
// closed deck with the same probability. The top of the open pile can come for certain.
func expectedDist(o *indian.Observation, unseen card.Bag) float64 {
	var odds [card.NumKinds]float32
	if n := unseen.Count(); n > 0 {
		p := float32(o.StockSize) / float32(n)
		for i := range odds {
			odds[i] = p
		}
	}
	return mindist.Expected(o.Hand, o.Wild, card.Bag{}.With(o.Top), unseen, &odds)
}

// least returns the minimum of the entries that are not negative, or 0 if there is none.
func least(after *[card.NumKinds]int16) int {
	best := int16(-1)
	for _, s := range after {
		if s >= 0 && (best < 0 || s < best) {
			best = s
		}
	}
	return int(max(best, 0))
}

// fill writes x into the first card.NumKinds entries of dst.
func fill(dst []float32, x float32) {
	row := (*[card.NumKinds]float32)(dst)
	for i := range row {
		row[i] = x
	}
}

// putInts copies src into dst.
func putInts(dst *[card.NumKinds]float32, src *[card.NumKinds]int8) {
	for i, v := range src {
		dst[i] = float32(v)
	}
}
