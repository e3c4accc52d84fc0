package indianrummy

import (
	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/game"
)

// settings holds the options of all players of Indian Rummy. Each player reads its own. The
// zero value holds the defaults.
type settings struct {
	variant baselines.Variant
	drop    int     // threshold of the drop adherence, 0 is off
	free    Free    // which cards are free
	draw    Drawing // when to take the card of the pile
	fold    float64 // probability of dropping at each turn, in [0, 1)
}

// spec returns the canonical spec of the named player.
func (s settings) spec(name string) string { return entries().Text(name, &s) }

// entries returns the players of saha2025mindist, in its order, then those that go beyond
// it.
func entries() spec.List {
	variant := spec.Word("variant", "follow the text of the paper, or the authors' published simulation",
		func(s *settings) *baselines.Variant { return &s.variant }, baselines.Paper, baselines.Released)
	free := spec.Shown(spec.Word("free", "a card is free if any optimal declaration leaves it out (paper), or the first one found (released)",
		func(s *settings) *Free { return &s.free }, FreeOfVariant, AnyDeclaration, FoundDeclaration),
		func(s *settings) string {
			if s.free.of(s.variant) == FreeOfVariant.of(s.variant) {
				return FreeOfVariant.String()
			}
			return s.free.String()
		})
	fold := spec.Value("fold", "probability of dropping at the start of each turn (released simulation with drops: 1/3)",
		[]string{"0", "1/3", "a probability below 1"},
		func(s *settings, v string) (err error) { s.fold, err = parseProbability(v); return err },
		func(s *settings) string { return formatProbability(s.fold) })
	drawing := spec.Word("draw", "take the card of the pile if MinDist falls, or also if the expected turns to a declaration fall by more than 1.5",
		func(s *settings) *Drawing { return &s.draw }, DrawByDistance, DrawByTurns)
	drop := func(top int, metric string) spec.Option {
		return spec.NumberOr("drop", "drop at the first turn if "+metric+" is at least this", "off", top,
			func(s *settings) *int { return &s.drop })
	}
	score := drop(80, "MinScore, capped at 80 (paper: 80),")
	distance := drop(9, "MinDist (section VII: 3; Table II: 5)")
	return spec.List{
		spec.Player("indian", "random", "draws and discards at random; drops with the probability fold",
			func(s settings) game.Agent { return &Random{Variant: s.variant, Fold: s.fold} }, variant, fold),
		spec.Player("indian", "defeat-seeking", "breaks its own melds and keeps high-point cards",
			func(s settings) game.Agent { return &DefeatSeeking{Variant: s.variant} }, variant),
		spec.Player("indian", "min-score", "minimises MinScore, the points that the hand costs",
			func(s settings) game.Agent { return &MinScore{Variant: s.variant, Drop: s.drop} }, variant, score),
		spec.Player("indian", "min-dist", "minimises MinDist, the number of cards missing to a declaration; discards the highest-point free card",
			func(s settings) game.Agent { return &MinDist{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		spec.Player("indian", "min-dist-score", "minimises MinDist, then MinScore",
			func(s settings) game.Agent {
				return &MinDistScore{Variant: s.variant, Drop: s.drop, Free: s.free}
			}, variant, distance, free),
		spec.Player("indian", "min-dist-opp", "minimises MinDist, then discards what the opponent is unlikely to want",
			func(s settings) game.Agent { return &MinDistOpp{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		spec.Player("indian", "min-dist-outs", "minimises MinDist, then maximises outs, then discards the card least useful to the opponent",
			func(s settings) game.Agent { return &MinDistOuts{Drop: s.drop, Draw: s.draw} }, distance, drawing),
		spec.Player("indian", "min-dist-avail", "min-dist-opp with a MinDist that counts only on cards still available",
			func(s settings) game.Agent { return &MinDistAvail{Drop: s.drop} }, distance),
	}
}
