package encoder

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/field"
)

// indianNumbers are the numbers of an observation that are computed, those of the selected groups only.
type indianNumbers struct {
	score     int     // MinScore of the hand, not capped, after the best discard if one is due
	distance  int     // MinDist of the hand, after the best discard if one is due
	outs      int     // unseen cards whose draw lowers it
	available int     // MinDist with the cards that can come
	turns     float32 // until a declaration
	expected  float32 // MinDist where unseen cards may be in other hands
}

// cardNumbers are numbers of each card, by [card.Card.Index], those of the selected groups only.
type cardNumbers struct {
	scores          [card.NumKinds]int16 // MinScore after each discard
	discards, draws [card.NumKinds]int8  // MinDist after each discard, and after each draw
	outs            [card.NumKinds]int8  // unseen copies of cards whose draw lowers MinDist
}

// compute sets the numbers of the groups of x. of is nil if no numbers of cards are selected.
func (x *Indian) compute(n *indianNumbers, of *cardNumbers, o *indian.Observation) {
	discards := mayDiscard(o)
	if x.On&DiscardScores != 0 && discards {
		o.Rules.MinScoreDiscards(&of.scores, o.Hand, o.Wild)
		n.score = least(&of.scores) // the score of the hand
	} else if x.On&(Score|DiscardScores) != 0 {
		n.score = handScore(o)
	}
	if x.On&(Distance|DiscardDistances|Outs|availabilities) == 0 {
		return
	}
	unseen := x.deck.Minus(o.Seen())
	x.distances(n, of, o, unseen, discards)
	if x.On&Availability != 0 {
		n.available = mindist.Available(o.Hand, o.Wild, unseen.With(o.Top))
	}
	if x.On&ExpectedTurns != 0 {
		if x.On&Outs != 0 && !discards {
			n.turns = float32(mindist.ExpectedTurnsAt(n.distance, n.outs, unseen))
		} else {
			n.turns = float32(mindist.ExpectedTurns(o.Hand, o.Wild, unseen))
		}
	}
	if x.On&ExpectedDistance != 0 {
		n.expected = float32(expectedDist(o, unseen))
	}
}

// distances sets the numbers of the groups Distance, DiscardDistances and Outs.
func (x *Indian) distances(n *indianNumbers, of *cardNumbers, o *indian.Observation, unseen card.Bag, discards bool) {
	switch {
	case x.On&DiscardDistances != 0 && discards:
		n.distance = x.target.Discards(&of.discards, o.Hand, o.Wild)
	case x.On&Outs != 0 && !discards:
		n.distance = x.target.Draws(&of.draws, o.Hand, o.Wild)
		for i, a := range of.draws {
			if int(a) < n.distance {
				of.outs[i] = int8(unseen.Of(card.FromIndex(i)))
				n.outs += int(of.outs[i])
			}
		}
	case x.On&Distance != 0:
		n.distance = handDist(o)
	}
	if discards {
		n.outs = OutOfPhase
	}
}

// relate writes, at each card of the hand, the number of different cards related to it that an opponent has taken or discarded,
// into entries that are 0, and returns the entry after them. A card related to one that the opponent took is dangerous to discard;
// a card related to one that the opponent discarded is safe (saha2025mindist, sections VI and VII.6).
func relate[T field.Entry](w *field.Row[T], at int, hand, others card.Bag) int {
	for cs := hand.Once & mindist.RelatedTo(others.Once); cs != 0; cs &= cs - 1 {
		c := cs.First()
		w.CopiesAt(at, c, (mindist.Related(c) & others.Once).Count())
	}
	return w.KindAt(at, card.None)
}

// when returns v if yes is true, otherwise nil.
func when[V any](yes bool, v []V) []V {
	if yes {
		return v
	}
	return nil
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
