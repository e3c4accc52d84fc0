package features

import (
	"rummygym/env/card"
	"rummygym/env/meld"
)

// OpponentView is what the formulas of paper 001 know besides the hand that is
// valued (definition 1).
type OpponentView struct {
	Known   card.Cards // H_o: cards known to be with the opponent
	Unknown card.Cards // U: cards in the stock or, unknown, with the opponent
	Thrown  card.Cards // D_o: cards that the opponent discarded, also those taken since
	Refused card.Cards // P_o: upcards that the opponent did not take
}

// meldsWith are the melds that hold a card, in the order of [meld.GinMelds].
var meldsWith = func() (with [64][]card.Cards) {
	for _, m := range ginMelds {
		for c := range m.Each() {
			with[c] = append(with[c], m)
		}
	}
	return with
}()

// OpponentTerm returns r_o of paper 001 (formulas 12 to 17): the pips of the
// cards of the hand, each times the expected number of the opponent's melds that
// it is part of; in points, not negative, and 0 if no card of the opponent is
// known. A meld counts if it is made of known, unknown and own cards, at least
// one known and one own; its probability is 1/|U| for each card that is not
// known. Sets of a rank that the opponent threw or refused do not count.
//
// The released form counts only melds with exactly one own card, and leaves out
// only the sets that hold a card which the opponent threw.
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
			case isSet(m) && v.unwanted(m, f):
				continue
			}
			points := float64(meld.PipTotal(own))
			for range (m &^ v.Known).Count() {
				points *= each
			}
			term += points
		}
	}
	return term
}

// unwanted reports whether the opponent is taken not to want the set (formula 15).
func (v *OpponentView) unwanted(set card.Cards, f Formulas) bool {
	if f == ReleasedFormulas {
		return set&v.Thrown != 0
	}
	return (v.Thrown|v.Refused)&card.OfRank(set.First().Rank()) != 0
}

// isSet reports whether a meld is a set.
func isSet(m card.Cards) bool { return m&^card.OfRank(m.First().Rank()) == 0 }
