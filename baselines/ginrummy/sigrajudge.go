package ginrummy

import (
	"math"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// sigraTie is the difference below which values are equal.
const sigraTie = 1e-12

// sigraUnlimited is above all values.
const sigraUnlimited = 1e9

// sigraJudge values hands for one player at one decision.
type sigraJudge struct {
	formulas  ginhand.Formulas
	distance  float64 // weight of the myopic meld distance
	opponent  float64 // weight of the opponent term
	forgetful bool    // the knock test ignores the melds

	view ginhand.OpponentView
	draw sigraDraw
}

// configure sets the judge by the options of the player.
func (j *sigraJudge) configure(a *SIGRA) {
	*j = sigraJudge{formulas: ginhand.ReleasedFormulas}
	if a.Variant == SIGRAPaper {
		j.formulas = ginhand.PaperFormulas
	}
	j.distance, j.opponent = a.weights()
	if a.Variant == SIGRASeptember && j.distance != 0 {
		switch {
		case a.stubborn() && j.opponent == 0:
			j.distance = 0
		case a.SK == Off && a.MaxKnock == 0 && j.opponent != 0:
			j.opponent, j.forgetful = -j.opponent, true
		}
	}
}

// look sets the view from the observation.
func (j *sigraJudge) look(o *gin.Observation) {
	j.view = ginhand.OpponentView{
		Known:     o.Known[1-o.Self],
		Unknown:   o.Unknown(),
		Discarded: o.Given[1-o.Self],
		Refused:   o.Refused[1-o.Self],
	}
	if o.Phase == gin.FirstUpcard && j.formulas == ginhand.ReleasedFormulas {
		j.view.Unknown = j.view.Unknown.With(o.Upcard)
	}
}

// discard returns the card of may whose discard leaves the best hand, between equal ones
// the card that arrived last.
//
// The plain version values all hands. This one skips a hand if its deadwood, or its value
// without the opponent term, is too high for the bounds of the other terms.
func (j *sigraJudge) discard(o *gin.Observation, may card.Cards, came *sigraOrder) card.Card {
	j.look(o)
	var after [card.NumKinds]int8
	deadwood.Discards(&after, o.Hand)
	lowest := 127
	for c := may; c != 0; c &= c - 1 {
		lowest = min(lowest, int(after[c.First().Index()]))
	}
	each, limit := 0.0, 0.0
	maxTerm := j.maxTerm(o.Hand, j.view.Unknown)
	if n := j.view.Unknown.Count(); n != 0 && j.distance != 0 {
		each = j.distance / float64(n)
		limit = each * float64(ginhand.CompletingPoints(o.Hand, 0, j.view.Unknown, j.formulas))
	}

	var values [len(came.cards)]float64
	minimum := float64(sigraUnlimited)
	for i, c := range came.cards[:came.count] {
		values[i] = sigraUnlimited
		points := int(after[c.Index()])
		if !may.Has(c) || float64(points-lowest) > limit+maxTerm+sigraTie {
			continue
		}
		values[i] = float64(points) - float64(each*float64(j.points(o.Hand.Without(c), points, j.view.Unknown)))
		minimum = min(minimum, values[i])
	}

	best, bound := card.None, minimum+maxTerm+sigraTie
	minimum = sigraUnlimited
	for i, c := range came.cards[:came.count] {
		if values[i] > bound {
			continue
		}
		if maxTerm != 0 {
			values[i] -= j.term(o.Hand.Without(c), &j.view)
		}
		if best == card.None || values[i] < minimum+sigraTie {
			best, minimum = c, values[i]
		}
	}
	return best
}

// models reports whether the opponent term can differ from 0.
func (j *sigraJudge) models() bool { return j.opponent != 0 && j.view.Known != 0 }

// term returns the weighted opponent term of a hand.
func (j *sigraJudge) term(hand card.Cards, v *ginhand.OpponentView) float64 {
	return float64(j.opponent * ginhand.OpponentTerm(hand, v, j.formulas))
}

// maxTerm returns an upper bound of the absolute value of the weighted opponent term for
// all hands of some of the cards: the term of one hand with all the cards.
func (j *sigraJudge) maxTerm(cards, unknown card.Cards) float64 {
	if !j.models() {
		return 0
	}
	v := ginhand.OpponentView{Known: j.view.Known, Unknown: unknown}
	return float64(math.Abs(j.opponent) * ginhand.OpponentTerm(cards, &v, ginhand.PaperFormulas))
}

// points returns |U| times the myopic meld distance of a hand of known deadwood.
func (j *sigraJudge) points(hand card.Cards, points int, unknown card.Cards) int {
	if j.distance == 0 {
		return 0
	}
	return ginhand.CompletingPoints(hand, melded(hand, points), unknown, j.formulas)
}

// melded returns the cards of the first best arrangement of a hand, given its deadwood.
func melded(hand card.Cards, points int) card.Cards {
	// Most hands have one arrangement: all cards that are in any meld.
	all := deadwood.InMelds(hand)
	if deadwood.PipTotal(hand&^all) == points {
		return all
	}
	return deadwood.Best(hand).Cards()
}
