package catalog

import (
	"fmt"
	"slices"

	"rummygym/agents/afterstate"
	"rummygym/agents/search"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features"
)

// Gin is Gin Rummy.
var Gin = &Rummy{
	Name: "gin", Title: "Gin Rummy", Env: "GinRummy-v0",
	Presets:    gin.PresetNames(),
	Fields:     groupNames(features.AllGinGroups),
	Potentials: []string{"deadwood", "match-score"},
	Phases:     ginPhases(),
	Endings:    gin.Endings(),
	Search:     search.Spec{Playout: "simple", Belief: uniformBelief, Beliefs: uniformBelief, Rollouts: 200, Slack: -1, Workers: 1},
	Preset: func(name string) (Rules, error) {
		r, err := gin.Preset(name)
		return &GinRules{Rules: r}, err
	},
	Phase: func(o game.Observation) int { return int(o.(*gin.Observation).Phase) },
	Sight: func(o game.Observation) Sight {
		v := o.(*gin.Observation)
		return Sight{slices.Collect(v.Hand.Each()), v.Drawn, v.Upcard, v.StockSize}
	},
	Opens: func(phase string) bool {
		return phase == gin.FirstUpcard.String() || phase == gin.Draw.String() || phase == gin.Wall.String()
	},
}

// ginPhases returns the names of the phases, by number.
func ginPhases() []string {
	var names []string
	for p := range gin.Over + 1 {
		names = append(names, p.String())
	}
	return names
}

// GinRules are the rules of a table of Gin Rummy.
type GinRules struct{ gin.Rules }

// Rummy returns [Gin].
func (r *GinRules) Rummy() *Rummy { return Gin }

// NewGame returns the game under these rules.
func (r *GinRules) NewGame() (game.Game, error) { return gin.New(r.Rules) }

// Encoder returns the extractor of package features.
func (r *GinRules) Encoder(fields string) (env.Encoder, string, error) {
	groups, err := features.ParseGinGroups(fields)
	if err != nil {
		return nil, "", err
	}
	x, err := features.NewGinExtractor(r.Rules, groups)
	return x, groups.String(), err
}

// Afterstates returns those of package features. At a table of single hands the groups by
// default leave out the score of the match, so that the network plays matches too.
func (r *GinRules) Afterstates(fields string) (Afterstates, error) {
	if fields == "" {
		all := features.AllGinAfterGroups
		if r.Episode == gin.Hand {
			all &^= features.GinAfterMatch
		}
		fields = all.String()
	}
	groups, err := features.ParseGinAfterstateGroups(fields)
	if err != nil {
		return Afterstates{}, err
	}
	x, err := features.NewGinAfterstates(r.Rules, groups)
	if err != nil {
		return Afterstates{}, err
	}
	return Afterstates{x.Layout(), groups.String(), "", func() afterstate.Reader { return afterstate.NewGin(x.NewReader()) }}, nil
}

// Search returns what search agents guess by. They look to the end of the hand.
func (r *GinRules) Search(s *search.Spec) (search.Config, error) {
	if s.Belief != uniformBelief {
		return search.Config{}, fmt.Errorf("belief=%q: want %s", s.Belief, uniformBelief)
	}
	g, err := gin.New(r.SingleHand())
	return search.Config{Game: g, DrawStock: gin.DrawStock, Belief: func() search.Belief { return search.GinBelief{} }}, err
}

// Options lists the options in the order of the struct.
func (r *GinRules) Options() []Option {
	return []Option{
		choice("episode", "what an episode is: hands until a player has the target, or one hand", gin.Hand, &r.Episode),
		choice("starter", "who begins the first hand", gin.SecondSeat, &r.Starter),
		number("knock-limit", "most deadwood to knock with", &r.KnockLimit),
		number("gin-bonus", "points for knocking without deadwood", &r.GinBonus),
		number("big-gin-bonus", "points for eleven cards in melds, shown without a discard; 0: there is no big gin", &r.BigGinBonus),
		number("undercut-bonus", "points for the opponent of a knocker who has no less deadwood", &r.UndercutBonus),
		number("target", "points that win a match", &r.Target),
		number("game-bonus", "points for winning the match, added at its end", &r.GameBonus),
		number("box-bonus", "points for each hand won, added at the end of a match", &r.BoxBonus),
		number("max-hands", "hands after which a match ends; the higher score wins", &r.MaxHands),
		number("max-turns", "turns of a hand after which it is void", &r.MaxTurns),
		number("max-upcards", "upcards after the first turn at which a hand is void, the last not taken; 0: no limit", &r.MaxUpcards),
		number("lay-off-limit", "most cards laid off at each end of a run; 0: any number", &r.LayOffLimit),
		choice("knock-card", "what sets the most deadwood to knock with: --knock-limit, or the first upcard", gin.Oklahoma, &r.KnockCard),
		choice("knock-order", "when a player knocks", gin.KnockThenDiscard, &r.KnockOrder),
		choice("throwing-back", "whether the card just taken from the pile may be thrown", gin.ThrowBackAllowed, &r.ThrowingBack),
		choice("tie", "what equal deadwood after a knock is", gin.TieScoresNothing, &r.Tie),
		choice("stock-end", "how a hand ends at two cards in the stock: void, or the mover may knock with the upcard", gin.WallKnock, &r.StockEnd),
		choice("repeat", "what becomes of the hand when both players in a row take and throw back the same card", gin.RepeatEnds, &r.Repeat),
		choice("melding", "who declares melds: the rules the best ones, or the players one by one", gin.ChosenMelds, &r.Melding),
		choice("laying-off", "how the opponent of the knocker lays off: the rules greedily or as well as can be, or the player", gin.ChosenLayOffs, &r.LayingOff),
		choice("answer", "what the opponent of the knocker does first", gin.LayOffsFirst, &r.Answer),
	}
}
