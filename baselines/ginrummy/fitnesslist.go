package ginrummy

import (
	"bytes"
	"fmt"

	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/game"
	"rummygym/features/ginhand"
)

// fitnessEntries returns the players of cardfitness2021 that use the fitness of cards.
func fitnessEntries() spec.List {
	parse := func(data []byte) (*FitnessTables, error) { return ReadFitnessTables(bytes.NewReader(data)) }
	const doc = "follow the text of cardfitness2021, or the authors' published program"
	return spec.List{
		spec.Player("gin", "independent-heuristics", "V2 of cardfitness2021: removes candidates for the discard by four tests, one after another",
			func(s IndependentHeuristics) game.Agent { return &s },
			spec.Word("variant", doc, func(s *IndependentHeuristics) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.Where(spec.Word("filter", "a test removes the candidates of which it is true (remove), any of the four does (remove-any), or it keeps only these (keep)",
				func(s *IndependentHeuristics) *Filter { return &s.Filter }, Remove, RemoveAny, Keep),
				func(s *IndependentHeuristics) bool { return s.Variant == baselines.Paper }),
			spec.File("table", "draw and knock by the built-in tables, or by those of a file of train cfr", "standard",
				parse, func(s *IndependentHeuristics) *spec.FileOf[*FitnessTables] { return &s.Tables })),
		spec.Player("gin", "fitness", "V4 of cardfitness2021: discards the fittest card, between equal ones by a table found by CFR",
			func(s Fitness) game.Agent { return &s },
			spec.Word("variant", doc, func(s *Fitness) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.OrFile(spec.Word("table", "choose between equally fit cards by the table (on) or at random (off); a file of train cfr replaces all tables",
				func(s *Fitness) *Component { return &s.Table }, On, Off),
				parse, func(s *Fitness) *spec.FileOf[*FitnessTables] { return &s.Tables }),
			characteristic("falls", "rank a card higher if the mean deadwood falls without it", ginhand.DeadwoodFalls),
			characteristic("unmeldable", "rank a card higher if it can be in no meld", ginhand.NeverMelds),
			characteristic("useless", "rank a card higher if the opponent cannot meld it with its known cards", ginhand.UselessToOpponent),
			characteristic("mate", "rank a card higher if the opponent discarded a card that melds with it", ginhand.MateDiscarded),
			spec.NumberOr("knock", "knock at once with deadwood at most this", "0", fitnessMaxKnock, func(s *Fitness) *int { return &s.Knock }),
			spec.Word("knock-table", "with more deadwood than knock, knock by the table (on) or never (off)", func(s *Fitness) *Component { return &s.KnockTable }, On, Off)),
	}
}

// characteristic returns the option whether a characteristic counts.
func characteristic(name, doc string, f ginhand.Fitness) spec.Option {
	return spec.Value(name, doc, []string{"on", "off"},
		func(s *Fitness, v string) error {
			switch v {
			case "on":
				s.Uncounted &^= f
			case "off":
				s.Uncounted |= f
			default:
				return fmt.Errorf("want on or off")
			}
			return nil
		},
		func(s *Fitness) string {
			if s.Uncounted&f != 0 {
				return "off"
			}
			return "on"
		})
}
