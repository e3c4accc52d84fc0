package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// paperSize is the hand size of the paper, for which there are fast metrics. Other sizes
// use general functions, which are slower and allocate.
const paperSize = 13

// minDist returns the distance of a hand, or of the best cards of a hand with one card too
// many.
func minDist(hand card.Bag, o *indian.Observation) int {
	return mindist.OfSize(hand, o.Wild, o.Rules.HandSize)
}

// minDistDiscards sets dst to the distance after each discard of a hand, by
// [card.Card.Index]; −1 for cards not in the hand.
func minDistDiscards(dst *[card.NumKinds]int8, hand card.Bag, o *indian.Observation) {
	mindist.DiscardsOfSize(dst, hand, o.Wild, o.Rules.HandSize)
}

// minDistOuts returns the distance of a hand and the number of unseen cards that
// lower it.
func minDistOuts(hand, unseen card.Bag, o *indian.Observation) (distance, outs int) {
	if o.Rules.HandSize == paperSize {
		return mindist.WithOuts(hand, o.Wild, unseen)
	}
	distance = minDist(hand, o)
	for c := range kindsOf(unseen).each() {
		if minDist(hand.With(c), o) < distance {
			outs += unseen.Of(c)
		}
	}
	return distance, outs
}

// minDistAvailable returns the distance of a hand if only the cards of avail can be drawn.
// For hand sizes other than paperSize it is minDist.
func minDistAvailable(hand, avail card.Bag, o *indian.Observation) int {
	if o.Rules.HandSize == paperSize {
		return mindist.Available(hand, o.Wild, avail)
	}
	return minDist(hand, o)
}

// minScore returns the uncapped MinScore of a hand, or of the best cards of a hand with one
// card too many.
func minScore(hand card.Bag, o *indian.Observation) int {
	if o.Rules.HandSize == paperSize {
		return meld.MinScore(hand, o.Wild)
	}
	return scoring(o).MinScore(hand, o.Wild)
}

// minScoreDiscards sets dst to the uncapped MinScore after each discard, by
// [card.Card.Index].
func minScoreDiscards(dst *[card.NumKinds]int16, o *indian.Observation) {
	if o.Rules.HandSize == paperSize {
		meld.MinScoreDiscards(dst, o.Hand, o.Wild)
		return
	}
	for i := range dst {
		dst[i] = -1
		if c := card.FromIndex(i); o.Hand.Has(c) {
			dst[i] = int16(minScore(o.Hand.Without(c), o))
		}
	}
}

// finishing returns the faces of the hand whose removal leaves a declaration.
func finishing(o *indian.Observation) kinds {
	if o.Rules.HandSize == paperSize {
		suited, joker := meld.Declarable(o.Hand, o.Wild)
		return kinds{suited, joker}
	}
	var finish kinds
	for c := range o.Hand.Each() {
		if scoring(o).CanDeclare(o.Hand.Without(c), o.Wild) {
			finish = finish.with(c)
		}
	}
	return finish
}

// scoring returns the uncapped rules of melds for the hand size of the table.
func scoring(o *indian.Observation) meld.Rules {
	r := meld.Default()
	r.Cap, r.HandSize = 0, o.Rules.HandSize
	return r
}

// unlimited is above every value of a table.
const unlimited = 1 << 14

// lowest returns the faces of among with the minimum value in the table, which is indexed
// by [card.Card.Index], and that value. Values above limit count as limit.
func lowest[T int8 | int16](table *[card.NumKinds]T, among kinds, limit int) (kinds, int) {
	minimum := limit + 1
	var faces kinds
	for s := among.suited; s != 0; s &= s - 1 {
		c := s.First()
		switch v := min(limit, int(table[c.Index()])); {
		case v < minimum:
			minimum, faces.suited = v, 1<<c
		case v == minimum:
			faces.suited |= 1 << c
		}
	}
	if among.joker {
		switch v := min(limit, int(table[card.Joker.Index()])); {
		case v < minimum:
			minimum, faces = v, kinds{joker: true}
		case v == minimum:
			faces.joker = true
		}
	}
	return faces, minimum
}
