package baselines

import "rummygym/agents"

// sigraEntries returns SIGRA and what it is made of, paper 001.
func sigraEntries() []Entry {
	return []Entry{
		entry(Gin, "sigra", "lowers deadwood less what is nearly melded and what the opponent may want; knocks with gin",
			func(a SIGRA) agents.Agent { return &a },
			wordOption("variant", "the paper's formulas, the authors' last program, or the one behind the paper's tables",
				func(a *SIGRA) *SIGRAVariant { return &a.Variant }, SIGRAPaper, SIGRAHead, SIGRASeptember),
			wordOption("sk", "stubborn knocking: knock only with gin",
				func(a *SIGRA) *Component { return &a.SK }, On, Off),
			wordOption("mmd", "myopic meld distance: value what the next card may complete",
				func(a *SIGRA) *Component { return &a.MMD }, On, Off),
			wordOption("om", "opponent modelling: keep what the opponent may want",
				func(a *SIGRA) *Component { return &a.OM }, On, Off)),
	}
}
