package ginrummy

import (
	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/game"
)

// fitnessEntries returns the players of cardfitness2021 that use the fitness of cards.
func fitnessEntries() spec.List {
	const doc = "follow the text of cardfitness2021, or the authors' published program"
	return spec.List{
		spec.Player("gin", "independent-heuristics", "V2 of cardfitness2021: filters the discards by four criteria, one after another",
			func(s IndependentHeuristics) game.Agent { return &s },
			spec.Word("variant", doc, func(s *IndependentHeuristics) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released)),
		spec.Player("gin", "fitness", "V4 of cardfitness2021: discards the fittest card, between equal ones by a table found by CFR",
			func(s Fitness) game.Agent { return &s },
			spec.Word("variant", doc, func(s *Fitness) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.Word("table", "choose between equally fit cards by the table (on) or at random (off)",
				func(s *Fitness) *Component { return &s.Table }, On, Off)),
	}
}
