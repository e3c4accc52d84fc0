package baselines

import (
	"fmt"

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
	switch v {
	case SIGRAPaper:
		return "paper"
	case SIGRAHead:
		return "head"
	case SIGRASeptember:
		return "september"
	}
	return fmt.Sprintf("SIGRAVariant(%d)", uint8(v))
}

// Component tells whether a player has one of the components of paper 001.
type Component uint8

// The two ways.
const (
	On Component = iota
	Off
)

// String returns "on" or "off".
func (c Component) String() string {
	switch c {
	case On:
		return "on"
	case Off:
		return "off"
	}
	return fmt.Sprintf("Component(%d)", uint8(c))
}

// String returns the spec that makes the player.
func (a *SIGRA) String() string { return canonical(Gin, "sigra", a) }

// Reset readies the player for a new episode. It draws nothing from the seed.
func (a *SIGRA) Reset(uint64) {
	a.came = sigraOrder{}
	a.judge.configure(a)
}

// Act returns the action chosen, with probability 1.
func (a *SIGRA) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return a.act(obs.(*gin.Observation), legal), 1
}

func (a *SIGRA) act(o *gin.Observation, legal *game.Mask) game.Action {
	a.came.follow(o)
	switch o.Phase {
	case gin.FirstUpcard, gin.Draw:
		return a.draw(o, legal)
	case gin.Discard:
		c := a.throw(o, legal)
		if legal.Has(gin.Knock) && (bigGin(o) || a.knocks(o, o.Hand.Without(c))) {
			return gin.Knock
		}
		return gin.CardOf(c)
	case gin.KnockOrPass:
		if legal.Has(gin.Knock) && a.knocks(o, o.Hand) {
			return gin.Knock
		}
		return gin.Pass
	}
	return legal.Nth(0)
}

// draw takes the upcard or not.
func (a *SIGRA) draw(o *gin.Observation, legal *game.Mask) game.Action {
	other := gin.DrawStock
	if o.Phase == gin.FirstUpcard {
		other = gin.Pass
	}
	if legal.Has(gin.DrawUpcard) && (!legal.Has(other) || a.judge.takes(o, &a.came)) {
		return gin.DrawUpcard
	}
	return other
}

// throw returns the card to discard.
func (a *SIGRA) throw(o *gin.Observation, legal *game.Mask) card.Card {
	may := ginThrowable(legal)
	if o.FromPile && may.Without(o.Drawn) != 0 {
		may = may.Without(o.Drawn)
	}
	return a.judge.discard(o, may, &a.came)
}

// knocks reports whether the player knocks with a hand.
func (a *SIGRA) knocks(o *gin.Observation, hand card.Cards) bool {
	if a.SK == On {
		return meld.Deadwood(hand) == 0
	}
	if a.judge.forgetful {
		return meld.PipTotal(hand) <= o.KnockLimit
	}
	return meld.Deadwood(hand) <= o.KnockLimit
}

// bigGin reports whether the hand of eleven has the bonus of all cards in melds.
func bigGin(o *gin.Observation) bool {
	return o.Rules.BigGinBonus > 0 && meld.Deadwood(o.Hand) == 0
}

// ginThrowable returns the cards among the legal actions.
func ginThrowable(legal *game.Mask) card.Cards {
	const lane = 1<<card.NumRanks - 1
	x := legal[0]
	return card.Cards(x&lane | x>>13&lane<<16 | x>>26&lane<<32 | x>>39&lane<<48)
}
