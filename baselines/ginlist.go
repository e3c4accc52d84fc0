package baselines

import (
	"strconv"

	"rummygym/agents"
)

// ginEntries returns the simple players of Gin Rummy.
func ginEntries() []Entry {
	return []Entry{
		entry(Gin, "random", "plays any legal action", func(s GinRandom) agents.Agent { return &s }),
		entry(Gin, "random-unmelded", "simple that throws any unmelded card (paper 003, RP)", func(s RandomUnmelded) agents.Agent { return &s }),
		entry(Gin, "simple", "throws what leaves least deadwood, knocks as soon as it may", func(s Simple) agents.Agent { return &s },
			ties(func(s *Simple) *Ties { return &s.Ties })),
		entry(Gin, "late-knock", "simple that lets knocks go by to undercut (paper 003)", func(s LateKnock) agents.Agent { return &s },
			numberOption("hold", "own turns that it lets go by before it knocks without gin", strconv.Itoa(lateHold), 20, func(s *LateKnock) *int { return &s.Hold })),
		entry(Gin, "stubborn", "simple that knocks only with gin (paper 001)", func(s Stubborn) agents.Agent { return &s },
			ties(func(s *Stubborn) *Ties { return &s.Ties })),
		entry(Gin, "medium", "takes and throws by what can still be melded, knocks with 0, 7 or 9 (paper 004)", func(s Medium) agents.Agent { return &s },
			wordOption("variant", "the text of paper 004, or the authors' published code", func(s *Medium) *Variant { return &s.Variant }, Paper, Released)),
	}
}

// ties returns the option of players that throw as Simple does.
func ties[S any](field func(*S) *Ties) Option {
	return wordOption("ties", "which card to throw of those that leave least deadwood: any, or any of highest rank", field, AnyTied, HighestTied)
}
