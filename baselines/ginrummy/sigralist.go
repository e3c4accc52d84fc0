package ginrummy

import (
	"strconv"

	"rummygym/agents/spec"
	"rummygym/env/game"
	"rummygym/features/ginhand"
)

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
