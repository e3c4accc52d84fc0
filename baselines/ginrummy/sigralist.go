package ginrummy

import (
	"rummygym/agents/spec"
	"rummygym/env/game"
)

// sigraEntries returns SIGRA of goldman2021evaluating, with its components as options.
func sigraEntries() spec.List {
	return spec.List{
		spec.Player("gin", "sigra", "values a hand by deadwood, nearly complete melds, and cards the opponent may want; knocks with gin",
			func(a SIGRA) game.Agent { return &a },
			spec.Word("variant", "follow the paper's formulas, the authors' last program, or the program behind the paper's tables",
				func(a *SIGRA) *SIGRAVariant { return &a.Variant }, SIGRAPaper, SIGRAHead, SIGRASeptember),
			spec.Word("sk", "stubborn knocking: knock only with gin",
				func(a *SIGRA) *Component { return &a.SK }, On, Off),
			spec.Word("mmd", "myopic meld distance: value melds that the next card may complete",
				func(a *SIGRA) *Component { return &a.MMD }, On, Off),
			spec.Word("om", "opponent modelling: keep cards that the opponent may want",
				func(a *SIGRA) *Component { return &a.OM }, On, Off)),
	}
}
