package ginrummy

import (
	"bytes"

	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/game"
)

// fitnessEntries returns the players of cardfitness2021 that use the fitness of cards.
func fitnessEntries() spec.List {
	parse := func(data []byte) (*FitnessTables, error) { return ReadFitnessTables(bytes.NewReader(data)) }
	const doc = "follow the text of cardfitness2021, or the authors' published program"
	return spec.List{
		spec.Player("gin", "independent-heuristics", "V2 of cardfitness2021: filters the discards by four criteria, one after another",
			func(s IndependentHeuristics) game.Agent { return &s },
			spec.Word("variant", doc, func(s *IndependentHeuristics) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.File("table", "draw and knock by the built-in tables, or by those of a file of train cfr", "standard",
				parse, func(s *IndependentHeuristics) *spec.FileOf[*FitnessTables] { return &s.Tables })),
		spec.Player("gin", "fitness", "V4 of cardfitness2021: discards the fittest card, between equal ones by a table found by CFR",
			func(s Fitness) game.Agent { return &s },
			spec.Word("variant", doc, func(s *Fitness) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.OrFile(spec.Word("table", "choose between equally fit cards by the table (on) or at random (off); a file of train cfr replaces all tables",
				func(s *Fitness) *Component { return &s.Table }, On, Off),
				parse, func(s *Fitness) *spec.FileOf[*FitnessTables] { return &s.Tables })),
	}
}
