package baselines

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// sigraTie is the difference of values below which they are equal.
const sigraTie = 1e-12

// sigraJudge values hands as one player does.
type sigraJudge struct {
	formulas  features.Formulas
	distance  float64 // weight of the myopic meld distance
	opponent  float64 // weight of the opponent term
	forgetful bool    // the knock test forgets the melds

	view features.OpponentView
}

// configure sets the judge to what the options of the player say.
func (j *sigraJudge) configure(a *SIGRA) {
	*j = sigraJudge{formulas: features.ReleasedFormulas}
	if a.Variant == SIGRAPaper {
		j.formulas = features.PaperFormulas
	}
	if a.MMD == On {
		j.distance = features.MeldDistanceWeight
	}
	if a.OM == On {
		j.opponent = features.OpponentTermWeight
	}
	if a.Variant == SIGRASeptember && a.MMD == On {
		switch {
		case a.SK == On && a.OM == Off:
			j.distance = 0
		case a.SK == Off && a.OM == On:
			j.opponent, j.forgetful = -j.opponent, true
		}
	}
}

// look sets the view to what the observation shows.
func (j *sigraJudge) look(o *gin.Observation) {
	j.view = features.OpponentView{
		Known:   o.Known[1-o.Self],
		Unknown: o.Unknown(),
		Thrown:  o.Given[1-o.Self],
		Refused: o.Refused[1-o.Self],
	}
	if o.Phase == gin.FirstUpcard && j.formulas == features.ReleasedFormulas {
		j.view.Unknown = j.view.Unknown.With(o.Upcard)
	}
}

// value returns r_t of a hand, formula 2.
func (j *sigraJudge) value(hand card.Cards, v *features.OpponentView) float64 {
	value := float64(meld.Deadwood(hand))
	if j.distance != 0 {
		value -= j.distance * features.MyopicMeldDistance(hand, v.Unknown, j.formulas)
	}
	if j.opponent != 0 {
		value -= j.opponent * features.OpponentTerm(hand, v, j.formulas)
	}
	return value
}

// best returns the discard of the cards of may that leaves the best hand: among
// equals the one that came last.
func (j *sigraJudge) best(hand, may card.Cards, v *features.OpponentView, came *sigraOrder) card.Card {
	best, least := card.None, 0.0
	for _, c := range came.cards[:came.count] {
		if !may.Has(c) {
			continue
		}
		if value := j.value(hand.Without(c), v); best == card.None || value < least+sigraTie {
			best, least = c, value
		}
	}
	return best
}

// discard returns the card to throw.
func (j *sigraJudge) discard(o *gin.Observation, may card.Cards, came *sigraOrder) card.Card {
	j.look(o)
	return j.best(o.Hand, may, &j.view, came)
}

// drawn returns the value of the best hand after the draw of c, R and R' of
// formulas 3 and 4.
func (j *sigraJudge) drawn(o *gin.Observation, c card.Card, may card.Cards, came *sigraOrder) float64 {
	with := *came
	with.add(c)
	v := j.view
	if j.formulas == features.ReleasedFormulas {
		v.Unknown = v.Unknown.Without(c)
	}
	hand := o.Hand.With(c)
	return j.value(hand.Without(j.best(hand, may, &v, &with)), &j.view)
}

// takes reports whether the upcard is better than the stock.
func (j *sigraJudge) takes(o *gin.Observation, came *sigraOrder) bool {
	j.look(o)
	n := j.view.Unknown.Count()
	if n == 0 {
		return false
	}
	up := j.drawn(o, o.Upcard, o.Hand, came)
	total := 0.0
	for u := range j.view.Unknown.Each() {
		total += j.drawn(o, u, o.Hand.With(u), came)
	}
	return up < total/float64(n)-sigraTie
}
