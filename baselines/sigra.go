package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// SIGRA is the SIFT Gin Rummy Agent of paper 001 ("Evaluating Gin Rummy Hands
// Using Opponent Modeling and Myopic Meld Distance", sections 4 and 5) and, by
// leaving out parts, all eight combinations of its three components.
//
// It values a hand of ten by its deadwood less 0.85 times the myopic meld
// distance less the opponent term ([features.HandValue]), the lower the better.
// It takes the upcard if the best hand that this leads to is better than the
// expected best hand after a draw from the stock, all unknown cards being equally
// likely. It throws the card that leaves the best hand, among equals the one that
// came to it last, and never the card just taken. It knocks only with gin, or
// without SK as soon as it may.
//
// Values less than 1e-12 apart are equal. A combination without MMD and OM still
// expects and compares, and so is neither Simple nor Stubborn of that paper.
type SIGRA struct {
	Variant SIGRAVariant
	SK      Component // stubborn knocking
	MMD     Component // myopic meld distance
	OM      Component // opponent modelling

	came  sigraOrder
	judge sigraJudge
}

// SIGRAVariant is whose SIGRA plays.
type SIGRAVariant uint8

// The variants.
const (
	// SIGRAPaper follows the formulas of the paper to the letter.
	SIGRAPaper SIGRAVariant = iota

	// SIGRAHead is the last published program: released formulas
	// ([features.ReleasedFormulas]), the first upcard counts as unknown, and
	// the best discard after a draw is found with the drawn card known, but
	// valued with it unknown. Its illegal move, to throw the card just taken,
	// is left out.
	SIGRAHead

	// SIGRASeptember is the program behind the paper's tables: as SIGRAHead,
	// except that MMD does nothing where SK and not OM is on (StubbornMmd: the
	// term was computed on the hand before the draw, the same for all cards),
	// and that with MMD and OM but not SK (MmdOpModel) the opponent term was
	// added, and the knock test forgot the melds, so that it never knocks. The
	// combinations that it did not have play as in SIGRAHead.
	SIGRASeptember
)

// String returns the value of the option "variant".
func (v SIGRAVariant) String() string {
	return game.Word("SIGRAVariant", v, "paper", "head", "september")
}

// Component tells whether a player has one of the components of paper 001.
type Component uint8

// The two ways.
const (
	On Component = iota
	Off
)

// String returns "on" or "off".
func (c Component) String() string { return game.Word("Component", c, "on", "off") }

// String returns the spec that makes the player.
func (a *SIGRA) String() string { return canonical(Gin, "sigra", a) }

// Reset readies the player for a new episode. It draws nothing from the seed.
func (a *SIGRA) Reset(uint64) {
	a.came = sigraOrder{}
	a.judge.configure(a)
}

// Act returns the action chosen, with probability 1.
func (a *SIGRA) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*gin.Observation)
	a.came.follow(o)
	return playGin(a, nil, o, legal)
}

func (a *SIGRA) takes(o *gin.Observation) bool { return a.judge.takes(o, &a.came) }

// throw returns the card that leaves the best hand, but not the one just taken.
func (a *SIGRA) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	if rest := may.Without(o.Drawn); o.FromPile && rest != 0 {
		may = rest
	}
	return a.judge.discard(o, may, &a.came), 1
}

func (a *SIGRA) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	switch {
	case a.SK == On:
		return deadwood == 0
	case a.judge.forgetful:
		return meld.PipTotal(rest) <= o.KnockLimit
	}
	return deadwood <= o.KnockLimit
}
