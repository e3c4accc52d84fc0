package game

// Agent plays one seat of one table at a time, from the observations of that seat.
// It is not safe for concurrent use; a tournament makes one per worker and seat.
type Agent interface {
	// Reset prepares the agent for a new episode. All its random choices depend
	// on seed alone, so that the same seed and observations give the same
	// actions.
	Reset(seed uint64)

	// Act returns one of the legal actions, and the probability in (0, 1] with
	// which the agent chose it: 1 if it made no random choice. Act must not keep
	// obs or legal.
	Act(obs Observation, legal *Mask) (a Action, probability float64)
}

// Stopper is an Agent whose decisions may take long and can be cut short. From then on it needs
// a Reset.
type Stopper interface {
	Agent

	// StopWhen sets a function that the agent calls often during Act, from its goroutine. When
	// it returns true, Act returns soon, with NoAction.
	StopWhen(stop func() bool)
}

// ResetAgents resets the agents at a table for an episode of the run with the given seed,
// the agent of seat s with its [AgentSeed]. It skips nil agents.
func ResetAgents(seed, episode uint64, seats []Agent) {
	var seeds [hashSeats]uint64
	for s, a := range seats {
		if s%hashSeats == 0 {
			seeds = agentSeeds(seed, episode, uint64(s/hashSeats))
		}
		if a != nil {
			a.Reset(seeds[s%hashSeats])
		}
	}
}
