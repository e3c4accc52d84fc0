package ginrummy

import (
	"strconv"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/options"
)

// SIGRA is the SIFT Gin Rummy Agent of goldman2021evaluating ("Evaluating Gin Rummy Hands
// Using Opponent Modeling and Myopic Meld Distance", sections 4 and 5), and any of the
// eight combinations of its three components.
//
// The value of a hand of ten is its deadwood minus MeldWeight times the myopic meld distance
// ([ginhand.MyopicMeldDistance]) minus OpponentWeight times the opponent term
// ([ginhand.OpponentTerm]); lower is better. The player takes the upcard if the best hand after that is better than the
// expected best hand after a draw from the stock, with all unknown cards equally likely. It
// discards the card that leaves the best hand, between equal ones the card that arrived
// last, and never the card just taken. It knocks only with gin, or without SK as soon as it
// may, or as MaxKnock says.
//
// Values that differ by less than 1e-12 are equal. A combination without MMD and OM still
// compares the upcard with the expectation, and so is neither Simple nor Stubborn of that
// paper.
type SIGRA struct {
	Variant SIGRAVariant
	SK      Component // stubborn knocking
	MMD     Component // myopic meld distance
	OM      Component // opponent modelling

	// MeldWeight is w_m and OpponentWeight is w_o of formula 2, in [0, 10]; 0 stands for
	// the weight of the paper, 0.85 and 1, and a negative number for 0, which is the same
	// as MMD or OM off.
	MeldWeight, OpponentWeight float64

	// MaxKnock is the maximum deadwood with which it knocks, in [1, 100]; 0 follows SK,
	// and a negative number is gin only, as with SK.
	MaxKnock int

	came  sigraOrder
	judge sigraJudge
}

// SIGRAVariant selects the description that [SIGRA] follows.
type SIGRAVariant uint8

// The variants.
const (
	// SIGRAPaper follows the formulas of the paper literally.
	SIGRAPaper SIGRAVariant = iota

	// SIGRAHead is the last published program. It has the released formulas
	// ([ginhand.ReleasedFormulas]), counts the first upcard as unknown, and finds the
	// best discard after a draw with the drawn card known but values it with that card
	// unknown. The illegal discard of the card just taken is left out.
	SIGRAHead

	// SIGRASeptember is the program behind the paper's tables. It is SIGRAHead with two
	// differences. With SK and MMD but without OM (StubbornMmd), MMD has no effect,
	// because the term was computed for the hand before the draw, the same for all
	// cards. With MMD and OM but without SK (MmdOpModel), the opponent term is added
	// instead of subtracted, and the knock test ignores the melds, so that the player
	// never knocks. Combinations that the program did not have play as SIGRAHead.
	SIGRASeptember
)

// String returns the value of the option "variant".
func (v SIGRAVariant) String() string {
	return options.Word("SIGRAVariant", v, "paper", "head", "september")
}

// Component switches a component of a player on or off. The zero value is On.
type Component uint8

// The two values.
const (
	On Component = iota
	Off
)

// String returns "on" or "off".
func (c Component) String() string { return options.Word("Component", c, "on", "off") }

// String returns the canonical spec of the player.
func (a *SIGRA) String() string { return List().Text("sigra", a) }

// Reset starts a new episode. The player makes no random choice.
func (a *SIGRA) Reset(uint64) {
	a.came = sigraOrder{}
	a.judge.configure(a)
}

// NextDeal prepares the player for the next hand of a match.
func (a *SIGRA) NextDeal() { a.came = sigraOrder{} }

// Act returns the chosen action, with probability 1.
func (a *SIGRA) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	o := obs.(*gin.Observation)
	a.came.follow(o)
	return play(a, nil, o, legal)
}

func (a *SIGRA) takes(o *gin.Observation) bool { return a.judge.takes(o, &a.came) }

// discard returns the card that leaves the best hand, but not the one just taken.
func (a *SIGRA) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	if rest := may.Without(o.Drawn); o.FromPile && rest != 0 {
		may = rest
	}
	return a.judge.discard(o, may, &a.came), 1
}

func (a *SIGRA) knocks(o *gin.Observation, rest card.Cards, points int) bool {
	switch {
	case a.stubborn():
		return points == 0
	case a.judge.forgetful:
		return deadwood.PipTotal(rest) <= o.KnockLimit
	case a.MaxKnock > 0:
		return points <= min(a.MaxKnock, o.KnockLimit)
	}
	return points <= o.KnockLimit
}

// stubborn reports whether it knocks only with gin.
func (a *SIGRA) stubborn() bool { return a.MaxKnock < 0 || a.MaxKnock == 0 && a.SK == On }

// weights returns w_m and w_o, which are 0 without the component.
func (a *SIGRA) weights() (meld, opponent float64) {
	if a.MMD == On {
		meld = spec.OrDefault(a.MeldWeight, ginhand.MeldDistanceWeight)
	}
	if a.OM == On {
		opponent = spec.OrDefault(a.OpponentWeight, ginhand.OpponentTermWeight)
	}
	return meld, opponent
}

// sigraEntries returns SIGRA of goldman2021evaluating, with its components as options.
func sigraEntries() spec.List {
	return spec.List{
		spec.Player("gin", "sigra", "values a hand by deadwood, nearly complete melds, and cards the opponent may want; knocks with gin",
			func(a SIGRA) game.Agent { return &a },
			spec.Word("variant", "follow the paper's formulas, the authors' last program, or the program behind the paper's tables",
				func(a *SIGRA) *SIGRAVariant { return &a.Variant }, SIGRAPaper, SIGRAHead, SIGRASeptember),
			spec.Shown(spec.Word("sk", "stubborn knocking: knock only with gin",
				func(a *SIGRA) *Component { return &a.SK }, On, Off),
				func(a *SIGRA) string { return component(a.MaxKnock != 0 || a.SK == On).String() }),
			spec.Shown(spec.Word("mmd", "myopic meld distance: value melds that the next card may complete",
				func(a *SIGRA) *Component { return &a.MMD }, On, Off),
				func(a *SIGRA) string { w, _ := a.weights(); return component(w != 0).String() }),
			spec.Shown(spec.Word("om", "opponent modelling: keep cards that the opponent may want",
				func(a *SIGRA) *Component { return &a.OM }, On, Off),
				func(a *SIGRA) string { _, w := a.weights(); return component(w != 0).String() }),
			weight("wm", "weight of mmd; 0 is mmd=off", ginhand.MeldDistanceWeight,
				func(a *SIGRA) *float64 { return &a.MeldWeight }, func(a *SIGRA) float64 { w, _ := a.weights(); return w }),
			weight("wo", "weight of om; 0 is om=off", ginhand.OpponentTermWeight,
				func(a *SIGRA) *float64 { return &a.OpponentWeight }, func(a *SIGRA) float64 { _, w := a.weights(); return w }),
			maxKnock()),
	}
}

// component returns On or Off.
func component(on bool) Component {
	if on {
		return On
	}
	return Off
}

// maxWeight and maxKnockLimit are the largest values of the options wm and wo, and knock.
const (
	maxWeight     = 10
	maxKnockLimit = 100
)

// weight returns the option of a weight. Where the weight in use is 0, the component shows
// as off and the option does not apply.
func weight(name, doc string, paper float64, field func(*SIGRA) *float64, used func(*SIGRA) float64) spec.Option {
	o := spec.DecimalOr(name, doc, paper, maxWeight, field)
	return spec.Shown(o, func(a *SIGRA) string {
		if used(a) == 0 {
			return ""
		}
		return strconv.FormatFloat(used(a), 'g', -1, 64)
	})
}

// maxKnock returns the option knock, which overrides sk.
func maxKnock() spec.Option {
	return spec.Value("knock", "maximum deadwood with which it knocks, instead of sk; 0 is sk=on", []string{"0", "1.." + strconv.Itoa(maxKnockLimit)},
		func(a *SIGRA, v string) (err error) {
			if a.MaxKnock, err = spec.ParseWhole(v, 0, maxKnockLimit); a.MaxKnock == 0 {
				a.MaxKnock = -1
			}
			return err
		},
		func(a *SIGRA) string { return strconv.Itoa(max(0, a.MaxKnock)) })
}
