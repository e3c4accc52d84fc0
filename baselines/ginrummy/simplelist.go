package ginrummy

import (
	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/game"
	"strconv"
)

// simpleEntries returns the simple players of Gin Rummy.
func simpleEntries() spec.List {
	return spec.List{
		spec.Player("gin", "random", "plays a random legal action", func(s Random) game.Agent { return &s }),
		spec.Player("gin", "random-unmelded", "like simple, but discards a random unmelded card (RP of truong2021datadriven)", func(s RandomUnmelded) game.Agent { return &s }),
		spec.Player("gin", "simple", "discards for minimum deadwood, knocks as soon as it may", func(s Simple) game.Agent { return &s },
			ties(func(s *Simple) *Ties { return &s.Ties })),
		spec.Player("gin", "late-knock", "like simple, but delays knocking in order to undercut (truong2021datadriven)", func(s LateKnock) game.Agent { return &s },
			spec.NumberOr("hold", "number of possible knocks that it passes up before it knocks without gin", strconv.Itoa(lateHold), 20, func(s *LateKnock) *int { return &s.Hold })),
		spec.Player("gin", "stubborn", "like simple, but knocks only with gin (goldman2021evaluating)", func(s Stubborn) game.Agent { return &s },
			ties(func(s *Stubborn) *Ties { return &s.Ties })),
		spec.Player("gin", "medium", "draws and discards by which cards can still be melded, knocks with deadwood 0, 7 or 9 (cardfitness2021)", func(s Medium) game.Agent { return &s },
			spec.Word("variant", "follow the text of cardfitness2021, or the authors' published code", func(s *Medium) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released)),
	}
}

// ties returns the option of players that discard as Simple does.
func ties[S any](field func(*S) *Ties) spec.Option {
	return spec.Word("ties", "discard among those that leave the minimum deadwood: any, or any of the highest rank", field, AnyTied, HighestTied)
}
