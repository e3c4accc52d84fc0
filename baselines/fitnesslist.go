package baselines

import "rummygym/agents"

// fitnessEntries returns the players of paper 004 that weigh the fitness of cards.
func fitnessEntries() []Entry {
	const doc = "the text of paper 004, or the authors' published program"
	return []Entry{
		entry(Gin, "independent-heuristics", "V2 of paper 004: asks four questions of the discards, one after another",
			func(s IndependentHeuristics) agents.Agent { return &s },
			wordOption("variant", doc, func(s *IndependentHeuristics) *Variant { return &s.Variant }, Paper, Released)),
		entry(Gin, "fitness", "V4 of paper 004: throws the card of most points, of equal ones by a table found by CFR",
			func(s Fitness) agents.Agent { return &s },
			wordOption("variant", doc, func(s *Fitness) *Variant { return &s.Variant }, Paper, Released),
			wordOption("table", "part cards of equal points by the table, or at random",
				func(s *Fitness) *Component { return &s.Table }, On, Off)),
	}
}
