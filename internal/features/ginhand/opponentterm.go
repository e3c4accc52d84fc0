package ginhand

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// OpponentView is the observer's knowledge besides its own hand, by the names of
// goldman2021evaluating (definition 1).
type OpponentView struct {
	Known     card.Cards // H_o: cards that the opponent is known to hold
	Unknown   card.Cards // U: cards of unknown location, in the stock or in the opponent's hand
	Discarded card.Cards // D_o: cards that the opponent discarded, including those taken since
	Refused   card.Cards // P_o: upcards that the opponent did not take
}

// OpponentTermWeight is w_o of goldman2021evaluating (section 5.1): the weight of
// [OpponentTerm] in the value of a hand (formula 2).
const OpponentTermWeight = 1.0

// meldsWith holds, for each card, the melds that contain it, in the order of
// [deadwood.Melds].
var meldsWith = func() (with [64][]card.Cards) {
	for _, m := range deadwood.Melds() {
		for c := range m.Each() {
			with[c] = append(with[c], m)
		}
	}
	return with
}()

// OpponentTerm returns r_o of goldman2021evaluating (formulas 12 to 17): the sum of the
// pips of the cards of the hand, each times the expected number of melds of the opponent
// that contain it; in points, at least 0, and 0 if no card of the opponent is known. A
// meld counts if it consists of known, unknown and own cards, at least one known and one
// own; its probability is the product of 1/|U| over its cards that are not known. Sets of
// a rank that the opponent discarded or refused do not count.
//
// The released version counts only melds with exactly one own card, and leaves out only
// the sets with a card that the opponent discarded.
func OpponentTerm(hand card.Cards, v *OpponentView, f Formulas) float64 {
	if v.Known == 0 || v.Unknown == 0 {
		return 0
	}
	term := 0.0
	each := 1 / float64(v.Unknown.Count())
	possible := hand | v.Known | v.Unknown
	for k := v.Known; k != 0; k &= k - 1 {
		first := k.First()
		for _, m := range meldsWith[first] {
			own := m & hand
			switch {
			case own == 0 || m&^possible != 0:
				continue
			case m&v.Known&(1<<first-1) != 0:
				continue // counted with an earlier known card
			case f == ReleasedFormulas && own&(own-1) != 0:
				continue
			case m&^card.OfRank(m.First().Rank()) == 0 && v.unwanted(m, f):
				continue
			}
			points := float64(deadwood.PipTotal(own))
			for range (m &^ v.Known).Count() {
				points *= each
			}
			term += points
		}
	}
	return term
}

// unwanted reports whether the formulas assume that the opponent does not want the set
// (formula 15).
func (v *OpponentView) unwanted(set card.Cards, f Formulas) bool {
	if f == ReleasedFormulas {
		return set&v.Discarded != 0
	}
	return (v.Discarded|v.Refused)&card.OfRank(set.First().Rank()) != 0
}
