package baselines

// fitnessEntries returns the players of paper 004 that weigh the fitness of cards.
func fitnessEntries() []Entry { return nil }
