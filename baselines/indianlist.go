package baselines

import "rummygym/agents"

// settings are the options of all players of Indian Rummy. Each player reads its
// own; the zero value is the default of every option.
type settings struct {
	variant Variant
	drop    int     // threshold of the drop adherence, 0 is off
	free    Free    // which cards are free
	draw    Drawing // when the card of the pile is taken
	fold    float64 // probability of a fold at each turn, in [0, 1)
}

// spec returns the canonical text of a player of Indian Rummy.
func (s settings) spec(name string) string { return canonical(Indian, name, &s) }

// indianEntries returns the players of Indian Rummy in the order of paper 000,
// then those that are ours.
func indianEntries() []Entry {
	variant := wordOption("variant", "the text of the paper, or the authors' published simulation",
		func(s *settings) *Variant { return &s.variant }, Paper, Released)
	free := wordOption("free", "free cards: left out by any optimal declaration (paper), or by the first found (released)",
		func(s *settings) *Free { return &s.free }, FreeOfVariant, AnyDeclaration, FoundDeclaration)
	free.text = func(s any) string {
		s1 := s.(*settings)
		if s1.free.of(s1.variant) == FreeOfVariant.of(s1.variant) {
			return FreeOfVariant.String()
		}
		return s1.free.String()
	}
	fold := Option{
		Name: "fold", Default: "0", Values: []string{"0", "1/3", "a probability below 1"},
		Doc:  "probability of folding at the start of each turn (released, drops on: 1/3)",
		set:  func(s any, v string) (err error) { s.(*settings).fold, err = parseProbability(v); return err },
		text: func(s any) string { return formatProbability(s.(*settings).fold) },
	}
	drawing := wordOption("draw", "takes the card of the pile if MinDist falls, or also if expected turns fall by more than 1.5",
		func(s *settings) *Drawing { return &s.draw }, DrawByDistance, DrawByTurns)
	drop := func(top int, metric string) Option {
		return numberOption("drop", "drop at the first turn if "+metric+" is at least this", "off", top,
			func(s *settings) *int { return &s.drop })
	}
	score := drop(80, "MinScore, capped at 80 (paper: 80),")
	distance := drop(9, "MinDist (section VII: 3; Table II: 5)")
	return []Entry{
		entry(Indian, "random", "draws and throws at random; may fold",
			func(s settings) agents.Agent { return &Random{Variant: s.variant, Fold: s.fold} }, variant, fold),
		entry(Indian, "defeat-seeking", "destroys its own melds and keeps dear cards",
			func(s settings) agents.Agent { return &DefeatSeeking{Variant: s.variant} }, variant),
		entry(Indian, "min-score", "lowers MinScore, the points it would pay",
			func(s settings) agents.Agent { return &MinScore{Variant: s.variant, Drop: s.drop} }, variant, score),
		entry(Indian, "min-dist", "lowers MinDist, the cards missing to a declaration; throws the dearest free card",
			func(s settings) agents.Agent { return &MinDist{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		entry(Indian, "min-dist-score", "lowers MinDist, then MinScore",
			func(s settings) agents.Agent {
				return &MinDistScore{Variant: s.variant, Drop: s.drop, Free: s.free}
			}, variant, distance, free),
		entry(Indian, "min-dist-opp", "lowers MinDist, then throws what the opponent hardly wants",
			func(s settings) agents.Agent { return &MinDistOpp{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		entry(Indian, "min-dist-outs", "lowers MinDist, then keeps the most outs, then throws what the opponent can use least",
			func(s settings) agents.Agent { return &MinDistOuts{Drop: s.drop, Draw: s.draw} }, distance, drawing),
		entry(Indian, "min-dist-avail", "plays min-dist-opp with MinDistAvailable, the cards missing that can still come",
			func(s settings) agents.Agent { return &MinDistAvail{Drop: s.drop} }, distance),
	}
}
