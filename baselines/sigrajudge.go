package baselines

import (
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// sigraTie is the difference of values below which they are equal.
const sigraTie = 1e-12

// sigraUnlimited is above all values.
const sigraUnlimited = 1e9

// sigraJudge values hands as one player does, at one decision.
type sigraJudge struct {
	formulas  features.Formulas
	distance  float64 // weight of the myopic meld distance
	opponent  float64 // weight of the opponent term
	forgetful bool    // the knock test forgets the melds

	view features.OpponentView
	draw sigraDraw
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

// discard returns the discard of the cards of may that leaves the best hand:
// among equals the one that came last.
//
// Naively all hands are valued. Here a hand is passed over if its deadwood, or
// its value without the opponent term, is too high for the rest to mend.
func (j *sigraJudge) discard(o *gin.Observation, may card.Cards, came *sigraOrder) card.Card {
	j.look(o)
	var after [card.NumKinds]int8
	meld.DeadwoodDiscards(&after, o.Hand)
	lowest := 127
	for c := may; c != 0; c &= c - 1 {
		lowest = min(lowest, int(after[c.First().Index()]))
	}
	each, most := 0.0, 0.0
	if n := j.view.Unknown.Count(); n != 0 && j.distance != 0 {
		each = j.distance / float64(n)
		most = each * float64(features.CompletingPoints(o.Hand, 0, j.view.Unknown, j.formulas))
	}

	var values [len(came.cards)]float64
	least := float64(sigraUnlimited)
	for i, c := range came.cards[:came.count] {
		values[i] = sigraUnlimited
		deadwood := int(after[c.Index()])
		if !may.Has(c) || float64(deadwood-lowest) > most+sigraTie {
			continue
		}
		values[i] = float64(deadwood) - each*float64(j.points(o.Hand.Without(c), deadwood, j.view.Unknown))
		least = min(least, values[i])
	}

	most = j.mostTerm(o.Hand, j.view.Unknown)
	best, bound := card.None, least+most+sigraTie
	least = sigraUnlimited
	for i, c := range came.cards[:came.count] {
		if values[i] > bound {
			continue
		}
		if most != 0 {
			values[i] -= j.term(o.Hand.Without(c), &j.view)
		}
		if best == card.None || values[i] < least+sigraTie {
			best, least = c, values[i]
		}
	}
	return best
}

// models reports whether the opponent term can differ from 0.
func (j *sigraJudge) models() bool { return j.opponent != 0 && j.view.Known != 0 }

// term returns the weighted opponent term of a hand.
func (j *sigraJudge) term(hand card.Cards, v *features.OpponentView) float64 {
	return j.opponent * features.OpponentTerm(hand, v, j.formulas)
}

// mostTerm returns a bound of the size of the weighted opponent term of any hand
// of some of the cards, with some unknown cards: that of all the cards in one
// hand.
func (j *sigraJudge) mostTerm(cards, unknown card.Cards) float64 {
	if !j.models() {
		return 0
	}
	v := features.OpponentView{Known: j.view.Known, Unknown: unknown}
	return features.OpponentTerm(cards, &v, features.PaperFormulas)
}

// points returns |U| times the myopic meld distance of a hand of known deadwood.
func (j *sigraJudge) points(hand card.Cards, deadwood int, unknown card.Cards) int {
	if j.distance == 0 {
		return 0
	}
	return features.CompletingPoints(hand, melded(hand, deadwood), unknown, j.formulas)
}

// melded returns the cards of the first best arrangement of a hand of known
// deadwood.
func melded(hand card.Cards, deadwood int) card.Cards {
	// Most hands have one arrangement: all cards that lie in any meld.
	all := meld.InMelds(hand)
	if meld.PipTotal(hand&^all) == deadwood {
		return all
	}
	return meld.Best(hand).Cards()
}
